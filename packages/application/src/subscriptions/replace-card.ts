/** Makes another of the customer's cards pay a subscription. An overdue renewal is tried with it at once. */
import { instant } from "@vintem/domain/calendar"
import type { CompanyId, SavedCardToken, SubscriptionToken } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import {
  SavedCardRepository,
  type StorageUnavailable,
  type Stores,
  type SubscriptionConflict,
  UnitOfWork,
} from "@vintem/domain/ports"
import {
  type Subscription,
  type SubscriptionRefused,
  subscriptionMachine,
  subscriptionStatusOf,
} from "@vintem/domain/subscription"
import { Clock, Effect, Option, Result } from "effect"
import { saveSubscription } from "../reactions/save-subscription.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"
import { findSubscription, type NoSuchSubscription } from "./find-subscription.ts"

/** The subscription, and its new card. */
export interface ReplaceCard {
  readonly company: CompanyId
  readonly token: SubscriptionToken
  readonly card: SavedCardToken
}

/** How `replaceCard` ended. */
export type ReplaceCardOutcome =
  | { readonly _tag: "Replaced"; readonly subscription: Subscription }
  /** The subscriber has no such card; other customers' cards do not count. Nothing was changed. */
  | { readonly _tag: "UnknownCard" }
  | { readonly _tag: "Refused"; readonly refusal: SubscriptionRefused }

/** Fails with `NoSuchSubscription`. */
export const replaceCard = Effect.fn("replaceCard")(function* ({
  company,
  token,
  card,
}: ReplaceCard): Effect.fn.Return<
  ReplaceCardOutcome,
  NoSuchSubscription | StorageUnavailable | SubscriptionConflict,
  Stores
> {
  const { commit } = yield* UnitOfWork
  const at = instant(yield* Clock.currentTimeMillis)
  const unit = Effect.gen(function* () {
    const cards = yield* SavedCardRepository
    const subscription = yield* findSubscription(company, token)
    const saved = yield* cards.find(company, card)
    if (Option.isNone(saved) || saved.value.customer !== subscription.details.customerId) {
      return { _tag: "UnknownCard" } satisfies ReplaceCardOutcome
    }
    const { brand, firstDigits, lastDigits } = saved.value
    const charged = { token: card, brand, firstDigits, lastDigits }
    const decided = decide(subscriptionMachine, subscription, { _tag: "ReplaceCard", card: charged, at })
    if (Result.isFailure(decided)) return { _tag: "Refused", refusal: decided.failure } satisfies ReplaceCardOutcome
    const after = yield* saveSubscription(subscription, decided.success)
    if (decided.success.length > 0) {
      yield* recordInCompany(company, {
        action: "subscription.replace_card",
        subject: token,
        before: { status: subscriptionStatusOf(subscription) },
        after: { status: subscriptionStatusOf(after), card: { brand, lastDigits } },
      })
    }
    return { _tag: "Replaced", subscription: after } satisfies ReplaceCardOutcome
  })
  return yield* againOnConflict(commit(unit))
})
