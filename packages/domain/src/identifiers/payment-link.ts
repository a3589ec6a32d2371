/**
 * The name of a payment link. It is all that a payer needs to see and pay it.
 */
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import type { CompanyCode } from "./company-code.ts"
import { inNameDigits, nameDigits } from "./name-digits.ts"

/**
 * Names a payment link in URLs, of the API and of the payer's page: 16 to 32 lower-case letters and digits, unique in its company, whose code
 * it begins with. A holder sees the link's amount and customer, so it must not be possible to guess one.
 */
export const LinkSlug = Schema.String.check(Schema.isPattern(/^[0-9a-z]{16,32}$/u)).pipe(Schema.brand("LinkSlug"))
export type LinkSlug = typeof LinkSlug.Type

/** How many random bytes a slug is made of. */
export const linkSlugBytes = 16

/**
 * The slug of a company's link made at this instant: the company's code, seven characters of the second, so that links made one after the
 * other lie side by side in an index, then five bits of each random byte. These 80 bits are the secret.
 *
 * @param bytes - `linkSlugBytes` of them, 0 to 255, each as likely as any other
 */
export const linkSlugFrom = (company: CompanyCode, at: Instant, bytes: Iterable<number>): LinkSlug => {
  let slug = company + inNameDigits(Math.floor(at / 1_000), secondDigits)
  for (const byte of bytes) slug += nameDigits[byte % nameDigits.length]
  return LinkSlug.make(slug)
}

/** Enough for the year 3058; then they begin anew, which only costs the order. */
const secondDigits = 7
