/** The contract of every store for the storage check. */

import { type Batch, batchCreated, checkBatch, evolveBatch } from "@vintem/domain/batch"
import { CouponCode, CouponPercent } from "@vintem/domain/catalogue"
import { ItemPosition } from "@vintem/domain/identifiers"
import {
  checkOrder,
  isUnanswered,
  ledgerOf,
  type Order,
  type OrderChange,
  placed,
  statusOf,
} from "@vintem/domain/order"
import { checkLink, evolveLink, linkCreated, type PaymentLink } from "@vintem/domain/payment-link"
import {
  BatchRepository,
  beforeAll,
  type CheckedBatch,
  type CheckedDelivery,
  type CheckedLink,
  type CheckedOrder,
  type CheckedSubscription,
  type CheckPlace,
  type CheckWalk,
  type CompanyRepository,
  CouponRepository,
  type CustomerRepository,
  OrderRepository,
  PaymentLinkRepository,
  StorageCheck,
  SubscriptionRepository,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import {
  checkSubscription,
  evolveSubscription,
  type Subscription,
  subscriptionBegun,
} from "@vintem/domain/subscription"
import { checkDelivery, newDelivery, type WebhookDelivery } from "@vintem/domain/webhook"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import fc from "fast-check"
import { describe, expect } from "vitest"
import {
  exampleBatchCreated,
  exampleBatchToken,
  exampleEntries,
  itemsClaimed,
  itemsDone,
} from "../batch/example-batch.ts"
import { histories } from "../order/arbitraries.ts"
import { attemptReported, duplicateFound, orderCanceled, refundReported } from "../order/example-moves.ts"
import { exampleLinkCreated, exampleSlug, payingOrder } from "../payment-link/example-link.ts"
import { linkRemoved, paymentReported, paymentStarted } from "../payment-link/example-link-moves.ts"
import { subscriptionHistories } from "../subscription/arbitraries.ts"
import {
  exampleSubscriptionBegun,
  exampleSubscriptionToken,
  renewalOrder,
} from "../subscription/example-subscription.ts"
import {
  renewalFailed,
  renewalOpened,
  renewalPaid,
  subscriptionCanceled,
} from "../subscription/example-subscription-moves.ts"
import { exampleWebhookEvent } from "../webhook/example-webhook-event.ts"
import { allChecked } from "./all-checked.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { changed, later, numberedOrder, type Parties, started, storeOrder, storeParties } from "./stored-examples.ts"

/** @param layer - a store of its own, and empty, in every build */
export const storageCheckContract = (
  name: string,
  layer: Layer.Layer<
    | StorageCheck
    | OrderRepository
    | PaymentLinkRepository
    | BatchRepository
    | SubscriptionRepository
    | WebhookDeliveryRepository
    | CompanyRepository
    | CouponRepository
    | CustomerRepository,
    unknown
  >,
): void => {
  const { it, law } = onFreshStore(layer)

  describe(`StorageCheck: ${name}`, () => {
    it(
      "finds nothing if nothing is stored",
      Effect.gen(function* () {
        const stored = yield* StorageCheck
        expect(yield* stored.lastId).toBe(0)
        expect(yield* allChecked(stored)).toStrictEqual([])
        const walks: ReadonlyArray<CheckWalk<CheckPlace>> = [
          stored.links,
          stored.batches,
          stored.subscriptions,
          stored.deliveries,
          stored.trailEntries,
        ]
        for (const walk of walks) {
          expect(yield* walk.lastId).toBe(0)
          expect(yield* allChecked(walk)).toStrictEqual([])
        }
        expect(yield* besideOrders).toStrictEqual([])
        expect(yield* overusedCoupons).toStrictEqual([])
      }),
    )

    it(
      "reports a coupon with more uses than it allows, and how many of them are of orders that were paid late",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const parties = yield* storeParties
        const { company } = parties
        const code = CouponCode.make("UMA")
        const discount = { _tag: "percent", percent: CouponPercent.make(1_000) } as const
        yield* coupons.add({ company, code, discount, expiresAt: null, maxUses: 1, createdAt: later(0) })
        const numberOf = (n: number) => numberedOrder(n).number
        const take = (n: number) => coupons.take({ company, code, order: numberOf(n), at: later(0) })
        const late: ReadonlyArray<OrderChange> = [attemptReported(1, "refused"), attemptReported(1, "confirmed")]
        yield* storeOrder({ ...parties, ...numberedOrder(1) }, started(1, 1, "credit"), ...late)
        yield* storeOrder({ ...parties, ...numberedOrder(2) }, started(1, 2, "credit"), attemptReported(1, "confirmed"))
        yield* take(1)
        yield* coupons.giveBack(company, numberOf(1))
        yield* take(2)
        expect(yield* overusedCoupons).toStrictEqual([])
        yield* coupons.countAgain(company, numberOf(1))
        const overused = { company, code, uses: 2, allowed: 1, late: 1 }
        expect(yield* overusedCoupons).toStrictEqual([overused])

        // Two orders that were counted without a late payment, and a use whose order is missing.
        yield* coupons.giveBack(company, numberOf(2))
        for (const n of [3, 4]) {
          yield* storeOrder(
            { ...parties, ...numberedOrder(n) },
            started(1, n, "credit"),
            attemptReported(1, "confirmed"),
          )
        }
        yield* coupons.giveBack(company, numberOf(1))
        for (const n of [3, 4, 5]) {
          yield* take(n)
          yield* coupons.giveBack(company, numberOf(n))
        }
        for (const n of [1, 3, 4, 5]) yield* coupons.countAgain(company, numberOf(n))
        expect(yield* overusedCoupons).toStrictEqual([{ ...overused, uses: 3 }])
      }),
    )

    it(
      "allows a coupon the uses from before its limit was lowered, while they last",
      Effect.gen(function* () {
        const coupons = yield* CouponRepository
        const parties = yield* storeParties
        const { company } = parties
        const code = CouponCode.make("TRES")
        const discount = { _tag: "percent", percent: CouponPercent.make(1_000) } as const
        const terms = { company, code, discount, expiresAt: null, createdAt: later(0) }
        const added = yield* Effect.fromOption(yield* coupons.add({ ...terms, maxUses: null }))
        const numberOf = (n: number) => numberedOrder(n).number
        for (const n of [1, 2, 3]) {
          yield* storeOrder({ ...parties, ...numberedOrder(n) })
          yield* coupons.take({ company, code, order: numberOf(n), at: later(0) })
        }
        yield* coupons.save({ ...added, maxUses: 5 })
        yield* coupons.save({ ...added, maxUses: 1 })
        expect(yield* overusedCoupons).toStrictEqual([])
        yield* coupons.giveBack(company, numberOf(1))
        expect(yield* overusedCoupons).toStrictEqual([])
        yield* coupons.countAgain(company, numberOf(1))
        expect(yield* overusedCoupons).toStrictEqual([{ company, code, uses: 3, allowed: 2, late: 0 }])
        yield* coupons.save({ ...added, maxUses: 4 })
        expect(yield* overusedCoupons).toStrictEqual([])
      }),
    )

    it(
      "shows orders of all companies, from any place and with any limit",
      Effect.gen(function* () {
        const stored = yield* StorageCheck
        const [left, right] = [yield* storeParties, yield* storeParties]
        for (const n of [1, 2, 3, 4, 5]) yield* storeOrder({ ...(n % 2 === 0 ? left : right), ...numberedOrder(n) })
        const found = yield* walked(stored, 5)
        expect(found.map(({ company, id, number }) => [company, id, number])).toStrictEqual(
          [1, 2, 3, 4, 5].map((n) => [(n % 2 === 0 ? left : right).company, n, numberedOrder(n).number]),
        )
      }),
    )

    it(
      "leaves out rows that were stored since a walk began, of any company",
      Effect.gen(function* () {
        const stored = yield* StorageCheck
        const [left, right] = [yield* storeParties, yield* storeParties]
        yield* storeOrder({ ...right, ...numberedOrder(1) })
        const lastId = yield* stored.lastId
        yield* storeOrder({ ...left, ...numberedOrder(2) })
        yield* storeOrder({ ...right, ...numberedOrder(3) })
        const found = yield* stored.scan({ after: beforeAll, lastId, limit: 10 })
        expect(found.map(({ number }) => number)).toStrictEqual([numberedOrder(1).number])
      }),
    )

    it(
      "shows each order with its own log, in its current state",
      Effect.gen(function* () {
        const stored = yield* StorageCheck
        const orders = yield* OrderRepository
        const parties = yield* storeParties
        const before = yield* storeOrder({ ...parties, ...numberedOrder(1) }, started(1, 1))
        const other = yield* storeOrder({ ...parties, ...numberedOrder(2) })
        const after = changed(before, orderCanceled)
        yield* orders.save(before, after, [orderCanceled])
        const [first, second] = yield* allChecked(stored)
        expect(first).toStrictEqual(yield* asFound(1, after))
        expect(second).toStrictEqual(yield* asFound(2, other))
      }),
    )

    law(
      "cleanness: data stored through the repositories has no faults, except for money that went back beyond what came in",
      fc.array(lifelogs, { maxLength: 4 }),
      Effect.fnUntraced(function* (lives) {
        const stored = yield* StorageCheck
        const orders = yield* OrderRepository
        const parties = yield* storeParties
        const excesses: Array<number> = []
        for (const [n, { placing, saves, attemptKeys }] of lives.entries()) {
          // If two lives share a key, only the first can be stored.
          if (lives.slice(0, n).some((life) => life.attemptKeys.some((key) => attemptKeys.includes(key)))) continue
          const own = { ...placing, details: { ...placing.details, ...parties, ...numberedOrder(n) } }
          let order = placed(own)
          yield* orders.add(order, [own])
          for (const changes of saves) {
            const before = order
            order = changed(before, ...changes)
            yield* orders.save(before, order, changes)
          }
          excesses.push(ledgerOf(order).excess)
        }
        const found = yield* allChecked(stored)
        expect(found.flatMap(({ breaches }) => breaches)).toStrictEqual([])
        expect(yield* besideOrders).toStrictEqual([])
        for (const [at, order] of found.entries()) {
          const expected = (excesses[at] ?? 0) > 0 ? ["MoneyExceeded"] : []
          // Generated acquirers capture other amounts, too.
          const breaches = checkOrder(order).filter(({ _tag }) => _tag !== "CapturedDiffers")
          expect(breaches.map(({ _tag }) => _tag)).toStrictEqual(expected)
        }
        expect(found).toHaveLength(excesses.length)
      }),
    )

    it(
      "shows links of all companies, including removed ones, each with its log and the state of its orders",
      Effect.gen(function* () {
        const { links: walk } = yield* StorageCheck
        const repository = yield* PaymentLinkRepository
        const [left, right] = [yield* storeParties, yield* storeParties]
        const [paying, removed, other] = [
          yield* storeLink(left, 1),
          yield* storeLink(right, 2),
          yield* storeLink(left, 3),
        ]
        yield* storeOrder({ ...left, ...numberedOrder(1) }, started(1, 1))
        yield* storeOrder({ ...left, ...numberedOrder(2) }, started(1, 2))
        const starts = [paymentStarted(1), paymentStarted(404)]
        yield* repository.save(starts.reduce(evolveLink, paying), starts)
        yield* repository.save(evolveLink(removed, linkRemoved), [linkRemoved])
        const found = yield* walked(walk, 3)
        expect(found).toStrictEqual([
          yield* linkAsFound(1, starts.reduce(evolveLink, paying), new Map([[numberedOrder(1).number, "in_flight"]])),
          yield* linkAsFound(2, evolveLink(removed, linkRemoved), new Map()),
          yield* linkAsFound(3, other, new Map()),
        ])
        // Of the two orders that the first one waits for, one is not there.
        expect(found.map((link) => checkLink(link).map(({ _tag }) => _tag))).toStrictEqual([["PaymentDiffers"], [], []])
        expect(yield* besideOrders).toStrictEqual([])
      }),
    )

    it(
      "shows the state of each later order's money, for a link that was paid too often",
      Effect.gen(function* () {
        const { links: walk } = yield* StorageCheck
        const repository = yield* PaymentLinkRepository
        const parties = yield* storeParties
        const link = yield* storeLink(parties, 1)
        const numbers = [1, 2, 3, 4]
        const later: Readonly<Record<number, ReadonlyArray<OrderChange>>> = {
          2: [duplicateFound],
          3: [refundReported(1, "requested")],
          4: [refundReported(2, "requested", { amount: 9_999 })],
        }
        yield* Effect.forEach(numbers, (n) => {
          const paid = [started(1, n), attemptReported(1, "confirmed")]
          return storeOrder({ ...parties, ...numberedOrder(n) }, ...paid, ...(later[n] ?? []))
        })
        const payments = [...numbers, 404].map((n) => paymentReported(n, "confirmed"))
        const paid = payments.reduce(evolveLink, link)
        yield* repository.save(paid, payments)
        const [found] = yield* walked(walk, 1)
        const duplicates = new Map([
          [numberedOrder(2).number, "goes_back" as const],
          [numberedOrder(3).number, "goes_back" as const],
          [numberedOrder(4).number, "kept" as const],
        ])
        expect(found).toStrictEqual(yield* linkAsFound(1, paid, new Map(), duplicates))
        expect(found === undefined ? [] : checkLink(found)).toStrictEqual([
          { _tag: "DuplicateKept", order: numberedOrder(4).number },
          { _tag: "DuplicateKept", order: payingOrder(404) },
        ])
      }),
    )

    it(
      "shows batches of all companies, each with its log and its counted rows",
      Effect.gen(function* () {
        const { batches: walk } = yield* StorageCheck
        const repository = yield* BatchRepository
        const links = yield* PaymentLinkRepository
        const [left, right] = [yield* storeParties, yield* storeParties]
        const [working, untouched, lacking] = [
          yield* storeBatch(left, 1),
          yield* storeBatch(right, 2),
          yield* storeBatch(left, 3),
        ]
        const work = [itemsClaimed(4), itemsDone(1, 3, 2)]
        for (const batch of [working, lacking]) yield* repository.save(work.reduce(evolveBatch, batch), work)
        const [first, third] = [yield* storeLink(left, 1, [1, 1]), yield* storeLink(left, 2, [1, 3])]
        yield* links.save(evolveLink(first, linkRemoved), [linkRemoved])
        expect(third.details.batch?.position).toBe(3)
        const found = yield* walked(walk, 3)
        const untouchedCounts = { items: 4, links: 0, failures: 0, lastDone: 0 }
        expect(found).toStrictEqual([
          yield* batchAsFound(1, work.reduce(evolveBatch, working), { items: 4, links: 2, failures: 1, lastDone: 3 }),
          yield* batchAsFound(2, untouched, untouchedCounts),
          yield* batchAsFound(3, work.reduce(evolveBatch, lacking), { ...untouchedCounts, failures: 1, lastDone: 2 }),
        ])
        // The last one lacks the links of two customers who are said to be done.
        expect(found.map((batch) => checkBatch(batch).map(({ _tag }) => _tag))).toStrictEqual([
          [],
          [],
          ["BatchCountDiffers"],
        ])
        expect(yield* besideOrders).toStrictEqual([])
      }),
    )

    it(
      "shows subscriptions of all companies, each with its log and the orders of its renewals",
      Effect.gen(function* () {
        const { subscriptions: walk } = yield* StorageCheck
        const repository = yield* SubscriptionRepository
        const [left, right] = [yield* storeParties, yield* storeParties]
        const [renewed, other] = [yield* storeSubscription(left, 1), yield* storeSubscription(right, 2)]
        const canceled = yield* storeSubscription(left, 3)
        const life = [renewalOpened(), renewalPaid(), renewalOpened({ period: 3 }), renewalFailed({ period: 3 })]
        yield* repository.save(renewed, life.reduce(evolveSubscription, renewed), life)
        yield* repository.save(canceled, evolveSubscription(canceled, subscriptionCanceled()), [subscriptionCanceled()])
        const renewals = [2, 3].map((period) => ({ period, order: renewalOrder(period) }))
        const found = yield* walked(walk, 3)
        expect(found).toStrictEqual([
          yield* subscriptionAsFound(1, life.reduce(evolveSubscription, renewed), renewals),
          yield* subscriptionAsFound(2, other, []),
          yield* subscriptionAsFound(3, evolveSubscription(canceled, subscriptionCanceled()), []),
        ])
        expect(found.flatMap(checkSubscription)).toStrictEqual([])
        expect(yield* besideOrders).toStrictEqual([])
      }),
    )

    law(
      "cleanness: a subscription stored through its repository has no faults, in any state",
      subscriptionHistories,
      Effect.fnUntraced(function* ({ begun: drawn, steps }) {
        const { subscriptions: walk } = yield* StorageCheck
        const repository = yield* SubscriptionRepository
        const { company } = yield* storeParties
        const begun = structuredClone({ ...drawn, details: { ...drawn.details, company } })
        let subscription = subscriptionBegun(begun)
        yield* repository.add(begun)
        for (const { changes } of steps) {
          const before = subscription
          subscription = changes.reduce(evolveSubscription, before)
          yield* repository.save(before, subscription, changes)
        }
        const [found, ...more] = yield* allChecked(walk)
        expect(found?.subscription).toStrictEqual(subscription)
        expect(found?.breaches).toStrictEqual([])
        expect(found === undefined ? null : checkSubscription(found)).toStrictEqual([])
        expect(more).toStrictEqual([])
        expect(yield* besideOrders).toStrictEqual([])
      }),
    )

    it(
      "shows webhook deliveries of all companies, each with the stored one before it",
      Effect.gen(function* () {
        const { deliveries: walk } = yield* StorageCheck
        const repository = yield* WebhookDeliveryRepository
        const [{ company: left }, { company: right }] = [yield* storeParties, yield* storeParties]
        const [first, other] = [exampleWebhookEvent(left, 1), exampleWebhookEvent(right, 2)]
        const [second, third] = [exampleWebhookEvent(left, 1, 2), exampleWebhookEvent(left, 1, 3)]
        yield* repository.add([first, other])
        yield* repository.add([second, third])
        const delivered = {
          ...newDelivery(second),
          state: "delivered",
          nextAttemptAt: null,
          endedAt: later(1),
        } as const
        yield* repository.save(delivered)
        const asStored: ReadonlyArray<readonly [WebhookDelivery, number | null]> = [
          [newDelivery(first), null],
          [newDelivery(other), null],
          [delivered, 1],
          [newDelivery(third), 2],
        ]
        const found = yield* walked(walk, 4)
        expect(found).toStrictEqual(
          asStored.map(
            ([delivery, previous], at): CheckedDelivery => ({
              company: delivery.event.company,
              id: at + 1,
              event: delivery.event.id,
              delivery,
              previous,
              breaches: [],
            }),
          ),
        )
        expect(found.flatMap(checkDelivery)).toStrictEqual([])
        expect(yield* besideOrders).toStrictEqual([])
      }),
    )

    it(
      "shows no fault if earlier notifications were forgotten, and shows a gap as one",
      Effect.gen(function* () {
        const { deliveries: walk } = yield* StorageCheck
        const repository = yield* WebhookDeliveryRepository
        const { company } = yield* storeParties
        const first = newDelivery(exampleWebhookEvent(company, 1))
        yield* repository.add([1, 2, 4].map((sequence) => exampleWebhookEvent(company, 1, sequence)))
        yield* repository.save({ ...first, state: "failed", nextAttemptAt: null, endedAt: later(1) })
        expect(yield* repository.forget(later(2), 10)).toBe(1)
        const found = yield* allChecked(walk)
        expect(found.map(({ previous }) => previous)).toStrictEqual([null, 2])
        expect(found.map(checkDelivery)).toStrictEqual([[], [{ _tag: "SequenceGap", sequence: 4, previous: 2 }]])
        expect(found.flatMap(({ breaches }) => breaches)).toStrictEqual([])
        expect(yield* besideOrders).toStrictEqual([])
      }),
    )
  })
}

