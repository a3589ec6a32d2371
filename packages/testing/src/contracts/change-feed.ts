/** The contract of every change feed. */

import { batchCreated } from "@vintem/domain/batch"
import { CompanyId, ItemPosition } from "@vintem/domain/identifiers"
import type { Order } from "@vintem/domain/order"
import { evolveLink, type LinkChange } from "@vintem/domain/payment-link"
import {
  BatchRepository,
  type Change,
  ChangedKind,
  ChangeFeed,
  type CompanyRepository,
  type CustomerRepository,
  changesKeptMin,
  changesWaitingMax,
  OrderRepository,
  PaymentLinkRepository,
  SubscriptionRepository,
  UnitOfWork,
  type WantedChanges,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import { evolveSubscription, type SubscriptionChange } from "@vintem/domain/subscription"
import { newDelivery, type WebhookEvent } from "@vintem/domain/webhook"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import fc from "fast-check"
import { describe, expect } from "vitest"
import {
  customersAdded,
  exampleBatch,
  exampleBatchCreated,
  exampleBatchToken,
  exampleEntries,
} from "../batch/example-batch.ts"
import { exampleLinkCreated, exampleSlug } from "../payment-link/example-link.ts"
import { linkRemoved, linkUpdated } from "../payment-link/example-link-moves.ts"
import { exampleSubscriptionBegun, exampleSubscriptionToken } from "../subscription/example-subscription.ts"
import { cardReplaced, renewalOpened, subscriptionCanceled } from "../subscription/example-subscription-moves.ts"
import { exampleWebhookEvent } from "../webhook/example-webhook-event.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { changed, later, numberedOrder, started, storeCompany, storeOrder, storeParties } from "./stored-examples.ts"

type Stores =
  | BatchRepository
  | ChangeFeed
  | CompanyRepository
  | CustomerRepository
  | OrderRepository
  | PaymentLinkRepository
  | SubscriptionRepository
  | UnitOfWork
  | WebhookDeliveryRepository

/** @param layer - builds a new, empty store each time */
export const changeFeedContract = (name: string, layer: Layer.Layer<Stores, unknown>): void => {
  const { it, law } = onFreshStore(layer)

  describe(`ChangeFeed: ${name}`, () => {
    it(
      "reports an order that is placed and changed, a batch, a link, a subscription and a delivery",
      Effect.gen(function* () {
        const parties = yield* storeParties
        const listener = yield* listenerTo(parties.company)
        const order = yield* storeOrder({ ...parties, ...numberedOrder(1) })
        expect(yield* listener.told).toStrictEqual([orderChange(order)])
        yield* begin(order, 1)
        expect(yield* listener.told).toStrictEqual([orderChange(order)])
        const ofNoProduct = yield* storeOrder({ ...parties, ...numberedOrder(2), items: [] })
        expect(yield* listener.told).toStrictEqual([orderChange(ofNoProduct)])
        yield* storeBatch(parties.company, 1)
        expect(yield* listener.told).toStrictEqual([batchChange(parties.company, 1)])
        yield* extendBatch(parties.company, 1)
        expect(yield* listener.told).toStrictEqual([batchChange(parties.company, 1)])
        yield* storeLink(parties.company, 1)
        expect(yield* listener.told).toStrictEqual([linkChange(parties.company, 1)])
        for (const event of [linkUpdated({ title: "Outra" }), linkRemoved]) {
          yield* changeLink(parties.company, 1, event)
          expect(yield* listener.told).toStrictEqual([linkChange(parties.company, 1)])
        }
        yield* storeSubscription(parties.company, 1)
        expect(yield* listener.told).toStrictEqual([subscriptionChange(parties.company, 1)])
        for (const event of [renewalOpened(), cardReplaced(2), subscriptionCanceled()]) {
          yield* changeSubscription(parties.company, 1, event)
          expect(yield* listener.told).toStrictEqual([subscriptionChange(parties.company, 1)])
        }
        const deliveries = yield* WebhookDeliveryRepository
        const event = exampleWebhookEvent(parties.company, 1)
        yield* deliveries.add([event])
        expect(yield* listener.told).toStrictEqual([deliveryChange(event)])
        const tried = { ...newDelivery(event), tries: 1, nextAttemptAt: later(1) }
        expect(yield* deliveries.save(tried)).toBe(true)
        expect(yield* listener.told).toStrictEqual([deliveryChange(event)])
        yield* deliveries.saveAsRead([{ read: tried, after: { ...tried, tries: 2 } }])
        expect(yield* listener.told).toStrictEqual([deliveryChange(event)])
        expect(yield* listener.told).toStrictEqual([])
      }).pipe(Effect.scoped),
    )

    it(
      "reports the new links of a batch through the batch only, and each later change of one",
      Effect.gen(function* () {
        const { company } = yield* storeParties
        const { commit } = yield* UnitOfWork
        yield* storeBatch(company, 1)
        const listener = yield* listenerTo(company)
        yield* commit(Effect.andThen(storeLinkOfBatch(company, 1, 1), extendBatch(company, 1)))
        expect(yield* listener.told).toStrictEqual([batchChange(company, 1)])
        yield* changeLink(company, 1, linkRemoved)
        expect(yield* listener.told).toStrictEqual([linkChange(company, 1)])
      }).pipe(Effect.scoped),
    )

    it(
      "does not report calls that wrote nothing: a conflict, no events, a delivery that is gone or changed",
      Effect.gen(function* () {
        const parties = yield* storeParties
        const orders = yield* OrderRepository
        const batches = yield* BatchRepository
        const deliveries = yield* WebhookDeliveryRepository
        const order = yield* storeOrder({ ...parties, ...numberedOrder(1) })
        yield* begin(order, 1)
        yield* storeBatch(parties.company, 1)
        yield* extendBatch(parties.company, 1)
        const event = exampleWebhookEvent(parties.company, 1)
        yield* deliveries.add([event])
        yield* storeLink(parties.company, 1)
        yield* changeLink(parties.company, 1, linkRemoved)
        yield* storeSubscription(parties.company, 1)
        yield* changeSubscription(parties.company, 1, renewalOpened())
        const listener = yield* listenerTo(parties.company)
        yield* Effect.flip(begin(order, 2))
        yield* orders.save(order, order, [])
        yield* Effect.flip(extendBatch(parties.company, 1))
        yield* batches.save(exampleBatch(1), [])
        yield* Effect.flip(changeLink(parties.company, 1, linkRemoved, 0))
        yield* Effect.flip(changeSubscription(parties.company, 1, cardReplaced(2), 0))
        const { add } = yield* PaymentLinkRepository
        yield* add([])
        yield* deliveries.add([])
        yield* deliveries.save(newDelivery(exampleWebhookEvent(parties.company, 2)))
        const another = { ...newDelivery(event), tries: 7 }
        yield* deliveries.saveAsRead([{ read: another, after: { ...another, tries: 8 } }])
        expect(yield* listener.told).toStrictEqual([])
      }).pipe(Effect.scoped),
    )

    it(
      "reports a unit when it is committed, as a whole, and a rolled-back one never",
      Effect.gen(function* () {
        const parties = yield* storeParties
        const { commit } = yield* UnitOfWork
        const listener = yield* listenerTo(parties.company)
        const unit = Effect.gen(function* () {
          const order = yield* storeOrder({ ...parties, ...numberedOrder(1) })
          yield* storeBatch(parties.company, 1)
          yield* begin(order, 1)
          return yield* listener.told
        })
        yield* Effect.exit(commit(Effect.andThen(unit, Effect.fail("given up"))))
        yield* Effect.exit(commit(Effect.andThen(unit, Effect.die("a defect"))))
        expect(yield* listener.told).toStrictEqual([])
        expect(yield* commit(unit)).toStrictEqual([])
        expect(yield* listener.told).toStrictEqual([orderOf(parties.company, 1), batchChange(parties.company, 1)])
      }).pipe(Effect.scoped),
    )

    it(
      "reports a change only when it can be read",
      Effect.gen(function* () {
        const parties = yield* storeParties
        const orders = yield* OrderRepository
        const listener = yield* listenerTo(parties.company)
        const read = yield* Effect.forkChild(
          Effect.andThen(listener.arrival, orders.find(parties.company, numberedOrder(1).number)),
          { startImmediately: true },
        )
        const order = yield* storeOrder({ ...parties, ...numberedOrder(1) })
        const found = yield* Effect.fromOption(yield* Fiber.join(read))
        expect(found.order.details.number).toBe(order.details.number)
      }).pipe(Effect.scoped),
    )

    it(
      "reports no change of another company or of an unwanted kind, and each thing once",
      Effect.gen(function* () {
        const one = yield* storeParties
        const other = yield* storeCompany()
        const ofOrders = yield* listenerTo(one.company, { kinds: new Set(["order"]) })
        const ofBatches = yield* listenerTo(one.company, { kinds: new Set(["batch"]) })
        const ofOther = yield* listenerTo(other.id)
        const order = yield* storeOrder({ ...one, ...numberedOrder(1) })
        yield* storeBatch(one.company, 1)
        yield* storeBatch(other.id, 2)
        yield* storeOrder({ ...one, ...numberedOrder(2) })
        yield* begin(order, 1)
        yield* extendBatch(one.company, 1)
        expect(yield* ofOrders.told).toStrictEqual([1, 2].map((n) => orderOf(one.company, n)))
        expect(yield* ofBatches.told).toStrictEqual([batchChange(one.company, 1)])
        expect(yield* ofOther.told).toStrictEqual([batchChange(other.id, 2)])
      }).pipe(Effect.scoped),
    )

    it(
      "makes a new listener read first, and lets a returning one resume from its position",
      Effect.gen(function* () {
        const { company } = yield* storeParties
        const feed = yield* ChangeFeed
        const first = yield* Effect.scoped(Effect.flatMap(feed.listen(wantedOf(company)), ({ take }) => take))
        expect(first.changes).toBe(null)
        expect(first.position).toMatch(/^[A-Za-z0-9.-]{1,64}$/u)
        yield* storeBatch(company, 1)
        yield* storeBatch((yield* storeCompany()).id, 2)
        yield* storeBatch(company, 3)
        const back = yield* feed.listen(wantedOf(company, { after: first.position }))
        yield* back.arrival
        const told = yield* back.take
        expect(told.changes).toStrictEqual([1, 3].map((n) => batchChange(company, n)))
        const upToDate = yield* feed.listen(wantedOf(company, { after: told.position }))
        expect((yield* upToDate.take).changes).toStrictEqual([])
      }).pipe(Effect.scoped),
    )

    it(
      "makes every listener read again, and every one that returns later",
      Effect.gen(function* () {
        const { company } = yield* storeParties
        const feed = yield* ChangeFeed
        const listener = yield* feed.listen(wantedOf(company))
        const { position } = yield* listener.take
        yield* storeBatch(company, 1)
        yield* feed.readAgain
        yield* storeBatch(company, 2)
        yield* listener.arrival
        expect((yield* listener.take).changes).toBe(null)
        yield* storeBatch(company, 3)
        expect((yield* listener.take).changes).toStrictEqual([batchChange(company, 3)])
        const back = yield* feed.listen(wantedOf(company, { after: position }))
        expect((yield* back.take).changes).toBe(null)
      }).pipe(Effect.scoped),
    )

    it(
      "makes a listener with an unknown position read again",
      Effect.gen(function* () {
        const { company } = yield* storeParties
        const feed = yield* ChangeFeed
        const { position } = yield* Effect.flatMap(feed.listen(wantedOf(company)), ({ take }) => take)
        const another = CompanyId.make(company + 1)
        const ofAnother = yield* Effect.flatMap(feed.listen(wantedOf(another)), ({ take }) => take)
        const unknown = [
          "",
          ".",
          "1",
          `${position}0`,
          `${position} `,
          `${position}\n`,
          `0${position}`,
          "00000000-0000-4000-8000-000000000000.1",
          position.replace(/.$/u, (last) => (last === "0" ? "1" : "0")),
          position.toUpperCase().replace(/^[^A-Z]*$/u, "-"),
          ofAnother.position,
          "9".repeat(100_000),
          "\u{0}🙂",
        ]
        for (const after of unknown) {
          const { take } = yield* feed.listen(wantedOf(company, { after }))
          expect((yield* take).changes).toBe(null)
        }
      }).pipe(Effect.scoped),
    )

    it(
      "stores a bounded number of changes for a listener that does not take them, and for one that returns",
      Effect.gen(function* () {
        const { id: company } = yield* storeCompany()
        const deliveries = yield* WebhookDeliveryRepository
        const feed = yield* ChangeFeed
        const store = (from: number, count: number) =>
          deliveries.add(Array.from({ length: count }, (_, n) => exampleWebhookEvent(company, from + n)))
        const listener = yield* feed.listen(wantedOf(company))
        const { position } = yield* listener.take
        yield* store(1, changesWaitingMax)
        expect((yield* listener.take).changes).toHaveLength(changesWaitingMax)
        yield* store(1_000, changesWaitingMax + 1)
        expect((yield* listener.take).changes).toBe(null)
        yield* store(2_000, 1)
        const told = yield* listener.take
        expect(told.changes).toHaveLength(1)
        const ofOrders = { kinds: new Set(["order"] as const), after: position }
        const soon = yield* feed.listen(wantedOf(company, ofOrders))
        expect((yield* soon.take).changes).toStrictEqual([])
        for (let n = 3; n * 1_000 < changesKeptMin + 3_000; n += 1) yield* store(n * 1_000, 1_000)
        const late = yield* feed.listen(wantedOf(company, ofOrders))
        expect((yield* late.take).changes).toBe(null)
      }).pipe(Effect.scoped),
    )

    it(
      "forgets a listener whose scope has ended",
      Effect.gen(function* () {
        const { company } = yield* storeParties
        const feed = yield* ChangeFeed
        const gone = yield* Effect.scoped(feed.listen(wantedOf(company)))
        yield* gone.take
        yield* storeBatch(company, 1)
        expect((yield* gone.take).changes).toStrictEqual([])
      }),
    )

    law(
      "reports exactly the committed changes, whatever is rolled back in between",
      fc.array(fc.record({ isKept: fc.boolean(), batches: fc.integer({ min: 0, max: 3 }) }), { maxLength: 8 }),
      (units) =>
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const { commit } = yield* UnitOfWork
          const listener = yield* listenerTo(company)
          const expected: Array<Change> = []
          let n = 0
          for (const { batches, isKept } of units) {
            const own = Array.from({ length: batches }, () => (n += 1))
            const unit = Effect.forEach(own, (one) => storeBatch(company, one), { discard: true })
            const exit = yield* Effect.exit(commit(isKept ? unit : Effect.andThen(unit, Effect.fail("given up"))))
            if (Exit.isSuccess(exit)) expected.push(...own.map((one) => batchChange(company, one)))
          }
          expect(yield* listener.told).toStrictEqual(expected)
        }).pipe(Effect.scoped),
    )
  })
}

