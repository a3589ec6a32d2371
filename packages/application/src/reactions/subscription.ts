/**
 * Updates subscriptions with their orders: the first payment begins one, and each renewal reports the state of its payment.
 */
import { isConfirmed, type Order } from "@vintem/domain/order"
import { isErasedPerson } from "@vintem/domain/personal-data"
import { CustomerRepository, Identifiers, SubscriptionRepository } from "@vintem/domain/ports"
import {
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
import { cancelRenewal } from "./cancel-renewal.ts"
import { askNext, saveSubscription } from "./save-subscription.ts"

/**
 * Part of a unit: what a subscription knows already changes nothing.
 *
 * @param known - the subscription as it was read or saved before
 */
export const updateSubscription = (order: Order, known?: Subscription) => {
  if (isSubscribing(order)) return isConfirmed(order) ? begin(order) : Effect.void
  const { subscription } = order.details
  return subscription === undefined ? Effect.void : tellRenewal(order, subscription, known)
}

const tellRenewal = Effect.fnUntraced(function* (
  order: Order,
  renewed: NonNullable<Order["details"]["subscription"]>,
  known: Subscription | undefined,
) {
  const { company } = order.details
  const events = known === undefined ? [] : eventsOf(known, order)
  // An event that adds nothing compares no version: then only the store knows the subscription's state.
  if (known !== undefined && events.length > 0) return yield* saveAndCancelRenewal(known, events, order)
  const subscriptions = yield* SubscriptionRepository
  const found = yield* subscriptions.find(company, renewed.token)
  if (Option.isSome(found)) yield* saveAndCancelRenewal(found.value, eventsOf(found.value, order), order)
})

/**
 * Whether what its payer did not pay is not overdue yet: the company takes no money. The renewal's own timer looks again afterwards.
 *
 * @see docs/decisions/orders.md#0212
 */
const isHeld = Effect.fnUntraced(function* (subscription: Subscription, events: ReadonlyArray<SubscriptionChange>) {
  const isLapse = nextTimer(subscription)?.what === "lapse" && events.some(({ _tag }) => _tag === "RenewalFailed")
  return isLapse && (yield* isUnderModeration(subscription.details.company))
})

const eventsOf = (subscription: Subscription, order: Order) =>
  subscriptionMachine.record(subscription, {
    _tag: "RenewalUpdate",
    order: order.details.number,
    state: renewalStateOf(order),
    at: order.updatedAt,
  })

const saveAndCancelRenewal = Effect.fnUntraced(function* (
  subscription: Subscription,
  events: ReadonlyArray<SubscriptionChange>,
  order: Order,
) {
  if (yield* isHeld(subscription, events)) return yield* askNext(subscription)
  yield* cancelRenewal(yield* saveSubscription(subscription, events), order)
})

/** Once, whatever is learned of the order later; for an erased person never: nobody would know what is charged. */
const begin = Effect.fnUntraced(function* (order: Order) {
  if (isErasedPerson(order.details.customer)) return
  const subscriptions = yield* SubscriptionRepository
  const customers = yield* CustomerRepository
  const { company, customerId, number } = order.details
  if (Option.isSome(yield* subscriptions.findByFirstOrder(company, number))) return
  const customer = yield* customers.find(company, customerId)
  if (Option.isNone(customer)) return
  const token = yield* (yield* Identifiers).subscriptionToken
  const begun = subscriptionBegunBy(order, { token, customerToken: customer.value.token })
  if (begun === null) return
  yield* subscriptions.add(begun)
  yield* askNext(subscriptionBegun(begun))
})
