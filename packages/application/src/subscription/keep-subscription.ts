/**
 * Keeps subscriptions in step with their orders: the first payment begins one, and each renewal tells how its money stands.
 */
import {
  CustomerRepository,
  hearSubscription,
  Identifiers,
  isConfirmed,
  isSubscribing,
  type Order,
  renewalStandingOf,
  SubscriptionRepository,
  subscriptionBegun,
  subscriptionBegunBy,
} from "@vintem/domain"
import { Effect, Option } from "effect"
import { cancelRenewal } from "./cancel-renewal.ts"
import { askNext, saveSubscription } from "./save-subscription.ts"

/** Part of a unit: what a subscription knows already changes nothing. */
export const keepSubscription = Effect.fnUntraced(function* (order: Order) {
  if (isSubscribing(order)) {
    if (isConfirmed(order)) yield* begin(order)
    return
  }
  const { company, number, subscription: renewed } = order.details
  if (renewed === undefined) return
  const subscriptions = yield* SubscriptionRepository
  const found = yield* subscriptions.find(company, renewed.token)
  if (Option.isNone(found)) return
  const standing = renewalStandingOf(order)
  const events = hearSubscription(found.value, {
    _tag: "RenewalStands",
    order: number,
    standing,
    at: order.updatedAt,
  })
  yield* cancelRenewal(yield* saveSubscription(found.value, events), order)
})

/** Once, whatever is learned of the order later. */
const begin = Effect.fnUntraced(function* (order: Order) {
  const subscriptions = yield* SubscriptionRepository
  const customers = yield* CustomerRepository
  const { company, customerId, number } = order.details
  if (Option.isSome(yield* subscriptions.findByFirstOrder(number))) return
  const customer = yield* customers.find(company, customerId)
  if (Option.isNone(customer)) return
  const token = yield* (yield* Identifiers).subscriptionToken
  const begun = subscriptionBegunBy(order, { token, customerToken: customer.value.token })
  if (begun === null) return
  yield* subscriptions.add(begun)
  yield* askNext(subscriptionBegun(begun))
})
