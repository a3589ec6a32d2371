/**
 * Counts a message to a payer before it is sent, so that no company, and not all companies together, can fill a person's mailbox.
 *
 * @see docs/decisions/links-and-batches.md#0331
 */
import { type Instant, saoPauloDate } from "@vintem/domain/calendar"
import { type Email, type MailCap, type MailKind, mailboxKey, mailCaps } from "@vintem/domain/customer"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type MailCount, MailCounts, Secrets, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"

/** A message that is about to be sent. */
export interface CountedMail {
  readonly kind: MailKind
  readonly company: CompanyId
  readonly to: Email
  readonly at: Instant
}

/**
 * Part of a unit. The company's cap comes first, and a message that it holds back does not count elsewhere.
 *
 * @returns the cap that holds the message back; null if it is counted and may be sent
 */
export const countMail = Effect.fnUntraced(function* (
  mail: CountedMail,
): Effect.fn.Return<MailCap | null, StorageUnavailable, MailCounts | Secrets> {
  const counts = yield* MailCounts
  const { company, service } = yield* countsOf(mail)
  const caps = mailCaps[mail.kind]
  if (!(yield* counts.take(company, caps.company))) return "company"
  if (yield* counts.take(service, caps.service)) return null
  yield* counts.giveBack(company)
  return "service"
})

/** Part of a unit: subtracts a counted message that certainly was not sent. */
export const uncountMail = Effect.fnUntraced(function* (
  mail: CountedMail,
): Effect.fn.Return<void, StorageUnavailable, MailCounts | Secrets> {
  const counts = yield* MailCounts
  const { company, service } = yield* countsOf(mail)
  yield* counts.giveBack(company)
  yield* counts.giveBack(service)
})

const countsOf = Effect.fnUntraced(function* ({ kind, company, to, at }: CountedMail) {
  const { fingerprint } = yield* Secrets
  const mailbox = mailboxKey(to)
  const countOf = (cap: MailCap, sender: string): MailCount => ({
    recipient: fingerprint(`mail to ${mailbox} by ${sender}`),
    kind,
    cap,
    day: saoPauloDate(at),
  })
  return { company: countOf("company", `company ${company}`), service: countOf("service", "all") }
})
