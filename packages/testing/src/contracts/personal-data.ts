/**
 * The contract of every store about a person's data: all of it is found, none of it is left, and nothing else is
 * touched.
 */

import { checkBatch } from "@vintem/domain/batch"
import type { Instant } from "@vintem/domain/calendar"
import { parseEmail, parseFullName, parseTelephone } from "@vintem/domain/customer"
import { type CompanyId, CustomerId, firstAttempt, SavedCardToken } from "@vintem/domain/identifiers"
import { checkOrder, evolve, type OrderChange } from "@vintem/domain/order"
import { checkLink, unknownCustomer } from "@vintem/domain/payment-link"
import { erasedAnswer, erasedDetails, erasedWebhookBody, isErasedPerson } from "@vintem/domain/personal-data"
import {
  BatchRepository,
  CustomerRepository,
  type ErasureSteps,
  IdempotencyStore,
  OrderRepository,
  PaymentLinkRepository,
  PersonalData,
  SavedCardRepository,
  StorageCheck,
  type Stores,
  SubscriptionRepository,
  UnitOfWork,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import { checkSubscription, evolveSubscription } from "@vintem/domain/subscription"
import { webhookEventId } from "@vintem/domain/webhook"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { describe, expect } from "vitest"
import { exampleBatchCreated, exampleBatchToken, exampleEntry } from "../batch/example-batch.ts"
import { attemptReported, caseReported, orderCanceled, refundReported } from "../order/example-moves.ts"
import { exampleAddress, exampleAttemptKey, exampleNow } from "../order/example-order.ts"
import { exampleLinkCreated, exampleLinkTerms, exampleSlug } from "../payment-link/example-link.ts"
import { exampleSubscriptionBegun, exampleSubscriptionToken } from "../subscription/example-subscription.ts"
import { subscriptionCanceled } from "../subscription/example-subscription-moves.ts"
import { exampleWebhookEvent } from "../webhook/example-webhook-event.ts"
import { allChecked } from "./all-checked.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import {
  exampleDocument,
  exampleUuid,
  later,
  numberedOrder,
  page,
  started,
  storeCompany,
  storeOrder,
  wholeList,
} from "./stored-examples.ts"

