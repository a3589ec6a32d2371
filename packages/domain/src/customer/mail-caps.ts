/**
 * The most messages of one kind that a person gets in a day of São Paulo: from one company, and from all companies
 * together.
 *
 * @see docs/decisions/links-and-batches.md#0331
 */
import * as Schema from "effect/Schema"

/** A kind of message that a company can cause to an address it names. */
export const MailKind = Schema.Literals(["reminder", "receipt"])
export type MailKind = typeof MailKind.Type

/** The scope of a cap: one company, or the service over all companies. */
export const MailCap = Schema.Literals(["company", "service"])
export type MailCap = typeof MailCap.Type

/**
 * A shop with five open links for one person may remind of each once a day; more is pestering. Six companies fill the
 * service's cap. A receipt answers a payment: twenty purchases a day at one shop are rare, and each has its page.
 */
export const mailCaps: { readonly [Kind in MailKind]: { readonly [Cap in MailCap]: number } } = {
  reminder: { company: 5, service: 30 },
  receipt: { company: 20, service: 60 },
}
