/**
 * What is said of an order: what can be asked of it and what is reported to it, why it refuses, and what happened. What follows from each is
 * in `orderMachine`.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { Quote } from "../fees/quote.ts"
import { AttemptId, AttemptKey, CaseKey, OrderNumber, RefundKey } from "../identifiers/order.ts"
import { RefundWay } from "../method/refund-way.ts"
import { Centavos } from "../money/centavos.ts"
import { AttemptReport, type Charge, ChargedCard, isCharge, Verdict } from "./attempt.ts"
import { AttemptFact, CaseFact, RefundFact } from "./facts.ts"
import { OrderDetails, RefundReport } from "./order.ts"
import { OrderStatus } from "./order-status.ts"

/** What can be asked of an order. It may be refused. */
export type OrderCommand =
  /** Charge the payer: recorded before the acquirer is asked. */
  | ({ readonly _tag: "StartAttempt"; readonly key: AttemptKey; readonly at: Instant } & Charge)
  | { readonly _tag: "Cancel"; readonly at: Instant }
  /** Close a paid order: the company has done its part. */
  | { readonly _tag: "Complete"; readonly at: Instant }
  /** Answer a chargeback. */
  | { readonly _tag: "Contest"; readonly at: Instant }
  /** Settle by hand an attempt whose outcome the acquirer never told. */
  | { readonly _tag: "Resolve"; readonly attempt: AttemptId; readonly verdict: Verdict; readonly at: Instant }
  /** Give back `amount` centavos of one confirmed attempt, reserved from now on. */
  | {
      readonly _tag: "RequestRefund"
      readonly refund: RefundKey
      readonly attempt: AttemptId
      readonly amount: Centavos
      readonly at: Instant
    }

/** What an acquirer, a timer on its behalf, or a payment link reports to an order. It is never refused. */
export type OrderReport =
  | {
      readonly _tag: "AttemptUpdate"
      readonly attempt: AttemptId
      readonly fact: AttemptFact
      readonly report: AttemptReport
      readonly at: Instant
    }
  | {
      readonly _tag: "RefundUpdate"
      readonly refund: RefundKey
      readonly attempt: AttemptId
      readonly amount: Centavos
      readonly fact: RefundFact
      /** Absent where nothing was said beside the fact. */
      readonly report?: RefundReport
      readonly at: Instant
    }
  | {
      readonly _tag: "CaseUpdate"
      readonly case: CaseKey
      readonly attempt: AttemptId
      readonly amount: Centavos
      readonly fact: CaseFact
      readonly at: Instant
    }
  /** Half an hour passed since the order was placed. */
  | { readonly _tag: "AbandonTimer"; readonly at: Instant }
  /** The payment link of the order takes one payment, and the order `of` had paid it before. */
  | { readonly _tag: "DuplicatePayment"; readonly of: OrderNumber; readonly at: Instant }

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

/** Why a command is refused. `orderRefusalMeaning` explains each. */
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

const AnyEvent = Schema.TaggedUnion({
  OrderPlaced: { details: OrderDetails, at: Instant },
  /** Written before the acquirer is asked, so that no crash can lose a charge. */
  AttemptStarted: { attempt: AttemptId, key: AttemptKey, quote: Quote, card: Schema.NullOr(ChargedCard), at: Instant },
  AttemptReported: { attempt: AttemptId, fact: AttemptFact, report: AttemptReport, at: Instant },
  /** An operator said how an attempt ended, because the acquirer did not. */
  AttemptResolved: { attempt: AttemptId, verdict: Verdict, at: Instant },
  /** A refund may be ours, or the acquirer's own; either way its first event says its amount in centavos. */
  RefundReported: {
    refund: RefundKey,
    attempt: AttemptId,
    amount: Centavos,
    fact: RefundFact,
    /** How the money is to go back; said with `requested`. */
    way: Schema.optionalKey(RefundWay),
    report: Schema.optionalKey(RefundReport),
    at: Instant,
  },
  CaseReported: { case: CaseKey, attempt: AttemptId, amount: Centavos, fact: CaseFact, at: Instant },
  OrderCanceled: { at: Instant },
  OrderCompleted: { at: Instant },
  /** A contact was left and nothing attempted for half an hour. */
  OrderAbandoned: { at: Instant },
  /** The payment link takes one payment, and the order `of` had paid it before: the money of this order is to go back. */
  DuplicateFound: { of: OrderNumber, at: Instant },
})
type AnyEvent = typeof AnyEvent.Type

/** Names a card where, and only where, it charges by credit. */
type AttemptStarted = Extract<AnyEvent, { _tag: "AttemptStarted" }> & Charge

/**
 * What happened to an order. The log of these, folded with `evolve`, is the order. Every event says `at` which instant of the service's clock it
 * was recorded.
 */
export const OrderEvent = AnyEvent.pipe(
  Schema.refine(
    (event): event is AttemptStarted | Exclude<AnyEvent, { _tag: "AttemptStarted" }> =>
      event._tag !== "AttemptStarted" || isCharge(event),
    {
      expected: "an attempt that names a card where, and only where, it is by credit",
    },
  ),
)
export type OrderEvent = typeof OrderEvent.Type
/** The first event of every order. */
export type OrderPlaced = Extract<OrderEvent, { _tag: "OrderPlaced" }>
/** Everything that can follow the placing. */
export type OrderChange = Exclude<OrderEvent, OrderPlaced>