/**
 * All rows of a kind, by id, read in pieces of every size; `count` is how many there are. Each store has its own order
 * for them.
 */
const walked = Effect.fnUntraced(function* <Checked extends CheckPlace>(walk: CheckWalk<Checked>, count: number) {
  expect(yield* walk.lastId).toBe(count)
  const all = yield* walk.scan({ after: beforeAll, lastId: count, limit: count + 1 })
  for (const [at, after] of [beforeAll, ...all].entries()) {
    for (let limit = 1; limit <= count + 1; limit++) {
      expect(yield* walk.scan({ after, lastId: count, limit })).toStrictEqual(all.slice(at, at + limit))
    }
  }
  return all.toSorted((one, other) => one.id - other.id)
})

/** Stores the link with this number. @param item - the number of its batch and its position there */
const storeLink = Effect.fnUntraced(function* ({ company }: Parties, n: number, item?: readonly [number, number]) {
  const links = yield* PaymentLinkRepository
  const batch = item === undefined ? null : { token: exampleBatchToken(item[0]), position: ItemPosition.make(item[1]) }
  const created = exampleLinkCreated({ details: { company, slug: exampleSlug(n), batch } })
  yield* links.add([created])
  return linkCreated(created)
})

/** Stores the batch with this number, of four customers. */
const storeBatch = Effect.fnUntraced(function* ({ company }: Parties, n: number) {
  const batches = yield* BatchRepository
  const created = exampleBatchCreated(4, { company, token: exampleBatchToken(n) })
  yield* batches.add(created, exampleEntries(4))
  return batchCreated(created)
})

