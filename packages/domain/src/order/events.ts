/**
 * What happened to an order. The log of these, folded with `evolve`, is the order.
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

/** Names a card if, and only if, it charges by credit. */
type AttemptStarted = Extract<AnyEvent, { _tag: "AttemptStarted" }> & Charge

/** Every event says `at` which instant of the service's clock it was recorded. */
export const OrderEvent = AnyEvent.pipe(
  Schema.refine(
    (event): event is AttemptStarted | Exclude<AnyEvent, { _tag: "AttemptStarted" }> =>
      event._tag !== "AttemptStarted" || isCharge(event),
    {
      expected: "an attempt that names a card if, and only if, it is by credit",
    },
  ),
)
export type OrderEvent = typeof OrderEvent.Type
/** The first event of every order. */
export type OrderPlaced = Extract<OrderEvent, { _tag: "OrderPlaced" }>
/** Everything that can follow the placing. */
export type OrderChange = Exclude<OrderEvent, OrderPlaced>
