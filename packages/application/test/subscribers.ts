/** Subscribers for stories: a recurring checkout, those who order on it, and the clock that makes their months pass. */
import { type Instant, instant, parseLocalDate, startOfDay } from "@vintem/domain/calendar"
import { CheckoutSlug, type OrderItem, type Recurrence } from "@vintem/domain/catalogue"
import { firstAttempt } from "@vintem/domain/identifiers"
import { centavos, zero } from "@vintem/domain/money"
import { attemptState, type Order } from "@vintem/domain/order"
import {
  CheckoutRepository,
  JobQueue,
  PageNumber,
  ProductRepository,
  SubscriptionRepository,
} from "@vintem/domain/ports"
import { paidPeriodOf, type Subscription, subscriptionStatusOf } from "@vintem/domain/subscription"
import { exampleAddress, exampleCustomer } from "@vintem/testing"
import { Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import {
  type CheckoutOrderRefusal,
  cancelSubscription,
  type OrderPayment,
  type PayOrder,
  type PlaceCheckoutOrder,
  type PlaceOrderOutcome,
  payOrder,
  placeCheckoutOrder,
  queueUnanswered,
  recordReports,
  runDueJobs,
} from "../src/index.ts"
import { acquirerTimeoutMillis, allOrders, card, cards, homeAddress, now, onlyOrder, Seller } from "./shop.ts"

export const day = 86_400_000
export const monthly: Recurrence = { every: "month", count: 1, cycles: null }

/** A story's changes of the default subscriber: R$ 50,00 a month by an approved card. */
export interface Wish {
  readonly payment?: OrderPayment
  readonly recurrence?: Recurrence
  readonly items?: ReadonlyArray<OrderItem>
  readonly slug?: string
  readonly couponCode?: string
}

/** Makes the checkout, if there is none with that name. */
export const offer = Effect.fnUntraced(function* (name: string, recurrence: Recurrence | null, price = 5_000) {
  const { id: company } = yield* Seller
  const products = yield* ProductRepository
  const checkouts = yield* CheckoutRepository
  const slug = CheckoutSlug.make(name)
  const createdAt = yield* now
  const { id: product } = yield* products.add({
    company,
    sku: "clube",
    title: "Clube",
    unitPrice: centavos(price),
    priceCost: null,
    createdAt,
  })
  const details = { title: "Clube", product, quantity: 1, recurrence, redirectAfterSuccess: null }
  yield* checkouts.add({ company, slug, ...details, createdAt })
  return slug
})

/** Orders on a checkout. */
export const orderOn = Effect.fnUntraced(function* (checkout: string, payment: OrderPayment, wish: Wish = {}) {
  const company = yield* Seller
  const asked: PlaceCheckoutOrder = {
    company,
    order: {
      checkout,
      src: "campanha",
      ref: null,
      couponCode: wish.couponCode ?? null,
      customer: exampleCustomer,
      address: exampleAddress,
      items: wish.items ?? [],
      payment,
      applyInterest: false,
      customTotal: null,
      customQuantity: null,
      shipping: { method: null, name: null, total: zero },
    },
    keyed: null,
    encode: (outcome) => ({ status: 200, body: bodyOf(outcome) }),
  }
  return yield* placeCheckoutOrder(asked)
})

const bodyOf = (outcome: PlaceOrderOutcome<CheckoutOrderRefusal>): string =>
  outcome._tag === "Placed"
    ? outcome.order.details.number
    : JSON.stringify(outcome._tag === "Refused" ? outcome.refusal : outcome)

/** A subscriber who orders on their own checkout. */
export const subscribe = Effect.fnUntraced(function* (wish: Wish = {}) {
  const slug = yield* offer(wish.slug ?? "clube", wish.recurrence ?? monthly)
  return yield* orderOn(slug, wish.payment ?? card(cards.approved), wish)
})

export const allSubscriptions = Effect.gen(function* () {
  const { id } = yield* Seller
  const { list } = yield* SubscriptionRepository
  return (yield* list(id, {}, { page: PageNumber.make(1), size: 10_000 })).entries.toReversed()
})

/** The only subscription of a story. */
export const onlySubscription = Effect.gen(function* () {
  const [subscription, ...more] = yield* allSubscriptions
  if (subscription === undefined || more.length > 0) return yield* Effect.die(new Error("There is one subscription."))
  return subscription
})

/** A subscription, in short. */
export const shown = (subscription: Subscription) => {
  const { from, to, nextCharge } = paidPeriodOf(subscription)
  return { status: subscriptionStatusOf(subscription), from, to, nextCharge }
}

/** Lets time pass, and runs everything that falls due on the way at its hour. */
export const pass = Effect.fnUntraced(function* (millis: number) {
  const { nextDueIn } = yield* JobQueue
  const until = (yield* now) + millis
  while (true) {
    // Like the service after a restart.
    yield* queueUnanswered(instant((yield* now) + 1))
    const due = yield* nextDueIn("work")
    if (due === null || due > until) break
    yield* TestClock.setTime(Math.max(due, yield* now))
    yield* workInTime
  }
  yield* TestClock.setTime(Math.max(until, yield* now))
})

/** Runs due jobs, and waits for a silent acquirer. */
const workInTime = Effect.gen(function* () {
  const working = yield* Effect.forkChild(runDueJobs())
  for (let tick = 0; tick < 2_000 && working.pollUnsafe() === undefined; tick += 1) yield* Effect.yieldNow
  if (working.pollUnsafe() === undefined) yield* TestClock.adjust(acquirerTimeoutMillis)
  yield* Fiber.await(working)
})

/** Lets time pass up to an instant. */
export const passUntil = (at: Instant) => Effect.flatMap(now, (from) => pass(at - from))

/** Midnight in São Paulo, of a day such as `2026-04-02`. */
export const midnightOf = (date: string) => startOfDay(Result.getOrThrow(parseLocalDate(date)))

/** Orders that charge a period, first placed first. */
export const renewals = Effect.map(allOrders, (orders) =>
  orders.filter(({ details }) => details.origin === "subscription"),
)

/** The only renewal of a story. */
export const onlyRenewal = Effect.map(renewals, (found) => {
  const [order, ...more] = found
  if (order === undefined || more.length > 0) throw new Error(`There are ${found.length} renewals.`)
  return order
})

/** Cancels a subscription for its company. */
export const endSubscription = Effect.fnUntraced(function* ({ details: { company, token } }: Subscription) {
  return yield* cancelSubscription({ company, token, keyed: null, encode: () => ({ status: 200, body: "canceled" }) })
})

/** Pays an order like a payer with its link. */
export const pay = Effect.fnUntraced(function* (order: PayOrder["order"], payment: OrderPayment) {
  const company = yield* Seller
  return yield* payOrder({
    company,
    order,
    payment,
    visitor: homeAddress,
    total: null,
    keyed: null,
    encode: (outcome) => ({ status: 200, body: outcome._tag }),
  })
})

/** The money of a Pix or slip comes in. */
export const received = Effect.fnUntraced(function* ({ details, attempts }: Order) {
  const open = attempts.find(({ facts }) => attemptState(facts) === "open")
  yield* recordReports(details.company, details.number, [
    { _tag: "AttemptUpdate", attempt: open?.id ?? firstAttempt, fact: "confirmed", report: {}, at: yield* now },
  ])
})

/** A subscriber by Pix or slip, who has paid the first one. */
export const paidFirst = Effect.fnUntraced(function* (payment: OrderPayment) {
  yield* subscribe({ payment })
  yield* received(yield* onlyOrder)
})
