/** The code of a company. It begins the company's identifiers. */
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { inNameDigits } from "./name-digits.ts"

/** The number of characters in a company's code: 30 random bits. */
export const companyCodeLength = 6

/**
 * The random code of a company: six digits and lower-case letters of Crockford's alphabet. The identifiers that the
 * service gives to orders, attempts, refunds and payment links begin with it, so an identifier alone leads to its
 * company. It reveals nothing about the company, not even how many there are.
 */
export const CompanyCode = Schema.String.check(Schema.isPattern(/^[0-9a-hjkmnp-tv-z]{6}$/u)).pipe(
  Schema.brand("CompanyCode"),
)
export type CompanyCode = typeof CompanyCode.Type

/**
 * The company's code at the beginning of a name, in either case. None if no company can have it.
 *
 * @param name - an order's number or public key, an attempt's or a refund's key, a link's slug
 */
export const companyCodeOf = (name: string): Option.Option<CompanyCode> =>
  CompanyCode.makeOption(name.slice(0, companyCodeLength).toLowerCase())

/**
 * The code for a random number.
 *
 * @param bits - 0 to 2^30 - 1, all equally likely
 */
export const companyCodeFrom = (bits: number): CompanyCode => CompanyCode.make(inNameDigits(bits, companyCodeLength))
