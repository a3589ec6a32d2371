/** The contract of every store of subscriptions. */

import { LocalDate } from "@vintem/domain/calendar"
import { emailKey, parseEmail } from "@vintem/domain/customer"
import { type CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { fold } from "@vintem/domain/machine"
import { centavos, centavosMax } from "@vintem/domain/money"
import {
  type CompanyRepository,
  type PageRequest,
  SubscriptionConflict,
  type SubscriptionFilter,
  SubscriptionRepository,
  UnitOfWork,
} from "@vintem/domain/ports"
import {
  evolveSubscription,
  paidPeriodOf,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionMeans,
  SubscriptionStatus,
  subscriptionBegun,
  subscriptionMachine,
  subscriptionStatusOf,
} from "@vintem/domain/subscription"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { exampleCustomer } from "../order/example-order.ts"
import { subscriptionHistories } from "../subscription/arbitraries.ts"
import {
  type Beginning,
  daysAfterRenewal,
  exampleSubscriptionBegun,
  exampleSubscriptionToken,
} from "../subscription/example-subscription.ts"
import {
  cardReplaced,
  latePaymentKept,
  renewalFailed,
  renewalOpened,
  renewalPaid,
  renewalRetried,
  subscriptionCanceled,
} from "../subscription/example-subscription-moves.ts"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { later, page, storeCompany, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const subscriptionRepositoryContract = (
  name: string,
  layer: Layer.Layer<SubscriptionRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const fresh = onFreshStore(layer)
  const { it, law } = fresh

  describe(`SubscriptionRepository: ${name}`, () => {
    describe("add", () => {
      it(
        "returns a subscription, with every field, by company and token and by its first order, with any means",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          for (const [n, means] of meansNames.entries()) {
            yield* expectStored(yield* store(company, n + 1, { means }))
          }
          yield* expectStored(yield* store(company, 100, unusual))
        }),
      )

      it(
        "finds no unknown subscription",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          yield* store(company, 1)
          const repository = yield* SubscriptionRepository
          expect(Option.isNone(yield* repository.find(company, exampleSubscriptionToken(2)))).toBe(true)
          expect(Option.isNone(yield* repository.findByFirstOrder(company, firstOrder(2)))).toBe(true)
          expect(yield* repository.history(company, exampleSubscriptionToken(2))).toStrictEqual([])
        }),
      )

      it(
        "shows no company another one's subscription",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const { id: other } = yield* storeCompany()
          yield* store(company, 1)
          const repository = yield* SubscriptionRepository
          const token = exampleSubscriptionToken(1)
          expect(Option.isNone(yield* repository.find(other, token))).toBe(true)
          expect(Option.isNone(yield* repository.findByFirstOrder(other, firstOrder(1)))).toBe(true)
          expect(yield* repository.history(other, token)).toStrictEqual([])
          for (const filter of [{}, { token }, { status: "active" as const }, { checkout: "clube" }]) {
            expect(yield* repository.list(other, filter, wholeList)).toStrictEqual({ entries: [], total: 0 })
          }
        }),
      )

      it(
        "uniqueness: dies on a token or first order that a company already used, and stores nothing",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const first = yield* store(company, 1)
          const seconds = [
            store(company, 2, { token: exampleSubscriptionToken(1) }),
            store(company, 2, { firstOrder: firstOrder(1) }),
          ]
          for (const second of seconds) expect(Exit.hasDies(yield* Effect.exit(second))).toBe(true)
          const repository = yield* SubscriptionRepository
          expect((yield* repository.list(company, {}, wholeList)).total).toBe(1)
          expect(yield* repository.history(company, exampleSubscriptionToken(2))).toStrictEqual([])
          yield* expectStored(first)
        }),
      )
    })

    describe("save", () => {
      it(
        "stores a changed subscription and its events, of every kind",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const before = yield* store(company, 1)
          const bystander = yield* store(company, 2)
          const repository = yield* SubscriptionRepository
          const life = eventfulLife(1)
          const after = changed(before, ...life)
          yield* repository.save(before, after, life)
          yield* expectStored(after)
          yield* expectStored(bystander)
          const history = yield* repository.history(company, exampleSubscriptionToken(1))
          expect(history.slice(1)).toStrictEqual(life)
          expect(new Set(life.map(({ _tag }) => _tag)).size).toBe(7)
        }),
      )

      it(
        "writes neither state nor events nor renewals if the stored version differs from the read one",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const read = yield* store(company, 1)
          const repository = yield* SubscriptionRepository
          const winner = changed(read, opened(1))
          yield* repository.save(read, winner, [opened(1)])
          for (const changes of [[subscriptionCanceled()], [opened(2), failed(2)]]) {
            const refusal = yield* Effect.flip(repository.save(read, changed(read, ...changes), changes))
            expect(refusal).toStrictEqual(
              new SubscriptionConflict({ token: exampleSubscriptionToken(1), versionRead: read.version }),
            )
          }
          yield* expectStored(winner)
          // The order of the unwritten renewal is free again.
          const other = yield* store(company, 2)
          yield* repository.save(other, changed(other, opened(2)), [opened(2)])
          yield* expectStored(changed(other, opened(2)))
        }),
      )

      it(
        "fails with a conflict for an unknown subscription",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const repository = yield* SubscriptionRepository
          const begun = subscriptionBegun(beginning(company, 1))
          const canceled = changed(begun, subscriptionCanceled())
          const refusal = yield* Effect.flip(repository.save(begun, canceled, [subscriptionCanceled()]))
          expect(refusal._tag).toBe("SubscriptionConflict")
          expect(yield* repository.history(company, exampleSubscriptionToken(1))).toStrictEqual([])
          expect((yield* repository.list(company, {}, wholeList)).total).toBe(0)
        }),
      )

      it(
        "does nothing without events, whichever version was read",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const before = yield* store(company, 1)
          const repository = yield* SubscriptionRepository
          const after = changed(before, opened(1))
          yield* repository.save(before, after, [opened(1)])
          yield* repository.save(before, before, [])
          yield* expectStored(after)
        }),
      )

      it(
        "uniqueness: dies on a second renewal of a period, and stores nothing of it",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const before = yield* store(company, 1)
          const repository = yield* SubscriptionRepository
          const once = changed(before, opened(1))
          yield* repository.save(before, once, [opened(1)])
          const again = opened(2)
          expect(Exit.hasDies(yield* Effect.exit(repository.save(once, changed(once, again), [again])))).toBe(true)
          yield* expectStored(once)
          const both = [opened(1, 3), opened(2, 3)]
          expect(Exit.hasDies(yield* Effect.exit(repository.save(once, changed(once, ...both), both)))).toBe(true)
          yield* expectStored(once)
        }),
      )

      it(
        "uniqueness: dies on an order that charges another period, or another subscription",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const repository = yield* SubscriptionRepository
          const before = yield* store(company, 1)
          const first = changed(before, opened(1))
          const other = yield* store(company, 2)
          yield* repository.save(before, first, [opened(1)])
          const events = [
            [first, { ...opened(1), period: 3 }],
            [other, opened(1)],
          ] as const
          for (const [subscription, event] of events) {
            const saving = repository.save(subscription, changed(subscription, event), [event])
            expect(Exit.hasDies(yield* Effect.exit(saving))).toBe(true)
          }
          yield* expectStored(first)
          yield* expectStored(other)
        }),
      )

      it(
        "uniqueness: of several concurrent saves of one version, one succeeds",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const subscription = yield* store(company, 1)
          const repository = yield* SubscriptionRepository
          const units = yield* UnitOfWork
          const exits = yield* Effect.forEach(
            numbers(20),
            (n) =>
              Effect.exit(units.commit(repository.save(subscription, changed(subscription, opened(n)), [opened(n)]))),
            { concurrency: "unbounded" },
          )
          expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
          expect(exits.filter((exit) => !Exit.isSuccess(exit) && !Exit.hasFails(exit))).toStrictEqual([])
          expect(yield* repository.history(company, exampleSubscriptionToken(1))).toHaveLength(2)
        }),
      )

      it(
        "joins the unit of work around it, with renewals and totals",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const subscription = yield* store(company, 1)
          const repository = yield* SubscriptionRepository
          const units = yield* UnitOfWork
          const events = [opened(1), failed(1)]
          const unit = Effect.gen(function* () {
            yield* repository.save(subscription, changed(subscription, ...events), events)
            yield* store(company, 2)
            expect(yield* tokensIn(company, { status: "overdue" })).toStrictEqual([exampleSubscriptionToken(1)])
            expect(yield* tokensIn(company, {})).toStrictEqual([2, 1].map(exampleSubscriptionToken))
            return yield* Effect.fail("given up")
          })
          yield* Effect.exit(units.commit(unit))
          yield* expectStored(subscription)
          expect(yield* tokensIn(company, { status: "overdue" })).toStrictEqual([])
          expect(yield* tokensIn(company, {})).toStrictEqual([exampleSubscriptionToken(1)])
          // The rolled-back names are free again.
          yield* store(company, 2)
          yield* repository.save(subscription, changed(subscription, ...events), events)
          yield* expectStored(changed(subscription, ...events))
        }),
      )
    })

    law(
      "books: after every change the store returns the subscription, and its log folds to it without a gap",
      lifelogs,
      Effect.fnUntraced(function* ({ saves, ...drawn }) {
        const { id: company } = yield* storeCompany()
        const repository = yield* SubscriptionRepository
        const begun = { ...drawn.begun, details: { ...drawn.begun.details, company } }
        let subscription = subscriptionBegun(begun)
        yield* repository.add(begun)
        yield* expectStored(subscription)
        for (const changes of saves) {
          const before = subscription
          subscription = changed(before, ...changes)
          yield* repository.save(before, subscription, changes)
          yield* expectStored(subscription)
        }
        expect(yield* repository.history(company, begun.details.token)).toStrictEqual([begun, ...saves.flat()])
      }),
    )

    describe("list", () => {
      it(
        "shows a company's subscriptions latest stored first, whenever they began and in any status",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const { id: other } = yield* storeCompany()
          const repository = yield* SubscriptionRepository
          const first = yield* store(company, 1)
          yield* store(other, 2)
          yield* store(company, 3, { createdAt: later(-1_000) })
          yield* repository.save(first, changed(first, opened(1)), [opened(1)])
          expect(yield* tokensIn(company, {})).toStrictEqual([3, 1].map(exampleSubscriptionToken))
        }),
      )

      it(
        "shows a page at a time, from the first to the last, with the total on each, and nothing past the end",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const repository = yield* SubscriptionRepository
          for (const n of numbers(7)) yield* store(company, n)
          const all = numbers(7).map(exampleSubscriptionToken).toReversed()
          const nextCharge = LocalDate.make("2026-04-02")
          for (const filter of [{}, { status: "active" as const }, { email: "maria@example.com" }, { nextCharge }]) {
            const shown = Effect.fnUntraced(function* (request: PageRequest) {
              const { entries, total } = yield* repository.list(company, filter, request)
              expect(total).toBe(7)
              return entries.map(({ details }) => details.token)
            })
            for (const size of [1, 2, 3, 7, 8]) {
              for (const number of numbers(8)) {
                expect(yield* shown(page(number, size))).toStrictEqual(all.slice((number - 1) * size, number * size))
              }
            }
          }
        }),
      )

      it(
        "filters by current status, and counts accordingly",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const repository = yield* SubscriptionRepository
          let changing = yield* store(company, 1)
          yield* store(company, 2)
          const expectStatus = Effect.fnUntraced(function* (status: SubscriptionStatus) {
            for (const one of SubscriptionStatus.literals) {
              const expected = [2, 1].filter((n) => one === (n === 1 ? status : "active"))
              expect(yield* tokensIn(company, { status: one })).toStrictEqual(expected.map(exampleSubscriptionToken))
            }
          })
          yield* expectStatus("active")
          const changes = [
            [opened(1), "active"],
            [failed(1), "overdue"],
            [paid(1), "active"],
            [subscriptionCanceled(), "canceled"],
          ] as const
          for (const [event, status] of changes) {
            const before = changing
            changing = changed(before, event)
            yield* repository.save(before, changing, [event])
            yield* expectStatus(status)
          }
        }),
      )

      it(
        "filters by token, and matches nothing if the text is no token",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          for (const n of [1, 2]) yield* store(company, n)
          expect(yield* tokensIn(company, { token: exampleSubscriptionToken(1) })).toStrictEqual([
            exampleSubscriptionToken(1),
          ])
          for (const token of ["", "%", "nobody's", `${exampleSubscriptionToken(1)} `]) {
            expect(yield* tokensIn(company, { token })).toStrictEqual([])
          }
        }),
      )

      it(
        "filters by the exact checkout of the time of sale, without patterns and with case",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          for (const [n, slug] of ["clube", "Clube", "clube-2", "c%"].entries()) {
            yield* store(company, n, { checkout: { title: "Clube", slug, product: null } })
          }
          expect(yield* tokensIn(company, { checkout: "clube" })).toStrictEqual([exampleSubscriptionToken(0)])
          expect(yield* tokensIn(company, { checkout: "c%" })).toStrictEqual([exampleSubscriptionToken(3)])
          expect(yield* tokensIn(company, { checkout: "clube", status: "active" })).toStrictEqual([
            exampleSubscriptionToken(0),
          ])
          expect(yield* tokensIn(company, { checkout: "clube", status: "overdue" })).toStrictEqual([])
        }),
      )

      it(
        "filters by e-mail, without case",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          for (const [n, email] of ["ana@example.com", "Ana@Example.COM", "ana@example.com.br"].entries()) {
            yield* store(company, n, subscriber(email))
          }
          for (const email of ["ana@example.com", "ANA@example.com"]) {
            expect(yield* tokensIn(company, { email })).toStrictEqual([1, 0].map(exampleSubscriptionToken))
          }
          for (const email of ["", "ana", "ana@example.com ", "%@example.com"]) {
            expect(yield* tokensIn(company, { email })).toStrictEqual([])
          }
        }),
      )

      it(
        "filters by the current day of the next charge; a subscription without one never matches",
        Effect.gen(function* () {
          const { id: company } = yield* storeCompany()
          const repository = yield* SubscriptionRepository
          const first = yield* store(company, 1)
          const second = yield* store(company, 2)
          yield* store(company, 3, { recurrence: { every: "month", count: 1, cycles: 1 } })
          const on = (day: string) => tokensIn(company, { nextCharge: LocalDate.make(day) })
          expect(yield* on("2026-04-02")).toStrictEqual([2, 1].map(exampleSubscriptionToken))
          expect(yield* on("2026-03-02")).toStrictEqual([])
          const renewed = [opened(1), paid(1)]
          yield* repository.save(first, changed(first, ...renewed), renewed)
          expect(yield* on("2026-04-02")).toStrictEqual([exampleSubscriptionToken(2)])
          expect(yield* on("2026-05-02")).toStrictEqual([exampleSubscriptionToken(1)])
          yield* repository.save(second, changed(second, subscriptionCanceled()), [subscriptionCanceled()])
          expect(yield* on("2026-04-02")).toStrictEqual([])
        }),
      )

      law(
        "agrees, for any filter and page, with a look at every subscription",
        fc.tuple(fc.array(similar, { maxLength: 12, size: "max" }), fc.array(filters, { minLength: 5, maxLength: 10 })),
        Effect.fnUntraced(function* ([drawn, asked]) {
          const { id: company } = yield* storeCompany()
          const { id: other } = yield* storeCompany()
          const repository = yield* SubscriptionRepository
          const all: Array<Subscription> = []
          for (const [n, { isOthers, life, email, slug, means }] of drawn.entries()) {
            const checkout = { title: slug, slug, product: null }
            const begun = yield* store(isOthers ? other : company, n, { ...subscriber(email), checkout, means })
            const changes = life(n, 2)
            yield* repository.save(begun, changed(begun, ...changes), changes)
            if (!isOthers) all.unshift(changed(begun, ...changes))
          }
          for (const filter of asked) {
            const expected = all.filter((subscription) => isWithin(filter, subscription))
            for (const number of [1, 2, 3]) {
              expect(yield* repository.list(company, filter, page(number, 3))).toStrictEqual({
                entries: expected.slice((number - 1) * 3, number * 3),
                total: expected.length,
              })
            }
          }
        }),
      )
    })

    it(
      "visibility: the next read sees every acknowledged write",
      Effect.gen(function* () {
        const { id: company } = yield* storeCompany()
        const repository = yield* SubscriptionRepository
        const units = yield* UnitOfWork
        const live = Effect.fnUntraced(function* (n: number) {
          const begun = yield* units.commit(store(company, n))
          yield* expectStored(begun)
          yield* units.commit(repository.save(begun, changed(begun, subscriptionCanceled()), [subscriptionCanceled()]))
          yield* expectStored(changed(begun, subscriptionCanceled()))
        })
        yield* Effect.forEach(numbers(25), live, { concurrency: "unbounded" })
        expect((yield* repository.list(company, { status: "canceled" }, wholeList)).total).toBe(25)
        expect((yield* repository.list(company, { status: "active" }, wholeList)).total).toBe(0)
      }),
    )

    hidesRunningUnits(fresh, storeCompany(), ({ id: company }) => ({
      write: (n) => store(company, n),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(SubscriptionRepository, (all) => all.list(company, {}, wholeList)),
          ({ total }) => total >= n,
        ),
    }))
  })
}

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n + 1)

