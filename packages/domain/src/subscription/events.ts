/**
 * What happened to a subscription. The log of these, folded with `evolveSubscription`, is the subscription.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { OrderNumber, PublicKey } from "../identifiers/order.ts"
import { ChargedCard } from "../order/attempt.ts"
import { CancelReason, SubscriptionDetails, SubscriptionMeans } from "./subscription.ts"

/** Every event says `at` which instant of the service's clock it was recorded. */
export const SubscriptionEvent = Schema.TaggedUnion({
  /** The first period is paid. */
  SubscriptionBegun: { details: SubscriptionDetails, means: SubscriptionMeans, at: Instant },
  /** In the same commit as the order. */
  RenewalOpened: { period: Schema.Int, order: OrderNumber, publicKey: PublicKey, at: Instant },
  /** The renewal was refused, or not paid in its time; if the card can be charged again, then it is at `nextRetryAt`. */
  RenewalFailed: { order: OrderNumber, nextRetryAt: Schema.NullOr(Instant), at: Instant },
  /** In the same commit as the attempt. */
  RenewalRetried: { order: OrderNumber, nextRetryAt: Schema.NullOr(Instant), at: Instant },
  RenewalPaid: { period: Schema.Int, order: OrderNumber, at: Instant },
  /**
   * The company takes money again after a time in which it took none: dunning is counted from `firstAt` as if that time had not passed,
   * and the retry that fell due in it is made now.
   */
  DunningPostponed: { firstAt: Instant, nextRetryAt: Schema.NullOr(Instant), at: Instant },
  CardReplaced: { card: ChargedCard, at: Instant },
  SubscriptionCanceled: { because: CancelReason, at: Instant },
  /** Money came for a renewal of a subscription that had ended: it is kept. */
  LatePaymentKept: { order: OrderNumber, at: Instant },
})
export type SubscriptionEvent = typeof SubscriptionEvent.Type
/** The first event of every subscription. */
export type SubscriptionBegun = Extract<SubscriptionEvent, { _tag: "SubscriptionBegun" }>
/** Everything that can follow the beginning. */
export type SubscriptionChange = Exclude<SubscriptionEvent, SubscriptionBegun>
