/**
 * Why a command was refused, by name and by rank: if several reasons hold, the first in the list is told.
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

/** The reason for a refusal, in words. It completes "refused, because …". */
export const orderRefusalMeaning: Readonly<Record<OrderRefusal, string>> = {
  NotPaid: "nothing was received, so there is nothing to complete, contest or refund",
  AlreadyCanceled: "a canceled order is not charged",
  AlreadyPaid: "money was received: refund the order instead of canceling it or charging again",
  OutcomeUnknown: "an attempt was sent and its outcome is unknown: ask the acquirer first",
  UnderReview: "the acquirer is still reviewing an attempt",
  OutcomeKnown: "no answer from the acquirer is missing for this attempt, so there is nothing to settle by hand",
  InstrumentOpen: "a Pix or slip of the same kind can still be paid",
  ChargedBack: "a dispute took the money back",
  CaseOpen: "a dispute about this order is open",
  NoChargeback: "no dispute has taken money, so there is none to contest",
  FullyRefunded: "everything received was refunded",
  AttemptNotConfirmed: "this attempt received no money",
  RefundWindowClosed: "Pix can be refunded for 90 days, a card charge for 180",
  AmountNotPositive: "a refund is at least one centavo",
  AmountAboveRefundable: "the amount is more than what is left: received minus refunded, being refunded and disputed",
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
