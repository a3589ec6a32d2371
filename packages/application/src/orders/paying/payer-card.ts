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
import { Secrets, type StopSubject, type WriteSet } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { OrderPayment } from "../../charging/order-payment.ts"
import type { IntentRefused } from "./commit-intent.ts"

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

/** A payer's attempt as it is decided. */
export interface PayerCard {
  /** Why the card may not be charged now; null if it may, as far as is known before the commit. */
  readonly stop: CardStop | null
  /** Counts the attempt, unless too many cards were refused; or remembers, for the company to see, that it was stopped. */
  readonly writes: WriteSet<"RecordCardStop" | "StartCardAttempt">
}

/**
 * Decides on a payer's attempt. Nothing is counted if the payment is a Pix or slip.
 *
 * @param refused - what refused the attempt before
 */
export const payerCard = Effect.fnUntraced(function* (
  attempt: PayerAttempt,
  refused: IntentRefused | null,
): Effect.fn.Return<PayerCard, never, Secrets> {
  const { at, key, link, order, payment, visitor } = attempt
  if (payment._tag !== "credit") return { stop: null, writes: [] }
  const stop = refused?._tag === "CardStopped" ? refused : order === null ? null : orderCardStop(order, at)
  if (stop === null) {
    const { fingerprint } = yield* Secrets
    return {
      stop,
      writes: [{ _tag: "StartCardAttempt", key, visitor: fingerprint(`visitor\n${visitor}`), link, at }],
    }
  }
  const { cap, until } = stop
  const { company } = attempt
  yield* Effect.logWarning("a card payment was stopped: too many cards were refused", {
    company,
    ...(order === null ? {} : { order: order.details.number }),
    ofLink: link !== null,
    cap,
    until: saoPauloTimestamp(until),
  })
  return {
    stop: { cap, until },
    writes: subjectsOf(attempt).map((subject) => ({ _tag: "RecordCardStop", subject, cap, at }) as const),
  }
})

/** An order by a link counts for both: the link may see payers without an order. */
const subjectsOf = ({ link, order }: PayerAttempt): ReadonlyArray<StopSubject> => [
  ...(order === null ? [] : [{ _tag: "order" as const, number: order.details.number }]),
  ...(link === null ? [] : [{ _tag: "link" as const, slug: link }]),
]