const storeSubscription = Effect.fnUntraced(function* ({ company }: Parties, n: number) {
  const subscriptions = yield* SubscriptionRepository
  const { number: firstOrder } = numberedOrder(n)
  const begun = exampleSubscriptionBegun({ company, token: exampleSubscriptionToken(n), firstOrder })
  yield* subscriptions.add(begun)
  return subscriptionBegun(begun)
})

const numbered = <Event>(events: ReadonlyArray<Event>) =>
  events.map((event, position) => ({ sequence: position + 1, event }))

const linkAsFound = Effect.fnUntraced(function* (
  id: number,
  link: PaymentLink,
  paymentStates: CheckedLink["paymentStates"],
  duplicates: CheckedLink["duplicates"] = new Map(),
) {
  const { history } = yield* PaymentLinkRepository
  const { company, slug } = link.details
  const log = numbered(yield* history(company, slug))
  const found: CheckedLink = { company, id, slug, link, log, paymentStates, duplicates, breaches: [] }
  return found
})

const batchAsFound = Effect.fnUntraced(function* (id: number, batch: Batch, counted: CheckedBatch["counted"]) {
  const { history } = yield* BatchRepository
  const { company, token } = batch.details
  const found: CheckedBatch = {
    company,
    id,
    token,
    batch,
    log: numbered(yield* history(company, token)),
    counted,
    breaches: [],
  }
  return found
})

