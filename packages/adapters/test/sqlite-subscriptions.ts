/** Numbered subscriptions of a company, and reminders of its links. */
import { LocalDate } from "@vintem/domain/calendar"
import { type Email, parseEmail } from "@vintem/domain/customer"
import { OrderNumber, type SubscriptionToken } from "@vintem/domain/identifiers"
import { PageNumber, ReminderLog, SubscriptionRepository } from "@vintem/domain/ports"
import { evolveSubscription, subscriptionBegun } from "@vintem/domain/subscription"
import {
  exampleCustomer,
  exampleSubscriptionBegun,
  exampleSubscriptionToken,
  renewalFailed,
  renewalOpened,
  subscriptionCanceled,
} from "@vintem/testing"
import { Effect, Result } from "effect"
import { tokenOfRule } from "./sqlite-catalogue.ts"
import { slugOfLink } from "./sqlite-payment-links.ts"
import type { Shop } from "./sqlite-shop.ts"

type Owner = Pick<Shop, "company">

export const tokenOfSubscription = (n: number): SubscriptionToken => exampleSubscriptionToken(n)
export const firstOrderOfSubscription = (n: number): OrderNumber => OrderNumber.make(`PRIMEIRO${n}`)

/** Every hundredth has its own checkout and subscriber. */
export const slugOfSubscription = (n: number): string => (n % 100 === 3 ? `clube-${n}` : "clube")
export const emailOfSubscription = (n: number): Email =>
  n % 100 === 3 ? Result.getOrThrow(parseEmail(`ana.${n}@example.com`)) : exampleCustomer.email

const beginning = ({ company }: Owner, n: number) =>
  exampleSubscriptionBegun({
    company,
    token: tokenOfSubscription(n),
    firstOrder: firstOrderOfSubscription(n),
    checkout: { title: "Clube", slug: slugOfSubscription(n), product: null },
    customer: { ...exampleCustomer, email: emailOfSubscription(n) },
  })

/** Stores a subscription whose first renewal has failed. */
export const updateSubscription = Effect.fnUntraced(function* (owner: Owner, n: number) {
  const subscriptions = yield* SubscriptionRepository
  const begun = beginning(owner, n)
  yield* subscriptions.add(begun)
  const order = OrderNumber.make(`RENOVA${n}`)
  const changes = [
    { ...renewalOpened(), order },
    { ...renewalFailed(), order },
  ]
  const before = subscriptionBegun(begun)
  const subscription = changes.reduce(evolveSubscription, before)
  yield* subscriptions.save(before, subscription, changes)
  return subscription
})

/** Calls every method for the objects of a number. */
export const useSubscriptions = Effect.fnUntraced(function* (owner: Owner, n: number) {
  const subscriptions = yield* SubscriptionRepository
  const log = yield* ReminderLog
  const kept = yield* updateSubscription(owner, n)
  yield* subscriptions.find(owner.company, kept.details.token)
  yield* subscriptions.findByFirstOrder(owner.company, kept.details.firstOrder)
  yield* subscriptions.history(owner.company, kept.details.token)
  yield* subscriptions.save(kept, evolveSubscription(kept, subscriptionCanceled()), [subscriptionCanceled()])
  for (const page of [1, 3, 1_000_000]) {
    yield* subscriptions.list(owner.company, {}, { page: PageNumber.make(page), size: 15 })
  }
  const reminder = {
    company: owner.company,
    link: slugOfLink(n),
    rule: tokenOfRule(1),
    day: LocalDate.make("2026-03-01"),
  }
  yield* log.take(reminder)
  yield* log.holdBack(reminder, "company")
  yield* log.ofLink(owner.company, reminder.link, 10)
  yield* log.giveBack(reminder)
})
