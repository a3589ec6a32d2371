/** Finds the subscription that waits for an order's payment. */
import type { OrderDetails } from "@vintem/domain/order"
import { type StorageUnavailable, SubscriptionRepository } from "@vintem/domain/ports"
import type { Subscription } from "@vintem/domain/subscription"
import { Effect, Option } from "effect"

/** Null if the order is not an open renewal, or if the subscription was canceled. */
export const subscriptionAwaiting = Effect.fnUntraced(function* ({
  company,
  number,
  subscription,
}: OrderDetails): Effect.fn.Return<Subscription | null, StorageUnavailable, SubscriptionRepository> {
  if (subscription === undefined) return null
  const subscriptions = yield* SubscriptionRepository
  const found = yield* subscriptions.find(company, subscription.token)
  const waits = Option.filter(found, ({ canceled, renewal }) => canceled === null && renewal?.order === number)
  return Option.getOrNull(waits)
})
