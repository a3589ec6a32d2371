/**
 * The contract of write sets: either all of a set is written or nothing, and if two sets race for the same object, one
 * is refused.
 */
import { type BatchChange, batchCreated, evolveBatch } from "@vintem/domain/batch"
import { CouponCode, CouponPercent } from "@vintem/domain/catalogue"
import { FullName } from "@vintem/domain/customer"
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { cardCaps, placed } from "@vintem/domain/order"
import { evolveLink, linkCreated } from "@vintem/domain/payment-link"
import {
  BatchRepository,
  CompanyRepository,
  CouponRepository,
  CustomerRepository,
  type IdempotencyClaim,
  IdempotencyStore,
  JobId,
  JobQueue,
  OrderRepository,
  PaymentLinkRepository,
  type Stores,
  SubscriptionRepository,
  UnitOfWork,
  type Write,
  type WriteSet,
  WriteSets,
} from "@vintem/domain/ports"
import { evolveSubscription, subscriptionBegun } from "@vintem/domain/subscription"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { describe, expect } from "vitest"
import { batchCanceled, exampleBatchCreated, exampleEntries } from "../batch/example-batch.ts"
import { exampleAttemptKey, examplePlaced } from "../order/example-order.ts"
import { exampleLinkCreated, exampleSlug } from "../payment-link/example-link.ts"
import { paymentStarted } from "../payment-link/example-link-moves.ts"
import { exampleSubscriptionBegun, exampleSubscriptionToken } from "../subscription/example-subscription.ts"
import { subscriptionCanceled } from "../subscription/example-subscription-moves.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import {
  changed,
  later,
  numberedCustomer,
  numberedOrder,
  type Parties,
  started,
  storeCompany,
  storeOrder,
  storeParties,
  wholeList,
} from "./stored-examples.ts"

