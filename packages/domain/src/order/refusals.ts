/**
 * Why a command was refused, by name and by rank: where several reasons hold, the first in the list is told.
 */
import * as Schema from "effect/Schema"
import { Centavos } from "../money/centavos.ts"
import { OrderStatus } from "./order-status.ts"

/** The commands by name. */
export const OrderCommandName = Schema.Literals([
  "StartAttempt",
  "Cancel",
  "Complete",
  "Contest",
  "Resolve",
  "RequestRefund",
])
/** The commands by name. */
export type OrderCommandName = typeof OrderCommandName.Type

/** `orderRefusalMeaning` explains each. */
export const OrderRefusal = Schema.Literals([
  "NotPaid",
  "AlreadyCanceled",
  "AlreadyPaid",
  "OutcomeUnknown",
  "UnderReview",
  "OutcomeKnown",
  "InstrumentOpen",
  "ChargedBack",
  "CaseOpen",
  "NoChargeback",
  "FullyRefunded",
  "AttemptNotConfirmed",
  "RefundWindowClosed",
  "AmountNotPositive",
  "AmountAboveRefundable",
])
export type OrderRefusal = typeof OrderRefusal.Type

/** What is so where a command is refused, in words: completes "refused, because …". */
export const orderRefusalMeaning: Readonly<Record<OrderRefusal, string>> = {
  NotPaid: "nothing was received, so there is nothing to complete, contest or give back",
  AlreadyCanceled: "a canceled order is not charged",
  AlreadyPaid: "money was received: give it back instead of canceling, do not charge again",
  OutcomeUnknown: "an attempt was sent and its outcome is not known: ask the acquirer first",
  UnderReview: "the acquirer is still looking at an attempt",
  OutcomeKnown: "the acquirer owes no outcome for this attempt, and an operator decides only where it does",
  InstrumentOpen: "a Pix or slip of the same kind can still be paid",
  ChargedBack: "the money was taken back by a case",
  CaseOpen: "a case about this order is open",
  NoChargeback: "no case has taken money, so there is none to contest",
  FullyRefunded: "everything received was given back",
  AttemptNotConfirmed: "this attempt brought no money",
  RefundWindowClosed: "Pix can be given back for 90 days, a card charge for 180",
  AmountNotPositive: "a refund is at least one centavo",
  AmountAboveRefundable: "more than what was received less what went back, is on its way back or was taken",
}

/** The command cannot be done in this status; nothing was written. `allowed` names what could be done instead. */
export class OrderRefused extends Schema.TaggedError<OrderRefused>()("OrderRefused", {
  command: OrderCommandName,
  reason: OrderRefusal,
  status: OrderStatus,
  allowed: Schema.Array(OrderCommandName),
  /** Centavos the largest refund could still ask for. */
  refundable: Centavos,
}) {}