const wantedOf = (company: CompanyId, overrides: Partial<WantedChanges> = {}): WantedChanges => ({
  company,
  kinds: new Set(ChangedKind.literals),
  after: null,
  ...overrides,
})

/** Starts a listener. */
const listenerTo = Effect.fnUntraced(function* (company: CompanyId, overrides: Partial<WantedChanges> = {}) {
  const { listen } = yield* ChangeFeed
  const { arrival, take } = yield* listen(wantedOf(company, overrides))
  yield* take
  return { arrival, told: Effect.map(take, ({ changes }) => changes) }
})

const orderOf = (company: CompanyId, n: number): Change => ({ kind: "order", company, id: numberedOrder(n).number })

const orderChange = ({ details: { company, number } }: Order): Change => ({ kind: "order", company, id: number })

const batchChange = (company: CompanyId, n: number): Change => ({ kind: "batch", company, id: exampleBatchToken(n) })

const deliveryChange = ({ company, id, order }: WebhookEvent): Change => ({ kind: "delivery", company, id, order })

/** Starts an attempt of the order, as it was placed. */
const begin = Effect.fnUntraced(function* (order: Order, n: number) {
  const { save } = yield* OrderRepository
  const event = started(1, n)
  yield* save(order, changed(order, event), [event])
})