/** @param layer - builds new, empty stores each time */
export const writeSetsContract = (name: string, layer: Layer.Layer<Stores, unknown>): void => {
  const { it } = onFreshStore(layer)

  describe(`WriteSets: ${name}`, () => {
    it(
      "writes all of a set, and the next read sees it",
      Effect.gen(function* () {
        const parties = yield* storeParties
        const { commit } = yield* WriteSets
        yield* commit([
          claiming(parties.company, "key"),
          adding(parties, 1),
          adding(parties, 2),
          enqueuing(parties.company, "one"),
        ])
        expect(yield* numbersOf(parties.company)).toStrictEqual([1, 2])
        expect(yield* jobsOf(parties.company, "one")).toStrictEqual(["one"])
      }),
    )

    it(
      "writes links with the batch that they are made for",
      Effect.gen(function* () {
        const { id: company } = yield* storeCompany()
        const saving = (yield* batchToSave(company))()
        const { commit } = yield* WriteSets
        const links = yield* PaymentLinkRepository
        const created = [1, 2].map((n) => exampleLinkCreated({ details: { company, slug: exampleSlug(n) } }))
        yield* commit([saving, { _tag: "AddLinks", created }])
        const { entries, total } = yield* links.list(company, wholeList)
        expect([total, entries.toReversed()]).toStrictEqual([2, created.map(linkCreated)])
        const { find } = yield* BatchRepository
        expect(yield* find(company, saving.batch.details.token)).toStrictEqual(Option.some(saving.batch))
      }),
    )

    it(
      "writes nothing of an empty set",
      Effect.gen(function* () {
        const { commit } = yield* WriteSets
        yield* commit([])
      }),
    )

    it(
      "adds the customer of a set, or finds them by their document, and decides the rest by their number",
      Effect.gen(function* () {
        const { id: company } = yield* storeCompany()
        const { commitFor } = yield* WriteSets
        const customers = yield* CustomerRepository
        const first = numberedCustomer(company, 1)
        const place = (_tag: "put" | "register", n: number, fullname: FullName) =>
          commitFor<CustomerId, "AddOrder">(
            { _tag, customer: { ...first, details: { ...first.details, fullname } } },
            [],
            (customerId) => ({ writes: [adding({ company, customerId }, n)], value: customerId }),
          )
        const maria = FullName.make("Maria Exemplo")
        const other = FullName.make("Outra Pessoa")
        const renamed = FullName.make("Maria de Exemplo")
        const id = yield* place("put", 1, maria)
        expect(yield* place("register", 2, other)).toBe(id)
        expect(Option.getOrThrow(yield* customers.find(company, id)).details.fullname).toBe(maria)
        expect(yield* place("put", 3, renamed)).toBe(id)
        expect(Option.getOrThrow(yield* customers.find(company, id)).details.fullname).toBe(renamed)
        expect(yield* numbersOf(company)).toStrictEqual([1, 2, 3])
      }),
    )

    it(
      "joins the unit around it: if the unit is rolled back, nothing was written",
      Effect.gen(function* () {
        const parties = yield* storeParties
        const sets = yield* WriteSets
        const { commit } = yield* UnitOfWork
        const unit = Effect.andThen(sets.commit([adding(parties, 1)]), Effect.fail("given up"))
        expect(yield* Effect.flip(commit(unit))).toBe("given up")
        expect(yield* numbersOf(parties.company)).toStrictEqual([])
        yield* commit(sets.commit([adding(parties, 1)]))
        expect(yield* numbersOf(parties.company)).toStrictEqual([1])
      }),
    )

    describe("a refused set", () => {
      const refusals: ReadonlyArray<
        readonly [title: string, tag: string, refused: (parties: Parties) => Effect.Effect<Write, unknown, Stores>]
      > = [
        ["a key that was claimed", "KeyConflict", ({ company }) => claimedTwice(company)],
        ["an answer under a key that has one", "AnswerConflict", ({ company }) => answeredTwice(company)],
        ["a company that came under moderation", "ModerationConflict", ({ company }) => moderated(company)],
        ["a job that another worker has", "JobLost", ({ company }) => Effect.succeed(settlingLost(company))],
        ["an order that was saved meanwhile", "OrderConflict", (parties) => orderSavedTwice(parties, true)],
        [
          "an order that the decision relied on, and that was saved",
          "OrderConflict",
          (parties) => orderSavedTwice(parties, false),
        ],
        ["a link that was saved meanwhile", "LinkConflict", ({ company }) => linkSavedTwice(company, true)],
        [
          "a link that the decision relied on, and that was saved",
          "LinkConflict",
          ({ company }) => linkSavedTwice(company, false),
        ],
        ["a batch that was saved meanwhile", "BatchConflict", ({ company }) => batchSavedTwice(company, true)],
        [
          "a batch that the decision relied on, and that was saved",
          "BatchConflict",
          ({ company }) => batchSavedTwice(company, false),
        ],
        [
          "a subscription that was saved meanwhile",
          "SubscriptionConflict",
          ({ company }) => subscriptionSavedTwice(company, true),
        ],
        [
          "a subscription that the decision relied on, and that was saved",
          "SubscriptionConflict",
          ({ company }) => subscriptionSavedTwice(company, false),
        ],
        ["a coupon that is used up", "CouponRefused", ({ company }) => couponUsedUp(company)],
        [
          "a coupon that its order cannot use again",
          "CouponRefused",
          ({ company }) => Effect.succeed(takingAgain(company)),
        ],
        ["a card after too many were refused", "CardStopped", () => cardsRefused],
      ]
      for (const [title, tag, refused] of refusals) {
        it(
          `writes nothing, whatever other writes it has: ${title}`,
          Effect.gen(function* () {
            const parties = yield* storeParties
            const { company } = parties
            const { commit, commitFor } = yield* WriteSets
            const write = yield* refused(parties)
            const before = yield* numbersOf(company)
            const set: WriteSet = [adding(parties, 91), write, adding(parties, 92), enqueuing(company, "never")]
            expect(yield* Effect.flip(commit(set))).toMatchObject({ _tag: tag })
            const customer = { _tag: "put", customer: numberedCustomer(company, 99) } as const
            const decided = commitFor(customer, [write], (customerId) => ({
              writes: [adding({ company, customerId }, 93)],
              value: customerId,
            }))
            expect(yield* Effect.flip(decided)).toMatchObject({ _tag: tag })
            expect(yield* numbersOf(company)).toStrictEqual(before)
            expect(yield* jobsOf(company, "never")).toStrictEqual([])
            const { list } = yield* CustomerRepository
            const { document } = customer.customer.details
            expect((yield* list(company, { document }, wholeList)).total).toBe(0)
          }),
        )
      }
    })

    describe("racing sets", () => {
      const races: ReadonlyArray<
        readonly [string, (parties: Parties) => Effect.Effect<(n: number) => Write, unknown, Stores>]
      > = [
        ["for one key", ({ company }) => Effect.succeed(() => claiming(company, "key"))],
        ["for one order", orderToSave],
        ["for one link", ({ company }) => linkToSave(company)],
        ["for one batch", ({ company }) => Effect.map(batchToSave(company), (saving) => () => saving())],
        ["for one subscription", ({ company }) => subscriptionToSave(company)],
        ["for the last use of a coupon", ({ company }) => couponToTake(company)],
        ["for the last card that may be tried", () => cardToTry],
      ]
      for (const [title, racing] of races) {
        it(
          `write one, and refuse the others: ${title}`,
          Effect.gen(function* () {
            const parties = yield* storeParties
            const { commit } = yield* WriteSets
            const write = yield* racing(parties)
            const before = yield* numbersOf(parties.company)
            const ended = yield* Effect.forEach(
              [1, 2, 3, 4, 5],
              (n) => Effect.result(commit([adding(parties, 80 + n), write(n)])),
              { concurrency: "unbounded" },
            )
            expect(ended.filter(Result.isSuccess)).toHaveLength(1)
            expect(yield* numbersOf(parties.company)).toHaveLength(before.length + 1)
          }),
        )
      }

      it(
        "write every set that has no rival, however many there are",
        Effect.gen(function* () {
          const parties = yield* storeParties
          const { commit, commitFor } = yield* WriteSets
          const numbers = Array.from({ length: 40 }, (_, n) => n + 1)
          yield* Effect.forEach(
            numbers,
            (n) =>
              n % 2 === 0
                ? commit([claiming(parties.company, `key ${n}`), adding(parties, n)])
                : commitFor({ _tag: "put", customer: numberedCustomer(parties.company, n % 5) }, [], (customerId) => ({
                    writes: [adding({ ...parties, customerId }, n)],
                    value: n,
                  })),
            { concurrency: "unbounded", discard: true },
          )
          expect(yield* numbersOf(parties.company)).toStrictEqual(numbers)
        }),
      )
    })
  })
}

