/**
 * Subscriptions, their logs and their renewals in memory.
 */
import { emailKey } from "@vintem/domain/customer"
import type { CompanyId, SubscriptionToken } from "@vintem/domain/identifiers"
import { SubscriptionConflict, type SubscriptionFilter, SubscriptionRepository } from "@vintem/domain/ports"
import {
  paidPeriodOf,
  type Subscription,
  type SubscriptionEvent,
  subscriptionBegun,
  subscriptionStatusOf,
} from "@vintem/domain/subscription"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { areNew, requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  SubscriptionRepository,
  Effect.gen(function* () {
    const {
      changes,
      companies,
      renewalOrders,
      renewals,
      subscriptionByFirstOrder,
      subscriptionEvents,
      subscriptions,
      undoLog,
    } = yield* Tables

    const put = (subscription: Subscription, versionRead: number, events: ReadonlyArray<SubscriptionEvent>): void => {
      const { company, token } = subscription.details
      subscriptions.put(token, subscription)
      undoLog.onceFinal(() => changes.tell([{ kind: "subscription", company, id: token }]))
      for (const [n, event] of events.entries()) {
        subscriptionEvents.put(compositeKey(token, versionRead + n + 1), event)
        if (event._tag !== "RenewalOpened") continue
        renewals.put(compositeKey(token, event.period), event.order)
        renewalOrders.put(event.order, true)
      }
    }

    const find = (company: CompanyId, token: SubscriptionToken | undefined): Option.Option<Subscription> =>
      Option.fromUndefinedOr(token === undefined ? undefined : subscriptions.get(token)).pipe(
        Option.filter(({ details }) => details.company === company),
      )

    return SubscriptionRepository.of({
      add: (begun) =>
        Effect.sync(() => {
          const { company, token, firstOrder } = begun.details
          requireAll([
            ["subscription.company exists", companies.has(company)],
            ["subscription.token is unique", !subscriptions.has(token)],
            ["subscription.firstOrder is unique", !subscriptionByFirstOrder.has(firstOrder)],
          ])
          put(subscriptionBegun(begun), 0, [begun])
          subscriptionByFirstOrder.put(firstOrder, token)
        }),

      save: (before, subscription, events) =>
        Effect.suspend(() => {
          if (events.length === 0) return Effect.void
          const { token } = subscription.details
          const versionRead = before.version
          const held = subscriptions.get(token)
          if (held?.version !== versionRead) return Effect.fail(new SubscriptionConflict({ token, versionRead }))
          const opened = events.flatMap((event) => (event._tag === "RenewalOpened" ? [event] : []))
          const periods = opened.map(({ period }) => compositeKey(token, period))
          const orders = opened.map(({ order }) => order)
          requireAll([
            ["renewal.period has one order", areNew(periods, (period) => renewals.has(period))],
            ["renewal.order is unique", areNew(orders, (order) => renewalOrders.has(order))],
          ])
          put({ ...subscription, details: held.details }, versionRead, events)
          return Effect.void
        }),

      find: (company, token) => Effect.sync(() => find(company, token)),

      findByFirstOrder: (company, order) => Effect.sync(() => find(company, subscriptionByFirstOrder.get(order))),

      list: (company, filter, page) =>
        Effect.sync(() =>
          pageOf(
            subscriptions
              .newestFirst()
              .filter((subscription) => subscription.details.company === company && isWithin(filter, subscription)),
            page,
          ),
        ),

      history: (company, token) =>
        Effect.sync(() => {
          const length = Option.match(find(company, token), { onNone: () => 0, onSome: ({ version }) => version })
          return Array.from({ length }, (_, n) => subscriptionEvents.get(compositeKey(token, n + 1))).filter(
            (event) => event !== undefined,
          )
        }),
    })
  }),
)

const isWithin = (
  { status, token, checkout, email, nextCharge }: SubscriptionFilter,
  subscription: Subscription,
): boolean => {
  const { details } = subscription
  return (
    (status === undefined || subscriptionStatusOf(subscription) === status) &&
    (token === undefined || details.token === token) &&
    (checkout === undefined || details.checkout.slug === checkout) &&
    (email === undefined || emailKey(details.customer.email) === emailKey(email)) &&
    (nextCharge === undefined || paidPeriodOf(subscription).nextCharge === nextCharge)
  )
}
