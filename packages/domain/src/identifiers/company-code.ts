/**
 * The code of a company, at the beginning of its names.
 */
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { inNameDigits } from "./name-digits.ts"

/** How many characters a company's code has: 30 random bits. */
export const companyCodeLength = 6

/**
 * The random code of a company: six digits and lower-case letters of Crockford's alphabet. The names that the service gives to orders, their
 * attempts and refunds, and to payment links begin with it, so that a name without a company leads to its company. It tells nothing of the
 * company, not even how many there are.
 */
export const CompanyCode = Schema.String.check(Schema.isPattern(/^[0-9a-hjkmnp-tv-z]{6}$/u)).pipe(
  Schema.brand("CompanyCode"),
)
export type CompanyCode = typeof CompanyCode.Type

/**
 * The code that a name begins with, whether the name is in upper or in lower case. None if no company can have it.
 *
 * @param name - an order's number or public key, an attempt's or a refund's key, a link's slug
 */
export const companyCodeOf = (name: string): Option.Option<CompanyCode> =>
  CompanyCode.makeOption(name.slice(0, companyCodeLength).toLowerCase())

/**
 * The code that a random number stands for.
 *
 * @param bits - 0 to 2^30 - 1, each as likely as any other
 */
export const companyCodeFrom = (bits: number): CompanyCode => CompanyCode.make(inNameDigits(bits, companyCodeLength))