const claimOf = (company: CompanyId, key: string): IdempotencyClaim => ({
  company,
  scope: "company",
  key,
  fingerprint: "of the request",
  now: later(0),
  aliveAt: later(0),
  aliveUntil: later(30_000),
})

const claiming = (company: CompanyId, key: string): Write<"ClaimKey"> => ({
  _tag: "ClaimKey",
  claim: claimOf(company, key),
  order: null,
  answer: null,
})

const adding = (parties: Parties, n: number): Write<"AddOrder"> => {
  const placing = examplePlaced({ ...parties, ...numberedOrder(n) })
  return { _tag: "AddOrder", order: placed(placing), events: [placing] }
}

const enqueuing = (company: CompanyId, job: string): Write<"EnqueueJobs"> => ({
  _tag: "EnqueueJobs",
  jobs: [{ queue: "work", kind: "Example", name: job, company, orderingKey: null, dueAt: later(0), payload: "{}" }],
})

/** The orders of a company, by their order numbers. */
const numbersOf = Effect.fnUntraced(function* (company: CompanyId) {
  const { list } = yield* OrderRepository
  const { entries } = yield* list(company, {}, wholeList)
  return entries
    .map(({ order }) => Number(order.details.number.replace(/^EXEMPLO/u, "")))
    .toSorted((one, other) => one - other)
})

const jobsOf = (company: CompanyId, job: string) => Effect.flatMap(JobQueue, ({ known }) => known(company, [job]))

const claimedTwice = Effect.fnUntraced(function* (company: CompanyId) {
  const { claim } = yield* IdempotencyStore
  yield* claim(claimOf(company, "key"))
  return claiming(company, "key")
})

const answeredTwice = Effect.fnUntraced(function* (company: CompanyId): Effect.fn.Return<Write, unknown, Stores> {
  const { answer, claim } = yield* IdempotencyStore
  const of = claimOf(company, "key")
  yield* claim(of)
  yield* answer(of, "key", { status: 201, body: "the first" })
  return { _tag: "KeepAnswer", scope: of, key: "key", answer: { status: 201, body: "another" } }
})

const moderated = Effect.fnUntraced(function* (company: CompanyId): Effect.fn.Return<Write, unknown, Stores> {
  const { find, save } = yield* CompanyRepository
  yield* save({ ...Option.getOrThrow(yield* find(company)), underModeration: true })
  return { _tag: "RequireTrading", company }
})

const settlingLost = (company: CompanyId): Write => ({
  _tag: "SettleJob",
  company,
  lease: "of another worker",
  settlement: { _tag: "Done", job: JobId.make(1) },
})

/** Saves the start of an attempt, whose number over all orders is `n`. */
const orderToSave = Effect.fnUntraced(function* (parties: Parties) {
  const before = yield* storeOrder({ ...parties, ...numberedOrder(1) })
  return (n: number): Write<"SaveOrder"> => {
    const events = [started(1, n)]
    return { _tag: "SaveOrder", before, order: changed(before, ...events), events }
  }
})

