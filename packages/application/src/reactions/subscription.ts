/**
 * Updates subscriptions with their orders: the first payment begins one, and each renewal reports the state of its payment.
 */
import type { SubscriptionToken } from "@vintem/domain/identifiers"
import { isConfirmed, type Order } from "@vintem/domain/order"
import { isErasedPerson } from "@vintem/domain/personal-data"
import {
  type CompanyRepository,
  CustomerRepository,
  Identifiers,
  type StorageUnavailable,
  SubscriptionRepository,
  type WebhookDeliveryRepository,
  type WebhookEndpointRepository,
  type WebhookPayload,
} from "@vintem/domain/ports"
import {
  evolveSubscription,
  isSubscribing,
  nextTimer,
  renewalStateOf,
  type Subscription,
  type SubscriptionChange,
  subscriptionBegun,
  subscriptionBegunBy,
  subscriptionMachine,
} from "@vintem/domain/subscription"
import { Effect, Option } from "effect"
import { isUnderModeration } from "../charging/is-under-moderation.ts"
import { cancelationOf } from "./cancel-renewal.ts"
import type { Consequence } from "./consequence.ts"
import { subscriptionWrites, timerWrites } from "./save-subscription.ts"
import { type NotifiedChange, notifiedChange } from "./webhooks.ts"

/** What was read for an order's subscription. */
export type KnownSubscription =
  /** The order has none, and begins none. */
  | { readonly _tag: "None" }
  /** The order's payment begins one, with these identifiers. */
  | { readonly _tag: "Begins"; readonly token: SubscriptionToken; readonly customerToken: string }
  /**
   * An unpaid renewal is not overdue yet, because the company takes no money. The renewal's own timer checks it again
   * afterwards.
   */
  | { readonly _tag: "Held"; readonly subscription: Subscription }
  /** The order renews it. */
  | {
      readonly _tag: "Renewed"
      readonly subscription: Subscription
      /** What the order's state adds to it. */
      readonly events: ReadonlyArray<SubscriptionChange>
      /** The cancelation of the order, which the subscription then owes; null if it owes none. */
      readonly cancelation: NotifiedChange | null
    }

/**
 * Reads what the decision on an order's subscription needs.
 *
 * @param change - of the order
 * @param known - the subscription as it was read or saved before
 */
export const knownSubscription = (
  change: NotifiedChange,
  known: Subscription | undefined,
): Effect.Effect<
  KnownSubscription,
  StorageUnavailable,
  | CompanyRepository
  | CustomerRepository
  | Identifiers
  | SubscriptionRepository
  | WebhookDeliveryRepository
  | WebhookEndpointRepository
  | WebhookPayload
> => {
  const order = change.steps.after
  if (isSubscribing(order)) return isConfirmed(order) ? beginning(order) : nothing
  const { subscription } = order.details
  return subscription === undefined ? nothing : renewed(change, subscription, known)
}

const none: KnownSubscription = { _tag: "None" }
const nothing = Effect.succeed(none)

const renewed = Effect.fnUntraced(function* (
  change: NotifiedChange,
  { token }: NonNullable<Order["details"]["subscription"]>,
  known: Subscription | undefined,
) {
  const order = change.steps.after
  const { company } = order.details
  const { find } = yield* SubscriptionRepository
  // An event that adds nothing compares no version: then only the store knows the subscription's state.
  const isCurrent = known !== undefined && eventsOf(known, order).length > 0
  const subscription = isCurrent ? known : Option.getOrNull(yield* find(company, token))
  if (subscription === null) return none
  const events = eventsOf(subscription, order)
  if (isLapse(subscription, events) && (yield* isUnderModeration(company))) {
    return { _tag: "Held", subscription } satisfies KnownSubscription
  }
  const steps = cancelationOf(events.reduce(evolveSubscription, subscription), order)
  const cancelation = steps === null ? null : yield* notifiedChange(steps, change)
  return { _tag: "Renewed", subscription, events, cancelation } satisfies KnownSubscription
})

/**
 * Begins only once, whatever is reported of the order later; never for an erased person, who could not be told of
 * charges.
 */
const beginning = Effect.fnUntraced(function* (order: Order) {
  if (isErasedPerson(order.details.customer)) return none
  const subscriptions = yield* SubscriptionRepository
  const customers = yield* CustomerRepository
  const { company, customerId, number } = order.details
  if (Option.isSome(yield* subscriptions.findByFirstOrder(company, number))) return none
  const customer = yield* customers.find(company, customerId)
  if (Option.isNone(customer)) return none
  const token = yield* (yield* Identifiers).subscriptionToken
  return { _tag: "Begins", token, customerToken: customer.value.token } satisfies KnownSubscription
})

/**
 * Whether the events say that a payer missed the last day of a renewal.
 *
 * @see docs/decisions/orders.md#0212
 */
const isLapse = (subscription: Subscription, events: ReadonlyArray<SubscriptionChange>): boolean =>
  nextTimer(subscription)?.what === "lapse" && events.some(({ _tag }) => _tag === "RenewalFailed")

const eventsOf = (subscription: Subscription, order: Order) =>
  subscriptionMachine.record(subscription, {
    _tag: "RenewalUpdate",
    order: order.details.number,
    state: renewalStateOf(order),
    at: order.updatedAt,
  })

/**
 * The change of an order's subscription. Reports that it knows already change nothing.
 *
 * @param saved - the writes of an order's change
 */
export const updatedSubscription = (
  order: Order,
  known: KnownSubscription,
  saved: (change: NotifiedChange) => ReadonlyArray<Consequence>,
): ReadonlyArray<Consequence> => {
  switch (known._tag) {
    case "None":
      return []
    case "Held":
      return [asRead(known.subscription), ...timerWrites(known.subscription)]
    case "Begins": {
      const begun = subscriptionBegunBy(order, known)
      return begun === null ? [] : [{ _tag: "AddSubscription", begun }, ...timerWrites(subscriptionBegun(begun))]
    }
    case "Renewed": {
      const { cancelation, events, subscription } = known
      const writes = events.length === 0 ? [asRead(subscription)] : subscriptionWrites(subscription, events).writes
      return cancelation === null ? writes : [...writes, ...saved(cancelation)]
    }
  }
}

/** It does not change, but the decision relies on it: whoever ends it meanwhile has to find the order as it is after this. */
const asRead = (subscription: Subscription): Consequence => ({
  _tag: "SaveSubscription",
  before: subscription,
  subscription,
  events: [],
})