/** @param layer - stores of their own, and empty, in every build */
export const personalDataContract = (name: string, layer: Layer.Layer<Stores, unknown>): void => {
  const { it } = onFreshStore(layer)

  describe(`PersonalData: ${name}`, () => {
    it(
      "finds everything of a customer, and nothing of another company or another customer",
      Effect.gen(function* () {
        const { company, customer } = yield* storePerson(1)
        yield* storePerson(2)
        yield* storePerson(3, company)
        const { id: stranger } = yield* storeCompany()
        for (const nobody of [
          { company: stranger, customer },
          { company, customer: CustomerId.make(99) },
        ]) {
          expect(yield* allOf(nobody)).toStrictEqual({
            orders: [],
            subscriptions: [],
            links: [],
            entries: [],
            cards: [],
          })
          expect(yield* surveyed(nobody)).toBeNull()
        }
        const found = yield* allOf({ company, customer })
        expect(found.orders.map(({ order }) => order.details.number)).toStrictEqual([numberedOrder(1).number])
        expect(found.subscriptions.map(({ details }) => details.token)).toStrictEqual([exampleSubscriptionToken(1)])
        expect(found.links.map(({ details }) => details.slug)).toStrictEqual([exampleSlug(1)])
        expect(found.entries.map(({ batch, position }) => [batch, position])).toStrictEqual([[exampleBatchToken(1), 1]])
        expect(found.cards.map(({ lastDigits }) => lastDigits)).toStrictEqual(["1111"])
        expect(JSON.stringify(found.cards)).not.toContain("acq_")
        expect(yield* surveyed({ company, customer })).toStrictEqual({
          orders: 1,
          subscriptions: 1,
          links: 1,
          entries: 1,
          cards: 1,
          moving: {
            orders: { count: 0, names: [] },
            subscriptions: { count: 1, names: [exampleSubscriptionToken(1)] },
            batches: { count: 1, names: [exampleBatchToken(1)] },
          },
        })
      }),
    )

    it(
      "finds any number of orders, a window at a time, and recognises the person by each",
      Effect.gen(function* () {
        const { company, customer } = yield* storePerson(1)
        const other = yield* storePerson(2)
        const { commit } = yield* UnitOfWork
        const { orders } = yield* PersonalData
        const links = yield* PaymentLinkRepository
        const email = Result.getOrThrow(parseEmail("latest@example.com"))
        const many = Array.from({ length: 1_100 }, (_, n) => n + 10)
        const of = (n: number) => ({
          ...numberedOrder(n),
          company,
          customerId: customer,
          customer: { ...detailsOf(1), ...(n === many.at(-1) ? { email } : {}) },
        })
        yield* commit(Effect.forEach(many, (n) => storeOrder(of(n)), { discard: true }))
        const terms = { customer: { ...unknownCustomer, email } }
        yield* links.add([
          exampleLinkCreated({ details: { company, slug: exampleSlug(11) }, terms }),
          exampleLinkCreated({ details: { company: other.company, slug: exampleSlug(12) }, terms }),
        ])
        const read: Array<string> = []
        for (let after = 0; ; ) {
          const window = yield* orders(company, customer, { after, limit: 300 })
          read.push(...window.map(({ order }) => order.details.number))
          const last = window.at(-1)
          if (last === undefined) break
          after = last.id
        }
        expect(read).toStrictEqual([1, ...many].map((n) => numberedOrder(n).number))
        const { links: own } = yield* allOf({ company, customer })
        expect(own.map(({ details }) => details.slug)).toStrictEqual([1, 11].map(exampleSlug))
        expect(yield* surveyed({ company, customer })).toMatchObject({ orders: 1_101, links: 2 })
        expect(yield* erasing({ company, customer })).toMatchObject({
          orders: 1_101,
          links: 2,
        })
        expect(
          (yield* allOf({ company, customer })).orders.every(({ order }) => isErasedPerson(order.details.customer)),
        ).toBe(true)
      }),
    )

    it(
      "counts the orders whose money may move, and names the first ten",
      Effect.gen(function* () {
        const { company, customer } = yield* storePerson(1)
        const paid = [started(1, 1, "credit"), attemptReported(1, "confirmed")] as const
        const states: ReadonlyArray<readonly [isOpen: boolean, ...ReadonlyArray<OrderChange>]> = [
          [false],
          [true, started(1, 1, "credit")],
          [false, started(1, 1, "credit"), attemptReported(1, "refused")],
          [true, started(1, 1, "credit"), attemptReported(1, "review")],
          [true, started(1, 1, "pix"), attemptReported(1, "open")],
          [false, orderCanceled],
          [true, ...paid, caseReported(1, "opened")],
          [true, ...paid, refundReported(1, "requested")],
          [true, ...paid, refundReported(1, "processing")],
          [false, ...paid, refundReported(1, "settled")],
          [false, ...paid, refundReported(1, "failed")],
          ...Array.from({ length: 6 }, () => [true, started(1, 1, "credit")] as const),
        ]
        const numbers: Array<string> = []
        for (const [n, [isOpen, ...changes]] of states.entries()) {
          const own = changes.map((change) =>
            change._tag === "AttemptStarted" ? { ...change, key: exampleAttemptKey(100 + n) } : change,
          )
          const details = { ...numberedOrder(20 + n), company, customerId: customer, customer: detailsOf(1) }
          yield* storeOrder(details, ...own)
          if (isOpen) numbers.push(details.number)
        }
        expect((yield* surveyed({ company, customer }))?.moving.orders).toStrictEqual({
          count: numbers.length,
          names: numbers.slice(0, 10),
        })
      }),
    )

    it(
      "returns the latest data of a customer, each kind newest first, up to a limit",
      Effect.gen(function* () {
        const { company, customer } = yield* storePerson(1)
        const other = yield* storePerson(2)
        const neighbour = yield* storePerson(3, company)
        const { glance } = yield* PersonalData
        expect(Option.isNone(yield* glance(other.company, customer, 10))).toBe(true)
        expect(Option.isNone(yield* glance(company, CustomerId.make(99), 10))).toBe(true)
        const links = yield* PaymentLinkRepository
        const linkTo = (n: number, of: CompanyId, prefilled: Partial<typeof unknownCustomer>) =>
          exampleLinkCreated({
            details: { company: of, slug: exampleSlug(n) },
            terms: { customer: { ...unknownCustomer, ...prefilled } },
          })
        const { document, email } = prefilledOf(1)
        yield* links.add([
          linkTo(11, company, { document }),
          linkTo(12, company, { email: Result.getOrThrow(parseEmail("MARCADA1@example.com")) }),
          linkTo(13, company, { email, document: exampleDocument(7) }), // the address is shared, the document is not
          linkTo(14, company, { name: prefilledOf(1).name }),
          linkTo(15, other.company, { document }),
          linkTo(16, company, { document }),
        ])
        const removed = Option.getOrThrow(yield* links.find(company, exampleSlug(16)))
        yield* links.save({ ...removed, version: 2, removedAt: later(9) }, [{ _tag: "LinkRemoved", at: later(9) }])
        yield* (yield* SavedCardRepository).add({
          token: SavedCardToken.make(exampleUuid(31)),
          company,
          customer,
          acquirerToken: "acq_31",
          brand: "visa",
          firstDigits: "424242",
          lastDigits: "4242",
          createdAt: later(31),
        })
        const glanced = Option.getOrThrow(yield* glance(company, customer, 10))
        expect([glanced.customer.details, glanced.erasedAt]).toStrictEqual([detailsOf(1), null])
        expect(glanced.subscriptions.map(({ details }) => details.token)).toStrictEqual([exampleSubscriptionToken(1)])
        expect(glanced.links.map(({ details }) => details.slug)).toStrictEqual([12, 11, 1].map(exampleSlug))
        expect(glanced.cards.map(({ lastDigits }) => lastDigits)).toStrictEqual(["4242", "1111"])
        expect(JSON.stringify(glanced)).not.toContain("acq_")
        const one = Option.getOrThrow(yield* glance(company, customer, 1))
        expect([one.subscriptions, one.links, one.cards].map(({ length }) => length)).toStrictEqual([1, 1, 1])
        expect(one.links).toStrictEqual(glanced.links.slice(0, 1))
        yield* erasing({ company, customer }, later(40))
        const left = Option.getOrThrow(yield* glance(company, customer, 10))
        expect([left.erasedAt, left.links, left.cards]).toStrictEqual([later(40), [], []])
        expect(left.subscriptions.map(({ details }) => details.customer)).toStrictEqual([erasedDetails(customer)])
        expect(Option.getOrThrow(yield* glance(company, neighbour.customer, 10)).erasedAt).toBeNull()
      }),
    )

    it(
      "erasure: removes the person from every store, and the rest still agrees with its logs",
      Effect.gen(function* () {
        const neighbour = yield* storePerson(3)
        const { company, customer } = yield* storePerson(1, neighbour.company)
        const bystanders = [neighbour, yield* storePerson(2)]
        const before = yield* Effect.forEach(bystanders, everythingOf)
        yield* endSubscription(company, 1)
        const known = yield* everythingOf({ company, customer })
        expect(JSON.stringify(known)).toMatch(traceOf(1))
        const orders = yield* OrderRepository
        const ofPerson = orders.list(company, { email: detailsOf(1).email }, wholeList)
        expect((yield* ofPerson).total).toBe(1)
        const counts = yield* erasing({ company, customer }, exampleNow, ["company:1", "link:1"])
        expect(counts).toStrictEqual({
          orders: 1,
          subscriptions: 1,
          links: 1,
          entries: 1,
          webhooks: 1,
          answers: 2,
          cards: 1,
        })
        const left = yield* everythingOf({ company, customer })
        expect(JSON.stringify(left)).not.toMatch(traceOf(1))
        expect(left.customer).toStrictEqual(erasedDetails(customer))
        expect(left.order?.details.amount).toBe(10_000)
        expect(left.link?.terms.customer).toStrictEqual(unknownCustomer)
        expect(left.webhooks.map(({ event }) => event.body)).toStrictEqual([erasedWebhookBody])
        expect(left.answers).toStrictEqual([erasedAnswer, erasedAnswer, ...known.answers.slice(2)])
        expect(left.entries.slice(1)).toStrictEqual(known.entries.slice(1))
        expect(left.subscriptionLog.slice(1)).toStrictEqual(known.subscriptionLog.slice(1))
        expect(left.cards).toStrictEqual([])
        expect((yield* ofPerson).total).toBe(0)
        expect(yield* Effect.forEach(bystanders, everythingOf)).toStrictEqual(before)
        expect(yield* breaches).toStrictEqual([])
      }),
    )

    it(
      "erasure: a customer with the same document is a new one afterwards",
      Effect.gen(function* () {
        const { company, customer } = yield* storePerson(1)
        const customers = yield* CustomerRepository
        yield* erasing({ company, customer })
        const again = yield* customers.put({
          company,
          token: exampleUuid(9),
          details: detailsOf(1),
          createdAt: exampleNow,
        })
        expect(again).not.toBe(customer)
        const { entries } = yield* customers.list(company, {}, wholeList)
        expect(entries.map(({ details }) => isErasedPerson(details))).toStrictEqual([false, true])
      }),
    )

    it(
      "erasure: keeps the data of other customers for whom a link was prefilled before or after",
      Effect.gen(function* () {
        const { company, customer } = yield* storePerson(1)
        const links = yield* PaymentLinkRepository
        const filledIn = (n: number) => ({ ...exampleLinkTerms(), customer: { ...unknownCustomer, ...prefilledOf(n) } })
        const created = exampleLinkCreated({ details: { company, slug: exampleSlug(7) }, terms: filledIn(1) })
        yield* links.add([created])
        const first = Option.getOrThrow(yield* links.find(company, exampleSlug(7)))
        const changes = [{ _tag: "LinkUpdated", terms: filledIn(3), at: later(5) }] as const
        yield* links.save({ ...first, terms: filledIn(3), version: 2, updatedAt: later(5) }, changes)
        yield* erasing({ company, customer })
        const after = Option.getOrThrow(yield* links.find(company, exampleSlug(7)))
        expect(after.terms.customer).toStrictEqual(filledIn(3).customer)
        expect(after.version).toBe(2)
        expect(JSON.stringify(yield* links.history(company, exampleSlug(7)))).not.toMatch(traceOf(1))
        expect(yield* breaches).toStrictEqual([])
      }),
    )

    it(
      "erasure: a caller that read an order before has to read it again to change it",
      Effect.gen(function* () {
        const { company, customer } = yield* storePerson(1)
        const orders = yield* OrderRepository
        const { number } = numberedOrder(1)
        const canceled: OrderChange = { _tag: "OrderCanceled", at: later(1) }
        const { order } = Option.getOrThrow(yield* orders.find(company, number))
        yield* erasing({ company, customer })
        const refused = yield* Effect.flip(orders.save(order, evolve(order, canceled), [canceled]))
        expect(refused).toMatchObject({ _tag: "OrderConflict", versionRead: order.version })
        const { order: after } = Option.getOrThrow(yield* orders.find(company, number))
        expect(after.version).toBe(order.version)
        yield* orders.save(after, evolve(after, canceled), [canceled])
      }),
    )

    it(
      "erasure: does not undo a concurrent change of an order",
      Effect.gen(function* () {
        const { company, customer } = yield* storePerson(1)
        const { commit } = yield* UnitOfWork
        const orders = yield* OrderRepository
        const { number } = numberedOrder(1)
        const { order: before } = Option.getOrThrow(yield* orders.find(company, number))
        const canceled: OrderChange = { _tag: "OrderCanceled", at: later(1) }
        const canceling = Effect.flatMap(orders.find(company, number), (found) =>
          orders.save(Option.getOrThrow(found).order, evolve(Option.getOrThrow(found).order, canceled), [canceled]),
        )
        const untilSaved = Effect.retry(commit(canceling), { while: ({ _tag }) => _tag === "OrderConflict", times: 1 })
        yield* Effect.all([erasing({ company, customer }), untilSaved], { concurrency: "unbounded" })
        const after = Option.getOrThrow(yield* orders.find(company, number))
        expect(after.order).toMatchObject({ version: before.version + 1, canceledAt: later(1) })
        expect(isErasedPerson(after.order.details.customer)).toBe(true)
      }),
    )

    it(
      "erasure: does not begin if its unit fails",
      Effect.gen(function* () {
        const person = yield* storePerson(1)
        const before = yield* everythingOf(person)
        const { begin, erase, isUnderWay } = yield* PersonalData
        const { commit } = yield* UnitOfWork
        yield* Effect.exit(commit(Effect.andThen(begin({ ...person, at: exampleNow }), Effect.fail("given up"))))
        expect(yield* isUnderWay(person.company, person.customer)).toBe(false)
        expect(yield* erase({ ...person, at: exampleNow }, nothingBeside)).toBeNull()
        expect(yield* everythingOf(person)).toStrictEqual(before)
      }),
    )

    it(
      "erasure: stays under way after an interruption until it is continued, and stored data agrees with its logs meanwhile",
      Effect.gen(function* () {
        const person = yield* storePerson(1)
        const { begin, erase, erased, isUnderWay, toRepeat } = yield* PersonalData
        const underWay = isUnderWay(person.company, person.customer)
        expect(yield* underWay).toBe(false)
        expect(yield* begin({ ...person, at: exampleNow })).toBe(true)
        expect(yield* begin({ ...person, at: later(9) })).toBe(true)
        const beside = { ...nothingBeside, scopes: ["company:1", "link:1"] }
        const interrupted = erase({ ...person, at: later(1) }, { ...beside, ended: () => Effect.die("ended") })
        expect(Exit.isFailure(yield* Effect.exit(interrupted))).toBe(true)
        expect([yield* underWay, (yield* erased(wholeList)).total]).toStrictEqual([true, 0])
        expect([yield* breaches, yield* toRepeat(10)]).toStrictEqual([[], []])
        let told = 0
        const ended = () =>
          Effect.sync(() => {
            told += 1
          })
        expect(yield* erase({ ...person, at: later(2) }, { ...beside, ended })).toMatchObject({
          at: exampleNow,
          counts: { orders: 1, subscriptions: 1, links: 1, entries: 1, webhooks: 1, cards: 1 },
        })
        expect([told, yield* underWay]).toStrictEqual([1, false])
        expect((yield* erased(wholeList)).entries).toStrictEqual([{ ...person, at: exampleNow }])
        expect(JSON.stringify(yield* everythingOf(person))).not.toMatch(traceOf(1))
        expect(yield* breaches).toStrictEqual([])
      }),
    )

    it(
      "erasure: several callers may continue it concurrently, and it ends once",
      Effect.gen(function* () {
        const person = yield* storePerson(1)
        const { begin, erase } = yield* PersonalData
        yield* begin({ ...person, at: exampleNow })
        let told = 0
        const beside = { ...nothingBeside, scopes: ["company:1", "link:1"] }
        const ended = () =>
          Effect.sync(() => {
            told += 1
          })
        const one = erase({ ...person, at: exampleNow }, { ...beside, ended })
        yield* Effect.all([one, one, one], { concurrency: "unbounded" })
        expect(told).toBe(1)
        expect(JSON.stringify(yield* everythingOf(person))).not.toMatch(traceOf(1))
        expect(yield* breaches).toStrictEqual([])
      }),
    )

    it(
      "erasure: passes the erased orders to its caller, and finds answers under the scopes that the caller returns for them and for links",
      Effect.gen(function* () {
        const person = yield* storePerson(1)
        const answers = yield* IdempotencyStore
        for (const scope of ["of the order", `of ${exampleSlug(1)}`]) {
          yield* answers.claim({
            company: person.company,
            scope,
            key: "k",
            fingerprint: "f",
            now: exampleNow,
            aliveUntil: 0,
            aliveAt: 0,
          })
          yield* answers.answer({ company: person.company, scope }, "k", {
            status: 200,
            body: JSON.stringify({ slug: exampleSlug(1) }),
          })
        }
        const { begin, erase } = yield* PersonalData
        yield* begin({ ...person, at: exampleNow })
        const told: Array<string> = []
        yield* erase(
          { ...person, at: exampleNow },
          {
            ...nothingBeside,
            orders: (all) =>
              Effect.sync(() => {
                told.push(...all.map(({ number }) => number))
                return ["of the order"]
              }),
            scopeOfLink: ({ slug }) => `of ${slug}`,
          },
        )
        expect(told).toStrictEqual([numberedOrder(1).number])
        for (const scope of ["of the order", `of ${exampleSlug(1)}`]) {
          expect(
            yield* answers.answer({ company: person.company, scope }, "k", { status: 500, body: "" }),
          ).toStrictEqual(erasedAnswer)
        }
      }),
    )

    it(
      "erasure: does nothing for an unknown customer, and a second one finds nothing more",
      Effect.gen(function* () {
        const { company, customer } = yield* storePerson(1)
        const { erased } = yield* PersonalData
        const { id: stranger } = yield* storeCompany()
        expect(yield* erasing({ company: stranger, customer })).toBeNull()
        yield* erasing({ company, customer }, exampleNow, ["company:1", "link:1"])
        const once = yield* everythingOf({ company, customer })
        const counts = yield* erasing({ company, customer }, later(7_200_000), ["company:1", "link:1"])
        expect(counts).toMatchObject({ links: 0, entries: 0, webhooks: 0, answers: 0, cards: 0 })
        expect(yield* everythingOf({ company, customer })).toStrictEqual(once)
        expect(yield* erased(page(1, 1))).toStrictEqual({
          entries: [{ company, customer, at: later(7_200_000) }],
          total: 1,
        })
      }),
    )

    it(
      "lists erasures to repeat: erased customers whose data is there again",
      Effect.gen(function* () {
        const there = yield* storePerson(1)
        const gone = yield* storePerson(2)
        const { note, toRepeat } = yield* PersonalData
        const nobody = { company: there.company, customer: CustomerId.make(99), at: exampleNow }
        yield* erasing(gone)
        expect(yield* toRepeat(10)).toStrictEqual([])
        yield* note([{ ...there, at: exampleNow }, nobody])
        expect(yield* toRepeat(10)).toStrictEqual([{ ...there, at: exampleNow }])
        yield* storeOrder({ ...numberedOrder(8), company: gone.company, customerId: gone.customer })
        expect((yield* toRepeat(10)).map(({ customer }) => customer)).toStrictEqual([there.customer, gone.customer])
        expect(yield* toRepeat(1)).toHaveLength(1)
        for (const one of [there, gone]) yield* erasing(one)
        expect(yield* toRepeat(10)).toStrictEqual([])
      }),
    )
  })
}

