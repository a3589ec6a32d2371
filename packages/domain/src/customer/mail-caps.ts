/**
 * How many messages of one kind a person is sent in a day of São Paulo: by one company, and by all companies together.
 *
 * @see docs/decisions/links-and-batches.md#0331
 */
import * as Schema from "effect/Schema"

/** What a company can have sent to an address that it names. */
export const MailKind = Schema.Literals(["reminder", "receipt"])
export type MailKind = typeof MailKind.Type

/** Whose cap it is: one company's, or that of the service over all companies. */
export const MailCap = Schema.Literals(["company", "service"])
export type MailCap = typeof MailCap.Type

/**
 * A shop with five open links of one person has good reason to remind of each once; more in a day is pestering. Six companies fill the cap of
 * the service. A receipt answers a payment: twenty purchases in a day at one shop are rare, and each has its page.
 */
export const mailCaps: { readonly [Kind in MailKind]: { readonly [Cap in MailCap]: number } } = {
  reminder: { company: 5, service: 30 },
  receipt: { company: 20, service: 60 },
}