/** @param changes - whether the second save changes anything */
const orderSavedTwice = Effect.fnUntraced(function* (parties: Parties, changes: boolean) {
  const saving = yield* orderToSave(parties)
  const { commit } = yield* WriteSets
  yield* commit([saving(1)])
  const { before } = saving(2)
  return changes ? saving(2) : ({ _tag: "SaveOrder", before, order: before, events: [] } as const)
})

const linkToSave = Effect.fnUntraced(function* (company: CompanyId) {
  const created = exampleLinkCreated({ details: { company, slug: exampleSlug(1) } })
  const { add } = yield* PaymentLinkRepository
  yield* add([created])
  const link = linkCreated(created)
  return (n: number): Write<"SaveLink"> => {
    const event = paymentStarted(n)
    return { _tag: "SaveLink", link: evolveLink(link, event), events: [event] }
  }
})

const linkSavedTwice = Effect.fnUntraced(function* (company: CompanyId, changes: boolean) {
  const saving = yield* linkToSave(company)
  const { commit } = yield* WriteSets
  const { find } = yield* PaymentLinkRepository
  const link = Option.getOrThrow(yield* find(company, exampleSlug(1)))
  yield* commit([saving(1)])
  return changes ? saving(2) : ({ _tag: "SaveLink", link, events: [] } as const)
})

const batchToSave = Effect.fnUntraced(function* (company: CompanyId) {
  const created = exampleBatchCreated(2, { company })
  const { add } = yield* BatchRepository
  yield* add(created, exampleEntries(2))
  const before = batchCreated(created)
  return (events: ReadonlyArray<BatchChange> = [batchCanceled]): Write<"SaveBatch"> => ({
    _tag: "SaveBatch",
    batch: events.reduce(evolveBatch, before),
    events,
  })
})

const batchSavedTwice = Effect.fnUntraced(function* (company: CompanyId, changes: boolean) {
  const saving = yield* batchToSave(company)
  const { commit } = yield* WriteSets
  yield* commit([saving()])
  return saving(changes ? [batchCanceled] : [])
})

const subscriptionToSave = Effect.fnUntraced(function* (company: CompanyId) {
  const begun = exampleSubscriptionBegun({ token: exampleSubscriptionToken(1), company })
  const { add } = yield* SubscriptionRepository
  yield* add(begun)
  const before = subscriptionBegun(begun)
  return (): Write<"SaveSubscription"> => {
    const event = subscriptionCanceled()
    return { _tag: "SaveSubscription", before, subscription: evolveSubscription(before, event), events: [event] }
  }
})

const subscriptionSavedTwice = Effect.fnUntraced(function* (company: CompanyId, changes: boolean) {
  const saving = yield* subscriptionToSave(company)
  const { commit } = yield* WriteSets
  yield* commit([saving()])
  const { before } = saving()
  return changes ? saving() : ({ _tag: "SaveSubscription", before, subscription: before, events: [] } as const)
})

const couponToTake = Effect.fnUntraced(function* (company: CompanyId) {
  const { add } = yield* CouponRepository
  const code = CouponCode.make("METADE")
  const discount = { _tag: "percent", percent: CouponPercent.make(5_000) } as const
  yield* add({ company, code, discount, expiresAt: null, maxUses: 1, createdAt: later(0) })
  return (n: number): Write<"TakeCoupon"> => ({
    _tag: "TakeCoupon",
    company,
    code,
    order: numberedOrder(80 + n).number,
    at: later(0),
  })
})

const couponUsedUp = Effect.fnUntraced(function* (company: CompanyId) {
  const taking = yield* couponToTake(company)
  const { commit } = yield* WriteSets
  yield* commit([taking(1)])
  return taking(2)
})

const takingAgain = (company: CompanyId): Write => ({
  _tag: "TakeCouponAgain",
  company,
  order: numberedOrder(1).number,
  at: later(0),
})

/** An address that may try one more card. */
const cardToTry = Effect.gen(function* () {
  const { commit } = yield* WriteSets
  const trying = (n: number): Write<"StartCardAttempt"> => ({
    _tag: "StartCardAttempt",
    key: exampleAttemptKey(100 + n),
    visitor: "a visitor",
    link: null,
    at: later(0),
  })
  for (let n = 1; n < cardCaps.address.refusedMax; n += 1) yield* commit([trying(-n)])
  return trying
})

const cardsRefused = Effect.gen(function* () {
  const trying = yield* cardToTry
  const { commit } = yield* WriteSets
  yield* commit([trying(1)])
  return trying(2)
})
