/**
 * The vocabulary of an order: its commands, reports, refusals and events. `orderMachine` defines their consequences.
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

/** A command to an order. It may be refused. */
export type OrderCommand =
  /** Charges the payer. Recorded before the request to the acquirer. */
  | ({ readonly _tag: "StartAttempt"; readonly key: AttemptKey; readonly at: Instant } & Charge)
  | { readonly _tag: "Cancel"; readonly at: Instant }
  /** Closes a paid order: the company has done its part. */
  | { readonly _tag: "Complete"; readonly at: Instant }
  /** Answers a chargeback. */
  | { readonly _tag: "Contest"; readonly at: Instant }
  /** Settles by hand an attempt whose outcome the acquirer never reported. */
  | { readonly _tag: "Resolve"; readonly attempt: AttemptId; readonly verdict: Verdict; readonly at: Instant }
  /** Refunds `amount` centavos of one confirmed attempt. They are reserved from now on. */
  | {
      readonly _tag: "RequestRefund"
      readonly refund: RefundKey
      readonly attempt: AttemptId
      readonly amount: Centavos
      readonly at: Instant
    }

/** A report to an order, by an acquirer, a timer or a payment link. It is never refused. */
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
      /** Missing if there are no details besides the fact. */
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
  /** The order's payment link accepts one payment, and the order `of` paid it earlier. */
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

/** Why a command is refused, in words. It completes "refused, because …". */
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

/** This status does not allow the command; nothing was written. `allowed` lists the commands that are possible. */
export class OrderRefused extends Schema.TaggedError<OrderRefused>()("OrderRefused", {
  command: OrderCommandName,
  reason: OrderRefusal,
  status: OrderStatus,
  allowed: Schema.Array(OrderCommandName),
  /** Centavos that the largest possible refund may have. */
  refundable: Centavos,
}) {}

const AnyEvent = Schema.TaggedUnion({
  OrderPlaced: { details: OrderDetails, at: Instant },
  /** Written before the request to the acquirer, so that no crash can lose a charge. */
  AttemptStarted: { attempt: AttemptId, key: AttemptKey, quote: Quote, card: Schema.NullOr(ChargedCard), at: Instant },
  AttemptReported: { attempt: AttemptId, fact: AttemptFact, report: AttemptReport, at: Instant },
  /** An operator decided how an attempt ended, because the acquirer did not say. */
  AttemptResolved: { attempt: AttemptId, verdict: Verdict, at: Instant },
  /** A refund may be ours or the acquirer's own. In both cases its first event has its amount in centavos. */
  RefundReported: {
    refund: RefundKey,
    attempt: AttemptId,
    amount: Centavos,
    fact: RefundFact,
    /** How the refund is paid. Set with `requested`. */
    way: Schema.optionalKey(RefundWay),
    report: Schema.optionalKey(RefundReport),
    at: Instant,
  },
  CaseReported: { case: CaseKey, attempt: AttemptId, amount: Centavos, fact: CaseFact, at: Instant },
  OrderCanceled: { at: Instant },
  OrderCompleted: { at: Instant },
  /** There was a contact, but no payment attempt for half an hour. */
  OrderAbandoned: { at: Instant },
  /**
   * The payment link accepts one payment, and the order `of` paid it earlier: this order's money has to be refunded.
   */
  DuplicateFound: { of: OrderNumber, at: Instant },
})
type AnyEvent = typeof AnyEvent.Type

/** Has a card if and only if it charges by credit. */
type AttemptStarted = Extract<AnyEvent, { _tag: "AttemptStarted" }> & Charge

/**
 * An event of an order. The log of events, folded with `evolve`, is the order. Every event has the instant `at`, when
 * the service recorded it.
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
/** Every event that can follow the placing. */
export type OrderChange = Exclude<OrderEvent, OrderPlaced>