const changed = (subscription: Subscription, ...changes: ReadonlyArray<SubscriptionChange>): Subscription =>
  changes.reduce(evolveSubscription, subscription)

const firstOrder = (n: number): OrderNumber => OrderNumber.make(`PRIMEIRO${n}`)

/** The order that charges a period of the subscription with this number. */
const orderOf = (n: number, period: number): OrderNumber => OrderNumber.make(`RENOVA${n}X${period}`)

// Events of the subscription with this number, with renewals of its own, because no two share an order.
const opened = (n: number, period = 2) => ({ ...renewalOpened({ period }), order: orderOf(n, period) })
const failed = (n: number, period = 2) => ({
  ...renewalFailed({ period, retryAt: daysAfterRenewal(1) }),
  order: orderOf(n, period),
})
const paid = (n: number, period = 2) => ({ ...renewalPaid({ period }), order: orderOf(n, period) })

/** All events: a retry, another card, another period, the end and a late payment. */
const eventfulLife = (n: number): ReadonlyArray<SubscriptionChange> => [
  opened(n),
  failed(n),
  { ...renewalRetried({ retryAt: daysAfterRenewal(3) }), order: orderOf(n, 2) },
  cardReplaced(2),
  paid(n),
  opened(n, 3),
  { ...renewalFailed({ period: 3 }), order: orderOf(n, 3) },
  subscriptionCanceled("dunning"),
  { ...latePaymentKept({ period: 3 }), order: orderOf(n, 3) },
]

