/** The lives of many subscribers over four hundred days, and what must hold at the end. */

import { saoPauloDate } from "@vintem/domain/calendar"
import { total } from "@vintem/domain/money"
import { attemptState, capturedBy, type Order, statusOf } from "@vintem/domain/order"
import { SubscriptionRepository } from "@vintem/domain/ports"
import { checkSubscription } from "@vintem/domain/subscription"
import { Effect } from "effect"
import { expect } from "vitest"
import { cancelSubscription, type OrderPayment, recordReports } from "../src/index.ts"
import { allOrders, Books, card, cards, inNewShop, inTime, now, pix, slip } from "./shop.ts"
import { allSubscriptions, day, monthly, offer, orderOn, pass, shown } from "./subscribers.ts"

/** The length of a life. */
export const days = 400

/**
 * The subscribers' payments, in turn: cards that are good, that fail later, that answer late or not at all, Pix and
 * slips.
 */
const payments: ReadonlyArray<OrderPayment> = [
  card(cards.approved),
  card(cards.approvedOnce),
  pix(),
  card(cards.silent),
  slip(),
]

const plans = [
  monthly,
  { every: "week", count: 2, cycles: null },
  { every: "day", count: 10, cycles: 12 },
  { every: "month", count: 3, cycles: null },
  { every: "year", count: 1, cycles: 2 },
] as const

const subscribers = Effect.fnUntraced(function* (count: number) {
  const slugs = yield* Effect.forEach(plans, (plan, index) => offer(`plano-${index}`, plan))
  for (let index = 0; index < count; index += 1) {
    const payment = payments[index % payments.length] ?? pix()
    yield* inTime(orderOn(slugs[Math.floor(index / payments.length) % slugs.length] ?? "", payment))
  }
  yield* receiveAll
})

/** Subscribers with a Pix or slip pay it, some of them never again. */
const receiveAll = Effect.gen(function* () {
  let index = 0
  for (const { attempts, details } of yield* allOrders) {
    index += 1
    const open = attempts.find(({ facts }) => attemptState(facts) === "open")
    if (open === undefined || (details.origin === "subscription" && index % 7 === 0)) continue
    yield* recordReports(details.company, details.number, [
      { _tag: "AttemptUpdate", attempt: open.id, fact: "confirmed", report: {}, at: yield* now },
    ])
  }
})

/** Renewals by their subscription, first placed first. */
const byToken = (orders: ReadonlyArray<Order>): ReadonlyMap<string | undefined, ReadonlyArray<Order>> =>
  Map.groupBy(orders, ({ details }) => details.subscription?.token)

/** The final state, without random identifiers. */
const outcome = Effect.gen(function* () {
  const subscriptions = yield* allSubscriptions
  const orders = yield* allOrders
  const renewals = byToken(orders)
  const ofOne = (token: string) =>
    (renewals.get(token) ?? []).map((order) => ({
      period: order.details.subscription?.period,
      placed: saoPauloDate(order.details.placedAt),
      status: statusOf(order),
      attempts: order.attempts.map(({ startedAt, facts }) => [saoPauloDate(startedAt), attemptState(facts)]),
    }))
  return subscriptions.map((subscription) => ({
    ...shown(subscription),
    means: subscription.means._tag,
    canceled: subscription.canceled?.because ?? null,
    renewals: ofOne(subscription.details.token),
  }))
})

/**
 * The pace of a life: every `chunk` days the payers pay, and one cancels; in between the time passes in steps of `step`
 * days.
 */
export interface Pace {
  readonly chunk: number
  readonly step: number
}

/** @returns the final state of each subscription, without random identifiers */
export const life = (count: number, { chunk, step }: Pace) =>
  inNewShop(
    Effect.gen(function* () {
      yield* subscribers(count)
      for (let passed = 0; passed < days; passed += chunk) {
        for (let within = 0; within < chunk; within += step) yield* pass(step * day)
        // In the end nobody pays any more: some are overdue.
        if (passed + 3 * chunk >= days) continue
        yield* receiveAll
        const subscription = (yield* allSubscriptions).at(Math.floor(passed / 40))
        if (subscription !== undefined) {
          const { company, token } = subscription.details
          yield* cancelSubscription({ company, token, keyed: null, encode: () => ({ status: 200, body: "" }) })
        }
      }
      yield* faultless
      return yield* outcome
    }),
  )

/** Logs fold to the stored state; every period was charged by one order, and paid by one payment. */
const faultless = Effect.gen(function* () {
  const subscriptions = yield* SubscriptionRepository
  const orders = yield* allOrders
  const renewalsOf = byToken(orders)
  let paid = 0
  for (const subscription of yield* allSubscriptions) {
    const renewals = renewalsOf.get(subscription.details.token) ?? []
    const log = yield* subscriptions.history(subscription.details.company, subscription.details.token)
    const found = {
      subscription,
      log: log.map((event, index) => ({ sequence: index + 1, event })),
      renewals: renewals.map(({ details }) => ({ period: details.subscription?.period ?? 0, order: details.number })),
    }
    expect(checkSubscription(found)).toEqual([])
    expect(found.renewals.map(({ period }) => period)).toEqual(found.renewals.map((_, index) => index + 2))
    const paidRenewals = renewals.filter((order) => statusOf(order) === "paid").length
    expect(paidRenewals).toBe(subscription.paidPeriods - 1 + (subscription.paidLate === null ? 0 : 1))
    paid += paidRenewals
  }
  // Nobody paid twice for anything: the received money of cards equals the orders' sums, to the centavo.
  const { received } = yield* Books
  const byCard = orders.flatMap(({ attempts }) => attempts).filter(({ _tag }) => _tag === "credit")
  expect(yield* received).toBe(total(byCard.map(capturedBy)))
  return paid
})