const nothingBeside: ErasureSteps<never> = {
  scopes: [],
  orders: () => Effect.succeed([]),
  scopeOfLink: () => "",
  ended: () => Effect.void,
}

/** Erases a customer from beginning to end. @returns the counts; null if the company has no such customer */
const erasing = Effect.fnUntraced(function* (
  { company, customer }: Person,
  at: Instant = exampleNow,
  scopes: ReadonlyArray<string> = [],
) {
  const { begin, erase } = yield* PersonalData
  if (!(yield* begin({ company, customer, at }))) return null
  const outcome = yield* erase({ company, customer, at }, { ...nothingBeside, scopes })
  return outcome === null ? null : outcome.counts
})

/** All data of a person besides orders. */
const allOf = Effect.fnUntraced(function* ({ company, customer }: Person) {
  const { beside, orders } = yield* PersonalData
  const pieces = [...(yield* Stream.runCollect(beside(company, customer)))]
  return {
    orders: yield* orders(company, customer, { after: 0, limit: 10_000 }),
    subscriptions: pieces.flatMap((piece) => piece.subscriptions),
    links: pieces.flatMap((piece) => piece.links),
    entries: pieces.flatMap((piece) => piece.entries),
    cards: pieces.flatMap((piece) => piece.cards),
  }
})