/** Lives of a subscription, by its number and a period, each with another status or next charge. */
const lives: ReadonlyArray<(n: number, period: number) => ReadonlyArray<SubscriptionChange>> = [
  () => [],
  (n, period) => [opened(n, period)],
  (n, period) => [opened(n, period), failed(n, period)],
  (n, period) => [opened(n, period), paid(n, period)],
  () => [subscriptionCanceled()],
  () => [cardReplaced(2)],
]

const meansNames = ["pix", "bank_slip", "credit"] as const satisfies ReadonlyArray<keyof typeof SubscriptionMeans.cases>

const subscriber = (email: string): Beginning => ({
  customer: { ...exampleCustomer, email: Result.getOrThrow(parseEmail(email)) },
})

/** Every field has a value that is easily lost: missing, null, quoted or beyond ASCII. */
const unusual: Beginning = {
  src: 'it\'s 100% "ação" \\ 🙂',
  ref: "",
  checkout: { title: "Clube 'A'", slug: "clube", product: null, redirectAfterSuccess: "https://example.com/ção" },
  address: null,
  item: {
    productId: null,
    sku: "",
    title: "Ação 📦",
    unitPrice: centavos(centavosMax),
    priceCost: centavos(1),
    quantity: 3,
  },
  recurrence: { every: "week", count: 2, cycles: 12 },
  anchor: LocalDate.make("2024-02-29"),
  ...subscriber("Maria.Exemplo@Example.com"),
}

