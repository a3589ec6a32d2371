/**
 * Audits an order: folds its log again and compares the result with the stored order, and checks the stored order
 * against the laws of money.
 *
 * Nothing is taken for granted: what is checked may have been changed by hand, by a fault of the disk or by one of ours.
 */

import type { AttemptId } from "../identifiers/order.ts"
import { checkLog, checkState, type FoundEvent, type LogBreach, type StateBreach } from "../machine/log.ts"
import type { Centavos } from "../money/centavos.ts"
import { total } from "../money/total.ts"
import type { Attempt } from "./attempt.ts"
import type { OrderEvent } from "./commands-and-events.ts"
import { AttemptFact, CaseFact, isInFlight, RefundFact } from "./facts.ts"
import { ledgerOf } from "./ledger.ts"
import { orderMachine } from "./machine.ts"
import type { Order } from "./order.ts"
import type { OrderStatus } from "./order-status.ts"
import { refundableOf } from "./refundable.ts"
import { statusOf } from "./status-rules.ts"
import { storedFromProgress } from "./stored-progress.ts"

/** An order as a store returned it. */
export interface FoundOrder {
  /** Null if it cannot be read: its store says why. */
  readonly order: Order | null
  /** The status for lists and filters. */
  readonly status: string
  /** By sequence, as stored. */
  readonly log: ReadonlyArray<FoundEvent<OrderEvent>>
}

/** Amounts are centavos. */
export type OrderBreach =
  | LogBreach
  | StateBreach
  | { readonly _tag: "StatusDiffers"; readonly stored: string; readonly folded: string }
  /**
   * More is refunded, reserved and charged back than was captured. `goingBack` is the sum of the three. A person has to
   * look at it.
   */
  | { readonly _tag: "MoneyExceeded"; readonly captured: Centavos; readonly goingBack: Centavos }
  /**
   * The acquirer confirmed another amount than requested, and has not refunded all of it. A person has to look at it.
   */
  | {
      readonly _tag: "CapturedDiffers"
      readonly attempt: AttemptId
      readonly charged: Centavos
      readonly captured: Centavos
    }
  | { readonly _tag: "InFlightTogether"; readonly attempts: ReadonlyArray<AttemptId> }
  /** The installments must add up to the charged amount, and all after the first must be equal. */
  | {
      readonly _tag: "InstallmentsWrong"
      readonly attempt: AttemptId
      readonly charged: Centavos
      readonly installments: ReadonlyArray<Centavos>
    }

/** Everything that is wrong with an order and its log; nothing if both are as they should be. */
export const checkOrder = ({ order, status, log }: FoundOrder): ReadonlyArray<OrderBreach> => {
  const { breaches, folded } = checkLog(orderMachine, log)
  const differences = checkState(asStored(order), asStored(folded), factWords)
  const laws = order === null ? [] : checkLaws(order)
  return [...breaches, ...differences, ...(folded === null ? [] : checkStatus(status, statusOf(folded))), ...laws]
}

/** Facts are no personal data, so an operator may see them. */
const factWords: ReadonlySet<string> = new Set([...AttemptFact.literals, ...RefundFact.literals, ...CaseFact.literals])

/** The laws that hold of an order at any instant, whatever its log tells. */
export const checkLaws = (order: Order): ReadonlyArray<OrderBreach> => {
  const { captured, excess, refunded, reserved, chargedBack } = ledgerOf(order)
  const inFlight = order.attempts.filter(({ facts }) => isInFlight(facts)).map(({ id }) => id)
  return [
    ...(excess > 0
      ? [{ _tag: "MoneyExceeded" as const, captured, goingBack: total([refunded, reserved, chargedBack, excess]) }]
      : []),
    ...order.attempts.flatMap((attempt) => capturedDiffers(order, attempt)),
    ...(inFlight.length > 1 ? [{ _tag: "InFlightTogether" as const, attempts: inFlight }] : []),
    ...order.attempts.filter((attempt) => !isDividedRightly(attempt)).map(installmentsWrong),
  ]
}

/** The order is paid anyway: the company decides whether to deliver, to ask for the rest, or to refund. */
const capturedDiffers = (order: Order, attempt: Attempt): ReadonlyArray<OrderBreach> => {
  const { id, payment, quote } = attempt
  if (payment === null || payment.captured === quote.charged) return []
  const isGone = payment.captured > 0 && refundableOf(order, attempt) === 0
  return isGone ? [] : [{ _tag: "CapturedDiffers", attempt: id, charged: quote.charged, captured: payment.captured }]
}

const checkStatus = (stored: string, folded: OrderStatus): ReadonlyArray<OrderBreach> =>
  stored === folded ? [] : [{ _tag: "StatusDiffers", stored, folded }]

/** With the store's names, because a reader looks for the difference there. */
const asStored = (order: Order | null) =>
  order === null ? null : { details: order.details, version: order.version, ...storedFromProgress(order) }

/** The checks of `Quote`, and the equality of installments that its code guarantees. */
const isDividedRightly = ({ quote: { charged, installments } }: Attempt): boolean =>
  installments.reduce<number>((sum, each) => sum + each, 0) === charged &&
  installments.slice(1).every((each) => each === installments.at(-1))

const installmentsWrong = ({ id, quote: { charged, installments } }: Attempt): OrderBreach => ({
  _tag: "InstallmentsWrong",
  attempt: id,
  charged,
  installments,
})