const surveyed = Effect.fnUntraced(function* ({ company, customer }: Person) {
  const { survey } = yield* PersonalData
  return Option.getOrNull(yield* survey(company, customer))
})

interface Person {
  readonly company: CompanyId
  readonly customer: CustomerId
}

const detailsOf = (n: number) => ({
  fullname: Result.getOrThrow(parseFullName(`Pessoa Marcada${n}`)),
  email: Result.getOrThrow(parseEmail(`Marcada${n}@example.com`)),
  document: exampleDocument(n),
  telephone: Result.getOrThrow(parseTelephone(`1191234000${n}`)),
})

const prefilledOf = (n: number) => {
  const { document, email, fullname: name, telephone: phone } = detailsOf(n)
  return { name, email, phone, document }
}

/** A text that only the person with this number would leave. */
const traceOf = (n: number): RegExp =>
  new RegExp(`Marcada${n}|${exampleDocument(n)}|1191234000${n}|Rua da Marca ${n}|acq_${n}`, "iu")

/** A customer with data in every store, of a company of their own unless one is given. */
const storePerson = Effect.fnUntraced(function* (n: number, known?: CompanyId) {
  const company = known ?? (yield* storeCompany()).id
  const customers = yield* CustomerRepository
  const customer = yield* customers.put({
    company,
    token: exampleUuid(n),
    details: detailsOf(n),
    createdAt: later(n),
  })
  const address = addressOf(n)
  const confirmed: OrderChange = {
    _tag: "AttemptReported",
    attempt: firstAttempt,
    fact: "confirmed",
    report: { captured: exampleLinkTerms().amount, tid: `tid${n}`, cardToken: `acq_${n}` },
    at: exampleNow,
  }
  const { details } = yield* storeOrder(
    { ...numberedOrder(n), company, customerId: customer, customer: detailsOf(n), address },
    started(1, n, "credit"),
    confirmed,
  )
  yield* (yield* SubscriptionRepository).add(
    exampleSubscriptionBegun({
      company,
      token: exampleSubscriptionToken(n),
      firstOrder: details.number,
      customerId: customer,
      customer: detailsOf(n),
      address,
    }),
  )
  const terms = { customer: { ...unknownCustomer, ...prefilledOf(n) } }
  yield* (yield* PaymentLinkRepository).add([exampleLinkCreated({ details: { company, slug: exampleSlug(n) }, terms })])
  yield* (yield* BatchRepository).add(exampleBatchCreated(2, { company, token: exampleBatchToken(n) }), [
    exampleEntry(1, prefilledOf(n)),
    exampleEntry(2),
  ])
  yield* (yield* SavedCardRepository).add({
    token: SavedCardToken.make(exampleUuid(n)),
    company,
    customer,
    acquirerToken: `acq_${n}`,
    brand: "visa",
    firstDigits: "411111",
    lastDigits: "1111",
    createdAt: later(n),
  })
  yield* (yield* WebhookDeliveryRepository).add([
    exampleWebhookEvent(company, n, 1, {
      id: webhookEventId(details.number, 1),
      order: details.number,
      body: JSON.stringify({ order: details.number, customer: detailsOf(n) }),
    }),
  ])
  const answers = yield* IdempotencyStore
  const claim = { fingerprint: "f", now: exampleNow, aliveUntil: 0, aliveAt: 0 }
  for (const [scope, key, body] of answersOf(n)) {
    yield* answers.claim({ ...claim, company, scope, key })
    yield* answers.answer({ company, scope }, key, { status: 200, body })
  }
  yield* answers.attach({ company, scope: `company:${n}` }, "order", details.number)
  return { company, customer } satisfies Person
})