const beginning = (company: CompanyId, n: number, overrides: Beginning = {}) =>
  exampleSubscriptionBegun({ token: exampleSubscriptionToken(n), firstOrder: firstOrder(n), ...overrides, company })

/** Stores the subscription with this number. */
const store = Effect.fnUntraced(function* (company: CompanyId, n: number, overrides: Beginning = {}) {
  const repository = yield* SubscriptionRepository
  const begun = beginning(company, n, overrides)
  yield* repository.add(begun)
  return subscriptionBegun(begun)
})

const tokensIn = Effect.fnUntraced(function* (company: CompanyId, filter: SubscriptionFilter) {
  const repository = yield* SubscriptionRepository
  const { entries, total } = yield* repository.list(company, filter, wholeList)
  expect(total).toBe(entries.length)
  return entries.map(({ details }) => details.token)
})

/** Expects this subscription by every way of finding it, and a log that folds to it. */
const expectStored = Effect.fnUntraced(function* (subscription: Subscription) {
  const repository = yield* SubscriptionRepository
  const { company, token, firstOrder: order } = subscription.details
  expect(Option.getOrNull(yield* repository.find(company, token))).toStrictEqual(subscription)
  expect(Option.getOrNull(yield* repository.findByFirstOrder(company, order))).toStrictEqual(subscription)
  expect(fold(subscriptionMachine, yield* repository.history(company, token))).toStrictEqual(subscription)
  const status = subscriptionStatusOf(subscription)
  const listed = yield* repository.list(company, { status, token }, wholeList)
  expect(listed).toStrictEqual({ entries: [subscription], total: 1 })
})

