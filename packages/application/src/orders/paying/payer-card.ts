/**
 * Counts card attempts of payers who are known only by an address, before they start, and subtracts them again unless
 * the card is refused.
 *
 * The company's own requests are not counted, because they carry its key. Neither are renewals, which charge an
 * approved card.
 */
import { type Instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import type { AttemptKey, CompanyId, LinkSlug } from "@vintem/domain/identifiers"
import { type CardStop, type Order, orderCardStop } from "@vintem/domain/order"
import { CardAttempts, Secrets, type StopSubject, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { OrderPayment } from "../../charging/order-payment.ts"

/** A payer's attempt that is about to start. */
export interface PayerAttempt {
  readonly company: CompanyId
  /** The network of the payer's address, in one form for all its addresses. Stored as a keyed hash only. */
  readonly visitor: string
  /** The order to pay. Null if this payment places it. */
  readonly order: Order | null
  readonly link: LinkSlug | null
  readonly payment: OrderPayment
  readonly key: AttemptKey
  readonly at: Instant
}

/**
 * Part of the unit that stores the attempt: counts it, unless too many cards were refused. A Pix or slip is not
 * counted.
 *
 * @returns why the card may not be charged now, which is also recorded for the company; null if it may
 */
export const startPayerCard = Effect.fnUntraced(function* (
  attempt: PayerAttempt,
): Effect.fn.Return<CardStop | null, StorageUnavailable, CardAttempts | Secrets> {
  const { at, key, link, order, payment, visitor } = attempt
  if (payment._tag !== "credit") return null
  const attempts = yield* CardAttempts
  const { fingerprint } = yield* Secrets
  const ofOrder = order === null ? null : orderCardStop(order, at)
  const stop = ofOrder ?? (yield* attempts.start({ key, visitor: fingerprint(`visitor\n${visitor}`), link, at }))
  if (stop !== null) yield* recordStop(attempt, stop)
  return stop
})

/** An order by a link counts for both, because the link may have payers without an order. */
const recordStop = Effect.fnUntraced(function* ({ at, company, link, order }: PayerAttempt, { cap, until }: CardStop) {
  const attempts = yield* CardAttempts
  const subjects: ReadonlyArray<StopSubject> = [
    ...(order === null ? [] : [{ _tag: "order" as const, number: order.details.number }]),
    ...(link === null ? [] : [{ _tag: "link" as const, slug: link }]),
  ]
  for (const subject of subjects) yield* attempts.recordStop(subject, cap, at)
  yield* Effect.logWarning("a card payment was stopped: too many cards were refused", {
    company,
    ...(order === null ? {} : { order: order.details.number }),
    ofLink: link !== null,
    cap,
    until: saoPauloTimestamp(until),
  })
})

/** Part of a unit: the attempt does not start after all. */
export const forgetPayerCard = Effect.fnUntraced(function* ({
  key,
  payment,
}: PayerAttempt): Effect.fn.Return<void, StorageUnavailable, CardAttempts> {
  if (payment._tag !== "credit") return
  const attempts = yield* CardAttempts
  yield* attempts.settle(key, "cleared")
})