const subscriptionAsFound = Effect.fnUntraced(function* (
  id: number,
  subscription: Subscription,
  renewals: CheckedSubscription["renewals"],
) {
  const { history } = yield* SubscriptionRepository
  const { company, token } = subscription.details
  const log = numbered(yield* history(company, token))
  const found: CheckedSubscription = { company, id, token, subscription, log, renewals, breaches: [] }
  return found
})

const besideOrders = Effect.gen(function* () {
  const stored = yield* StorageCheck
  return (yield* Stream.runCollect(stored.besideOrders)).flat()
})

const overusedCoupons = Effect.gen(function* () {
  const stored = yield* StorageCheck
  return (yield* Stream.runCollect(stored.overusedCoupons)).flat()
})

/** An order without faults, as a scan shows it. */
const asFound = Effect.fnUntraced(function* (id: number, order: Order) {
  const orders = yield* OrderRepository
  const { company, number } = order.details
  const log = numbered(yield* orders.history(company, number))
  const unanswered = order.attempts.filter(({ facts }) => isUnanswered(facts)).map(({ key }) => key)
  const found: CheckedOrder = { company, id, number, status: statusOf(order), order, log, unanswered, breaches: [] }
  return found
})

/** Whole histories, as changes to save one after the other. */
const lifelogs = histories.map(({ cast, steps }) => {
  const saves: ReadonlyArray<ReadonlyArray<OrderChange>> = steps
    .map(({ changes }) => changes)
    .filter((changes) => changes.length > 0)
  return structuredClone({ placing: cast.placing, attemptKeys: cast.attempts.map(({ key }) => key), saves })
})