/** Whole histories, as changes to save one after the other: plain objects, like a store's results. */
const lifelogs = subscriptionHistories.map(({ begun, steps }) =>
  structuredClone({ begun, saves: steps.map(({ changes }) => changes).filter((changes) => changes.length > 0) }),
)

const slugs = fc.constantFrom("clube", "curso")
const emails = fc.constantFrom("ana@example.com", "Ana@example.com", "bia@example.com")
const days = fc.constantFrom("2026-04-02", "2026-05-02").map((day) => LocalDate.make(day))

/** Subscriptions with shared values, so that filters match some of them and not others. */
const similar = fc.record({
  isOthers: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  life: fc.constantFrom(...lives),
  email: emails,
  slug: slugs,
  means: fc.constantFrom(...meansNames),
})

const conditions: fc.Arbitrary<SubscriptionFilter> = fc.oneof(
  fc.record({ status: fc.constantFrom(...SubscriptionStatus.literals) }),
  fc.record({ token: fc.nat({ max: 12 }).map(exampleSubscriptionToken) }),
  fc.record({ checkout: slugs }),
  fc.record({ email: emails }),
  fc.record({ nextCharge: days }),
)

/** Few conditions at a time: many would leave nothing, and an empty list cannot be in the wrong order. */
const filters: fc.Arbitrary<SubscriptionFilter> = fc
  .tuple(fc.option(conditions, { freq: 3 }), fc.option(conditions, { freq: 2 }), fc.option(conditions, { freq: 2 }))
  .map(([first, second, third]) => ({ ...first, ...second, ...third }))

const isWithin = (filter: SubscriptionFilter, subscription: Subscription): boolean => {
  const { token, checkout, customer } = subscription.details
  const held = [
    filter.status === undefined || filter.status === subscriptionStatusOf(subscription),
    filter.token === undefined || filter.token === token,
    filter.checkout === undefined || filter.checkout === checkout.slug,
    filter.email === undefined || emailKey(filter.email) === emailKey(customer.email),
    filter.nextCharge === undefined || filter.nextCharge === paidPeriodOf(subscription).nextCharge,
  ]
  return held.every((holds) => holds)
}
