/**
 * Card attempts of payers, who are nobody but an address: counted before they start, and taken off again unless the card is refused.
 *
 * The company's own requests are not counted: they carry its key. Neither are renewals, which charge a card that was approved before.
 */
import {
  type AttemptKey,
  CardAttempts,
  type CardStop,
  type CompanyId,
  cardOutcome,
  type Instant,
  type LinkSlug,
  type Order,
  type OrderChange,
  orderCardStop,
  Secrets,
  type StopSubject,
  saoPauloTimestamp,
} from "@vintem/domain"
import { Effect } from "effect"
import type { OrderPayment } from "./order-payment.ts"

/** A payer's attempt that is about to start. */
export interface PayerAttempt {
  readonly company: CompanyId
  /** The network that the payer's address belongs to, in one form for all its addresses; stored as a keyed hash only. */
  readonly visitor: string
  /** The order that is paid; null where this payment places it. */
  readonly order: Order | null
  readonly link: LinkSlug | null
  readonly payment: OrderPayment
  readonly key: AttemptKey
  readonly at: Instant
}

/**
 * Part of the unit that stores the attempt: counts it, unless too many cards were refused. Nothing is counted of a Pix or slip.
 *
 * @returns why the card may not be charged now, and that is remembered for the company to see; null where it may
 */
export const startPayerCard = Effect.fnUntraced(function* (attempt: PayerAttempt) {
  const { at, key, link, order, payment, visitor } = attempt
  if (payment._tag !== "credit") return null
  const attempts = yield* CardAttempts
  const { fingerprint } = yield* Secrets
  const ofOrder = order === null ? null : orderCardStop(order, at)
  const stop = ofOrder ?? (yield* attempts.start({ key, visitor: fingerprint(`visitor\n${visitor}`), link, at }))
  if (stop !== null) yield* recordStop(attempt, stop)
  return stop
})

/** Of an order by a link both are told: the link may see payers whom no order ever saw. */
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
export const forgetPayerCard = Effect.fnUntraced(function* ({ key, payment }: PayerAttempt) {
  if (payment._tag !== "credit") return
  const attempts = yield* CardAttempts
  yield* attempts.settle(key, "cleared")
})

/** Part of a unit that saves what happened to an order: its card attempts count from now on as these events say. */
export const keepCardAttempts = Effect.fnUntraced(function* (order: Order, events: ReadonlyArray<OrderChange>) {
  const told = new Set(
    events.flatMap((event) =>
      event._tag === "AttemptReported" || event._tag === "AttemptResolved" ? [event.attempt] : [],
    ),
  )
  for (const attempt of order.attempts) {
    if (!told.has(attempt.id) || attempt._tag !== "credit" || !mayBePayers(order, attempt.id)) continue
    const attempts = yield* CardAttempts
    yield* attempts.settle(attempt.key, cardOutcome(attempt))
  }
})

/** The first attempt of an order that came by no link was the company's own: it is not looked for among the payers'. */
const mayBePayers = ({ details }: Order, attempt: number): boolean => details.paymentLink !== undefined || attempt > 1
