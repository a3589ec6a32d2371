/** The identifier of a payment link. A payer needs nothing else to see and pay it. */
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import type { CompanyCode } from "./company-code.ts"
import { inNameDigits, nameDigits } from "./name-digits.ts"

/**
 * Identifies a payment link in URLs of the API and of the payment page: 16 to 32 lower-case letters and digits, unique
 * in its company. It begins with the company's code. The holder of a slug sees the link's amount and customer, so slugs
 * must be impossible to guess.
 */
export const LinkSlug = Schema.String.check(Schema.isPattern(/^[0-9a-z]{16,32}$/u)).pipe(Schema.brand("LinkSlug"))
export type LinkSlug = typeof LinkSlug.Type

/** The number of random bytes in a slug. */
export const linkSlugBytes = 16

/**
 * The slug of a company's link made at this instant: the company's code, seven characters for the second (so that links
 * made in sequence are neighbours in an index), then five bits of each random byte. These 80 bits are the secret.
 *
 * @param bytes - `linkSlugBytes` of them, 0 to 255, all equally likely
 */
export const linkSlugFrom = (company: CompanyCode, at: Instant, bytes: Iterable<number>): LinkSlug => {
  let slug = company + inNameDigits(Math.floor(at / 1_000), secondDigits)
  for (const byte of bytes) slug += nameDigits[byte % nameDigits.length]
  return LinkSlug.make(slug)
}

/** Enough until the year 3058. After that they start over, and only the order is lost. */
const secondDigits = 7