const storeBatch = Effect.fnUntraced(function* (company: CompanyId, n: number) {
  const { add } = yield* BatchRepository
  yield* add(exampleBatchCreated(1, { company, token: exampleBatchToken(n) }), exampleEntries(1))
})

/** Adds a customer to the batch, as it was created. */
const extendBatch = Effect.fnUntraced(function* (company: CompanyId, n: number) {
  const { save } = yield* BatchRepository
  const created = exampleBatchCreated(1, { company, token: exampleBatchToken(n) })
  const event = customersAdded(1)
  yield* save(
    { ...batchCreated(created), version: 2, items: exampleBatch(1, event).items },
    [event],
    exampleEntries(1, 2),
  )
})

const linkChange = (company: CompanyId, n: number): Change => ({ kind: "link", company, id: exampleSlug(n) })

const subscriptionChange = (company: CompanyId, n: number): Change => ({
  kind: "subscription",
  company,
  id: exampleSubscriptionToken(n),
})

const storeLink = Effect.fnUntraced(function* (company: CompanyId, n: number) {
  const { add } = yield* PaymentLinkRepository
  yield* add([exampleLinkCreated({ details: { company, slug: exampleSlug(n) } })])
})

/** Stores a link for the first customer of the batch with this number. */
const storeLinkOfBatch = Effect.fnUntraced(function* (company: CompanyId, batch: number, n: number) {
  const { add } = yield* PaymentLinkRepository
  const item = { token: exampleBatchToken(batch), position: ItemPosition.make(1) }
  yield* add([exampleLinkCreated({ details: { company, slug: exampleSlug(n), batch: item } })])
})

/** Saves an event after the link's current state, or an earlier version of it. */
const changeLink = Effect.fnUntraced(function* (
  company: CompanyId,
  n: number,
  event: LinkChange,
  versionRead?: number,
) {
  const { find, save } = yield* PaymentLinkRepository
  const held = yield* Effect.fromOption(yield* find(company, exampleSlug(n)))
  yield* save(evolveLink({ ...held, version: versionRead ?? held.version }, event), [event])
})

const storeSubscription = Effect.fnUntraced(function* (company: CompanyId, n: number) {
  const { add } = yield* SubscriptionRepository
  yield* add(exampleSubscriptionBegun({ company, token: exampleSubscriptionToken(n) }))
})

/** Saves an event after the subscription's current state, or an earlier version of it. */
const changeSubscription = Effect.fnUntraced(function* (
  company: CompanyId,
  n: number,
  event: SubscriptionChange,
  versionRead?: number,
) {
  const { find, save } = yield* SubscriptionRepository
  const held = yield* Effect.fromOption(yield* find(company, exampleSubscriptionToken(n)))
  const read = { ...held, version: versionRead ?? held.version }
  yield* save(read, evolveSubscription(read, event), [event])
})