/** Ends the subscription of the person with this number. */
const endSubscription = Effect.fnUntraced(function* (company: CompanyId, n: number) {
  const subscriptions = yield* SubscriptionRepository
  const begun = Option.getOrThrow(yield* subscriptions.find(company, exampleSubscriptionToken(n)))
  const canceled = subscriptionCanceled()
  yield* subscriptions.save(begun, evolveSubscription(begun, canceled), [canceled])
})

const addressOf = (n: number) => ({ ...exampleAddress, street: `Rua da Marca ${n}` })

const answersOf = (n: number): ReadonlyArray<readonly [string, string, string]> => [
  [`company:${n}`, "order", JSON.stringify({ customer: detailsOf(n) })],
  [`link:${n}`, "link", JSON.stringify({ data: { slug: exampleSlug(n), customer_name: detailsOf(n).fullname } })],
  [`company:${n}`, "other", "{}"],
  [`link:${n}`, "other", "{}"],
]

/** All data that the ports return about a person. */
const everythingOf = Effect.fnUntraced(function* ({ company, customer }: Person) {
  const found = Option.getOrThrow(yield* (yield* CustomerRepository).find(company, customer))
  const n = Number(found.token.slice(-2))
  const orders = yield* OrderRepository
  const links = yield* PaymentLinkRepository
  const batches = yield* BatchRepository
  const subscriptions = yield* SubscriptionRepository
  const { number } = numberedOrder(n)
  const answers = yield* IdempotencyStore
  return {
    customer: found.details,
    order: Option.getOrNull(yield* orders.find(company, number))?.order,
    orderLog: yield* orders.history(company, number),
    subscription: Option.getOrNull(yield* subscriptions.find(company, exampleSubscriptionToken(n))),
    subscriptionLog: yield* subscriptions.history(company, exampleSubscriptionToken(n)),
    link: Option.getOrNull(yield* links.find(company, exampleSlug(n))),
    linkLog: yield* links.history(company, exampleSlug(n)),
    entries: yield* batches.items(company, exampleBatchToken(n), { after: 0, limit: 10 }),
    webhooks: yield* (yield* WebhookDeliveryRepository).ofOrder(company, number),
    cards: Option.toArray(yield* (yield* SavedCardRepository).find(company, SavedCardToken.make(exampleUuid(n)))),
    answers: yield* Effect.forEach(answersOf(n), ([scope, key]) =>
      answers.answer({ company, scope }, key, { status: 500, body: "" }),
    ),
  }
})

/** All faults of the stored data. */
const breaches = Effect.gen(function* () {
  const stored = yield* StorageCheck
  const beside = yield* Stream.runCollect(stored.besideOrders)
  return [
    ...(yield* allChecked(stored)).flatMap((order) => [...order.breaches, ...checkOrder(order)]),
    ...(yield* allChecked(stored.links)).flatMap((link) => [...link.breaches, ...checkLink(link)]),
    ...(yield* allChecked(stored.batches)).flatMap((batch) => [...batch.breaches, ...checkBatch(batch)]),
    ...(yield* allChecked(stored.subscriptions)).flatMap((one) => [...one.breaches, ...checkSubscription(one)]),
    ...(yield* allChecked(stored.deliveries)).flatMap((delivery) => delivery.breaches),
    ...[...beside].flat(),
  ]
})
