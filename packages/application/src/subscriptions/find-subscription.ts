/**
 * Finds a subscription for its company.
 */
import type { CompanyId, SubscriptionToken } from "@vintem/domain/identifiers"
import { type StorageUnavailable, SubscriptionRepository } from "@vintem/domain/ports"
import type { Subscription } from "@vintem/domain/subscription"
import { Effect, Option, Schema } from "effect"

/** The company has no such subscription; other companies' subscriptions do not count. Nothing was done. */
export class NoSuchSubscription extends Schema.TaggedError<NoSuchSubscription>()("NoSuchSubscription", {}) {}

/** Fails with `NoSuchSubscription`. */
export const findSubscription = Effect.fnUntraced(function* (
  company: CompanyId,
  token: SubscriptionToken,
): Effect.fn.Return<Subscription, NoSuchSubscription | StorageUnavailable, SubscriptionRepository> {
  const subscriptions = yield* SubscriptionRepository
  const found = yield* subscriptions.find(company, token)
  return Option.isNone(found) ? yield* new NoSuchSubscription() : found.value
})
