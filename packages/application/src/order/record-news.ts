/**
 * Writes down what was learned about an order, whoever told it: the acquirer's answer, a later message, a timer.
 */
import {
  type AttemptId,
  type CompanyId,
  evolve,
  type Instant,
  type Order,
  type OrderChange,
  type OrderNumber,
  type OrderReport,
  OrderRepository,
  orderMachine,
  SavedCardRepository,
  type Subscription,
  UnitOfWork,
} from "@vintem/domain"
import { Effect, Option } from "effect"
import { keepLink, type ToldLink, toldLink } from "../payment-link/keep-link.ts"
import { keepReceipt } from "../receipt/receipt-work.ts"
import { keepSubscription } from "../subscription/keep-subscription.ts"
import { keepWebhooks } from "../webhook/keep-webhooks.ts"
import { keepWork } from "../work/work-of-order.ts"
import { againOnConflict } from "./again-on-conflict.ts"
import { keepCoupon } from "./keep-coupon.ts"
import { keepCardAttempts } from "./payer-card.ts"

/** The order after the news, and what there was to record of it: nothing where all was known. */
export const heard = (
  order: Order,
  news: ReadonlyArray<OrderReport>,
): { readonly order: Order; readonly events: ReadonlyArray<OrderChange> } => {
  let current = order
  const events: Array<OrderChange> = []
  for (const one of news) {
    for (const event of orderMachine.record(current, one)) {
      events.push(event)
      current = evolve(current, event)
    }
  }
  return { order: current, events }
}

/**
 * Part of a unit: saves what happened to an order as it is stored, and whatever goes with it: notifications, work, receipt, coupon, how its
 * cards count, link, the cards it leaves, its subscription. The one of which it renews a period may be given as it is known: it is compared with the store
 * when it is saved.
 *
 * @returns the order as it is saved: where it paid a link after another order, though the link takes one payment, it knows that too
 */
export const saveHeard = Effect.fnUntraced(function* (
  before: Order,
  changes: ReadonlyArray<OrderChange>,
  subscription?: Subscription,
) {
  const orders = yield* OrderRepository
  const told = yield* toldLink(changes.reduce(evolve, before))
  const events = [...changes, ...duplicateFound(changes.reduce(evolve, before), told)]
  const order = events.reduce(evolve, before)
  yield* orders.save(order, events)
  yield* keepWebhooks(before, events)
  yield* keepWork(order, events)
  yield* keepReceipt(before, order)
  yield* keepCoupon(order)
  yield* keepCardAttempts(order, events)
  if (told !== null) {
    yield* keepLink(told, order)
    yield* Effect.forEach(told.duplicates, (number) => keepDuplicate(order, number, told), { discard: true })
  }
  for (const event of events) {
    if (event._tag === "AttemptReported" || event._tag === "AttemptResolved") {
      yield* keepCard(order, event.attempt, event.at)
    }
  }
  yield* keepSubscription(order, subscription)
  return order
})

/** What an order learns of being the later one of those that paid its link. */
const duplicateFound = (order: Order, told: ToldLink | null): ReadonlyArray<OrderChange> => {
  const of = told?.link.paid?.order
  return of !== undefined && told?.duplicates.includes(order.details.number)
    ? orderMachine.record(order, { _tag: "DuplicatePayment", of, at: order.updatedAt })
    : []
}

/** The same of another order, whose payment was heard of first and was not the first: it learns of it now. */
const keepDuplicate = Effect.fnUntraced(function* (earlier: Order, number: OrderNumber, told: ToldLink) {
  if (number === earlier.details.number) return
  const orders = yield* OrderRepository
  const stored = yield* orders.find(earlier.details.company, number)
  if (Option.isNone(stored)) return
  const before = stored.value.order
  const events = duplicateFound(before, told)
  const order = events.reduce(evolve, before)
  yield* orders.save(order, events)
  yield* keepWebhooks(before, events)
  yield* keepWork(order, events)
})

/** Part of a unit: records news of a stored order, deciding upon what is stored at that moment. */
export const recordNewsInUnit = Effect.fnUntraced(function* (
  company: CompanyId,
  number: OrderNumber,
  news: ReadonlyArray<OrderReport>,
) {
  const orders = yield* OrderRepository
  const stored = yield* orders.find(company, number)
  if (Option.isNone(stored)) return Option.none()
  const order = yield* saveHeard(stored.value.order, heard(stored.value.order, news).events)
  return Option.some({ ...stored.value, order })
})

/**
 * Records news of a stored order.
 *
 * @returns the order afterwards; none where the company has no such order
 */
export const recordNews = Effect.fn("recordNews")(function* (
  company: CompanyId,
  number: OrderNumber,
  news: ReadonlyArray<OrderReport>,
) {
  const { commit } = yield* UnitOfWork
  return yield* commit(recordNewsInUnit(company, number, news))
}, againOnConflict)

/** A card may be charged again only once it was charged: a refused one leaves no token. */
const keepCard = Effect.fnUntraced(function* (order: Order, id: AttemptId, at: Instant) {
  const attempt = order.attempts.find((one) => one.id === id)
  if (attempt?._tag !== "credit" || attempt.cardToken === null || attempt.payment === null) return
  const cards = yield* SavedCardRepository
  yield* cards.add({
    token: attempt.card.token,
    company: order.details.company,
    customer: order.details.customerId,
    acquirerToken: attempt.cardToken,
    brand: attempt.card.brand,
    firstDigits: attempt.card.firstDigits,
    lastDigits: attempt.card.lastDigits,
    createdAt: at,
  })
})
