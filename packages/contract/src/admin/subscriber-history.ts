/** The history of a subscription, as the administration shows it. */
import { type Instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import { CardBrand } from "@vintem/domain/card"
import { ruleBy } from "@vintem/domain/machine"
import {
  CancelReason,
  evolveSubscription,
  nextTimer,
  type Subscription,
  type SubscriptionEvent,
  type SubscriptionMeans,
  subscriptionBegun,
  subscriptionStatuses,
  subscriptionStatusOf,
} from "@vintem/domain/subscription"
import * as Schema from "effect/Schema"
import { exampleOrder } from "../order/example-order.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { SubscriberStatus, subscriberStatusOf } from "../subscription/subscriber-status.ts"

/** The history's name for each event of a subscription. */
export const SubscriberEventType = Schema.Literals([
  "subscription_begun",
  "renewal_opened",
  "renewal_failed",
  "renewal_retried",
  "dunning_postponed",
  "renewal_paid",
  "card_replaced",
  "subscription_canceled",
  "late_payment_kept",
])
export type SubscriberEventType = typeof SubscriberEventType.Type

/** One recorded fact. Fields that do not belong to its type are null. */
export const SubscriberEventView = Schema.Struct({
  sequence: Schema.Int.annotate({ description: "From 1, without gaps." }),
  type: SubscriberEventType,
  at: TimestampView,
  order_number: Schema.NullOr(Schema.String).annotate({ description: "The order that charges the period." }),
  period: Schema.NullOr(Schema.Int).annotate({ description: "From 1, the period of the first order." }),
  card: Schema.NullOr(Schema.Struct({ brand: CardBrand, last_digits: Schema.String })).annotate({
    description: "The card that is charged from here on.",
  }),
  next_retry_at: Schema.NullOr(TimestampView).annotate({ description: "When the card is charged again." }),
  because: Schema.NullOr(CancelReason).annotate({
    description: "Why it ended: the company canceled it, dunning failed, or every cycle is paid.",
  }),
  status: SubscriberStatus.annotate({ description: "The subscription's status afterwards." }),
}).annotate({ identifier: "SubscriberEvent" })

/** The history of a subscription. */
export const SubscriberHistoryView = Schema.Struct({
  events: Schema.Array(SubscriberEventView).annotate({ description: "Every recorded fact, in sequence." }),
  explanation: Schema.Struct({
    status: SubscriberStatus,
    because: Schema.String.annotate({ description: "The rule that gives this status." }),
    next: Schema.NullOr(
      Schema.Struct({
        what: Schema.Literals(["renew", "lapse", "retry", "end"]).annotate({
          description:
            "Open the next renewal, become overdue because its Pix or slip was not paid, charge the card again, or end.",
        }),
        at: TimestampView,
      }),
    ).annotate({ description: "What happens next by itself; null if it has ended or waits for a payment." }),
    paid_late: Schema.NullOr(Schema.String).annotate({
      description: "The order paid after the end: its money is kept, and the company should review it.",
    }),
  }).annotate({ description: "The reason for the subscription's status, and what comes next." }),
}).annotate({
  identifier: "SubscriberHistory",
  examples: [
    {
      events: [
        {
          sequence: 3,
          type: "renewal_failed",
          at: "2026-12-21 00:00:01",
          order_number: exampleOrder.order_number,
          period: null,
          card: null,
          next_retry_at: "2026-12-22 00:00:01",
          because: null,
          status: "subscriber_overdue",
        },
      ],
      explanation: {
        status: "subscriber_overdue",
        because: "the open renewal was refused, or not paid in time",
        next: { what: "retry", at: "2026-12-22 00:00:01" },
        paid_late: null,
      },
    },
  ],
})
export type SubscriberHistoryView = typeof SubscriberHistoryView.Type

/** @param log - the events of the subscription, in sequence */
export const subscriberHistoryView = (
  subscription: Subscription,
  log: ReadonlyArray<SubscriptionEvent>,
): SubscriberHistoryView => {
  const rule = ruleBy(subscriptionStatuses, subscription, null)
  const timer = nextTimer(subscription)
  return {
    events: eventViews(log),
    explanation: {
      status: subscriberStatusOf[rule.status],
      because: rule.because,
      next: timer === null ? null : { what: timer.what, at: saoPauloTimestamp(timer.at) },
      paid_late: subscription.paidLate,
    },
  }
}

type EventView = typeof SubscriberEventView.Type

/** Each event with the status after it. An event before the beginning changes nothing and is left out. */
const eventViews = (log: ReadonlyArray<SubscriptionEvent>): ReadonlyArray<EventView> => {
  const views: Array<EventView> = []
  let subscription: Subscription | null = null
  for (const [index, event] of log.entries()) {
    if (event._tag === "SubscriptionBegun") subscription = subscriptionBegun(event)
    else if (subscription !== null) subscription = evolveSubscription(subscription, event)
    if (subscription !== null) views.push(eventView(index + 1, event, subscription))
  }
  return views
}

const eventView = (sequence: number, event: SubscriptionEvent, after: Subscription): EventView => ({
  sequence,
  type: typeOf[event._tag],
  at: saoPauloTimestamp(event.at),
  order_number: null,
  period: null,
  card: null,
  next_retry_at: null,
  because: null,
  ...detailsOf(event),
  status: subscriberStatusOf[subscriptionStatusOf(after)],
})

const typeOf: Readonly<Record<SubscriptionEvent["_tag"], SubscriberEventType>> = {
  SubscriptionBegun: "subscription_begun",
  RenewalOpened: "renewal_opened",
  RenewalFailed: "renewal_failed",
  RenewalRetried: "renewal_retried",
  DunningPostponed: "dunning_postponed",
  RenewalPaid: "renewal_paid",
  CardReplaced: "card_replaced",
  SubscriptionCanceled: "subscription_canceled",
  LatePaymentKept: "late_payment_kept",
}

/** An event's details besides its type and time: without tokens and names. */
const detailsOf = (event: SubscriptionEvent): Partial<EventView> => {
  switch (event._tag) {
    case "SubscriptionBegun":
      return { order_number: event.details.firstOrder, period: 1, card: cardOf(event.means) }
    case "RenewalOpened":
    case "RenewalPaid":
      return { order_number: event.order, period: event.period }
    case "RenewalFailed":
    case "RenewalRetried":
      return { order_number: event.order, next_retry_at: retryAt(event.nextRetryAt) }
    case "DunningPostponed":
      return { next_retry_at: retryAt(event.nextRetryAt) }
    case "CardReplaced":
      return { card: cardOf({ _tag: "credit", card: event.card }) }
    case "SubscriptionCanceled":
      return { because: event.because }
    case "LatePaymentKept":
      return { order_number: event.order }
  }
}

const retryAt = (at: Instant | null): string | null => (at === null ? null : saoPauloTimestamp(at))

const cardOf = (means: SubscriptionMeans): EventView["card"] =>
  means._tag === "credit" ? { brand: means.card.brand, last_digits: means.card.lastDigits } : null
