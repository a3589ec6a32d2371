/**
 * Stories and laws of reports: from any source, any number of times and in any order, each is recorded once and none is
 * lost.
 */
import { describe, expect, it } from "@effect/vitest"
import { CompanyId, firstAttempt, OrderNumber, PublicKey } from "@vintem/domain/identifiers"
import {
  AttemptFact,
  type AttemptReport,
  capturedOf,
  evolve,
  ledgerOf,
  type Order,
  type OrderChange,
  type OrderPlaced,
  type OrderReport,
  placed,
  statusOf,
} from "@vintem/domain/order"
import { CustomerRepository, OrderConflict, OrderRepository, SavedCardRepository } from "@vintem/domain/ports"
import { allReportsOf, arrivalsOf, type Cast, castsOf, exampleAttemptKey, knowledgeOf } from "@vintem/testing"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { recordReports } from "../src/index.ts"
import { processWith } from "./process.ts"
import {
  allOrders,
  card,
  cards,
  inNewShop,
  isCardKept,
  isLogComplete,
  layer,
  now,
  onlyAttempt,
  onlyOrder,
  pix,
  place,
  Seller,
  type Shop,
} from "./shop.ts"

/** A report about an order's only attempt. */
const reportOf = (fact: AttemptFact, report: AttemptReport = {}) =>
  Effect.map(now, (at): OrderReport => ({ _tag: "AttemptUpdate", attempt: firstAttempt, fact, report, at }))

const tell = Effect.fnUntraced(function* (...reports: ReadonlyArray<OrderReport>) {
  const { company, number } = (yield* onlyOrder).details
  return yield* recordReports(company, number, reports)
})

describe("recordReports", () => {
  it.effect("returns the order as it is afterwards, equal to the stored one", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const told = yield* tell(yield* reportOf("confirmed"))
      const order = yield* onlyOrder
      expect(Option.map(told, (stored) => stored.order)).toEqual(Option.some(order))
      expect(statusOf(order)).toBe("paid")
      expect(yield* isLogComplete(order)).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds no order if the company has none, even if another company has", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const { company, number } = (yield* onlyOrder).details
      const reports = [yield* reportOf("confirmed")]
      expect(yield* recordReports(company, OrderNumber.make("NOBODYS"), reports)).toEqual(Option.none())
      expect(yield* recordReports(CompanyId.make(company + 1), number, reports)).toEqual(Option.none())
      expect(statusOf(yield* onlyOrder)).toBe("waiting_payment")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("ignores known facts: a payment that is reported twice is no fault and no second payment", () =>
    Effect.gen(function* () {
      yield* place(pix())
      yield* tell(yield* reportOf("confirmed"))
      const once = yield* onlyOrder
      yield* TestClock.adjust("1 minute")
      yield* tell(yield* reportOf("confirmed"), yield* reportOf("confirmed"))
      expect(yield* onlyOrder).toEqual(once)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("records late reports, and demotes no paid order by them", () =>
    Effect.gen(function* () {
      yield* place(card(cards.silent))
      yield* tell(yield* reportOf("confirmed"))
      yield* tell(yield* reportOf("review"), yield* reportOf("refused"))
      const order = yield* onlyOrder
      expect(statusOf(order)).toBe("paid")
      expect(onlyAttempt(order).facts).toEqual(["sent", "unknown", "review", "refused", "confirmed"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("writes history, state and card together or not at all", () =>
    Effect.gen(function* () {
      yield* place(card(cards.held))
      const before = yield* onlyOrder
      const failing = yield* processWith(({ name }) =>
        name === "before WriteSets.commit" ? Effect.die(new Error("a fault at the worst moment")) : Effect.void,
      )
      yield* Effect.exit(failing(tell(yield* reportOf("confirmed"))))
      expect(yield* onlyOrder).toEqual(before)
      expect(yield* isLogComplete(before)).toBe(true)
      expect(yield* isCardKept(before)).toBe(false)
      yield* tell(yield* reportOf("confirmed"))
      expect(yield* isCardKept(yield* onlyOrder)).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("stores a card once, however often its charge is confirmed", () =>
    Effect.gen(function* () {
      yield* place(card(cards.approved))
      const paid = onlyAttempt(yield* onlyOrder)
      if (paid._tag !== "credit") return expect.unreachable()
      const { card: charged, cardToken } = paid
      const { id } = yield* Seller
      const { find } = yield* SavedCardRepository
      for (const told of ["A", "z"]) {
        yield* tell(yield* reportOf("confirmed", { cardToken: told }))
        expect(Option.getOrNull(yield* find(id, charged.token))?.acquirerToken).toBe(cardToken)
      }
    }).pipe(Effect.provide(layer)),
  )

  /** The card of an order whose first answer had no report, after these reports, one by one. */
  const isKeptAfter = Effect.fnUntraced(function* (...told: ReadonlyArray<readonly [AttemptFact, AttemptReport]>) {
    yield* place(card(cards.failing))
    for (const [fact, report] of told) yield* tell(yield* reportOf(fact, report))
    return yield* isCardKept(yield* onlyOrder)
  })

  it.effect("stores a card that was reported before its charge was confirmed", () =>
    Effect.gen(function* () {
      expect(yield* isKeptAfter(["review", { cardToken: "card_1" }], ["confirmed", {}])).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("stores a card that was reported after its charge was confirmed", () =>
    Effect.gen(function* () {
      expect(yield* isKeptAfter(["confirmed", {}], ["review", { cardToken: "card_1" }])).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("stores the card if the confirming message has none, and the later answer does", () =>
    Effect.gen(function* () {
      expect(yield* isKeptAfter(["confirmed", {}], ["confirmed", { cardToken: "card_1" }])).toBe(true)
    }).pipe(Effect.provide(layer)),
  )
})

/** A repository that returns, this many times, an order from before another unit saved it. */
const behind = (order: Order, times: number) =>
  Effect.map(OrderRepository, (orders) => {
    let left = times
    return OrderRepository.of({
      ...orders,
      find: (company, number) => {
        left -= 1
        return Effect.map(orders.find(company, number), (stored) =>
          left < 0 ? stored : Option.map(stored, ({ id }) => ({ id, order })),
        )
      },
    })
  })

describe("recordReports, if another unit was faster", () => {
  it.effect.each([1, 2, 5])("reads again and decides again: %i times", (times) =>
    Effect.gen(function* () {
      yield* place(card(cards.failing))
      const before = yield* onlyOrder
      yield* tell(yield* reportOf("review"))
      yield* Effect.provideServiceEffect(tell(yield* reportOf("confirmed")), OrderRepository, behind(before, times))
      const order = yield* onlyOrder
      expect(onlyAttempt(order).facts).toEqual(["sent", "unknown", "review", "confirmed"])
      expect(yield* isLogComplete(order)).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("fails in the end, with nothing written and nothing of the other's lost", () =>
    Effect.gen(function* () {
      yield* place(card(cards.failing))
      const before = yield* onlyOrder
      yield* tell(yield* reportOf("review"))
      const after = yield* onlyOrder
      const gaveUp = yield* Effect.flip(
        Effect.provideServiceEffect(tell(yield* reportOf("confirmed")), OrderRepository, behind(before, 1_000)),
      )
      expect(gaveUp).toBeInstanceOf(OrderConflict)
      expect(yield* onlyOrder).toEqual(after)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does nothing if the other had the same report: the second path is no second payment", () =>
    Effect.gen(function* () {
      yield* place(card(cards.silent))
      const before = yield* onlyOrder
      yield* tell(yield* reportOf("confirmed"))
      const after = yield* onlyOrder
      yield* Effect.provideServiceEffect(tell(yield* reportOf("confirmed")), OrderRepository, behind(before, 1))
      expect(yield* onlyOrder).toEqual(after)
      expect(capturedOf(after)).toBe(10_000)
    }).pipe(Effect.provide(layer)),
  )

  it("conservation: neither an outcome in flight nor concurrent writes are lost", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...outcomes),
        fc.uniqueArray(fc.constantFrom(...AttemptFact.literals), { minLength: 1, maxLength: 4 }),
        ([behavior, outcome], facts) =>
          inNewShop(
            Effect.gen(function* () {
              const context = yield* Effect.context<Shop>()
              const others = Effect.forEach(facts, (fact) => Effect.flatMap(reportOf(fact), tell))
              const process = yield* processWith(({ name }) =>
                name === "before Acquirer.charge"
                  ? others.pipe(Effect.orDie, Effect.asVoid, Effect.provideContext(context))
                  : Effect.void,
              )
              yield* process(place(card(cards[behavior])))
              const order = yield* onlyOrder
              expect(new Set(onlyAttempt(order).facts)).toEqual(new Set(["sent", outcome, ...facts]))
              expect(yield* isLogComplete(order)).toBe(true)
            }),
          ),
      ),
      { numRuns: 50 },
    ))

  it("convergence: concurrent reports, in any order and repeated, lead to the same order and the same money", () =>
    fc.assert(
      fc.asyncProperty(stories, ({ cast, arrivals }) =>
        inNewShop(
          Effect.gen(function* () {
            const { all, order: shuffled } = yield* storeTwice(cast)
            yield* recordReports(all.details.company, all.details.number, allReportsOf(cast))
            const { company, number } = shuffled.details
            yield* Effect.forEach(
              arrivals,
              ([report, isBehind]) =>
                Effect.provideServiceEffect(
                  recordReports(company, number, [report]),
                  OrderRepository,
                  behind(shuffled, isBehind ? 1 : 0),
                ),
              { concurrency: "unbounded" },
            )
            const [one, other] = yield* allOrders
            expect(one === undefined ? null : learnedOf(one)).toEqual(
              other === undefined ? undefined : learnedOf(other),
            )
            for (const order of yield* allOrders) expect(yield* isLogComplete(order)).toBe(true)
          }),
        ),
      ),
      { numRuns: 50 },
    ))
})

const outcomes = [
  ["approved", "confirmed"],
  ["refused", "refused"],
  ["held", "review"],
  ["silent", "unknown"],
  ["failing", "unknown"],
] as const

/**
 * An order with one attempt, and all possible reports about it, in any order, some of them twice, by writers that may
 * have read old state.
 */
const stories = castsOf({ attemptsMax: 1 }).chain((cast) =>
  fc.record({
    cast: fc.constant(cast),
    arrivals: arrivalsOf(allReportsOf(cast)).chain((all) =>
      fc.tuple(...all.map((report) => fc.tuple(fc.constant(report), fc.boolean()))),
    ),
  }),
)

/** Stores one order twice, under two numbers. */
const storeTwice = Effect.fnUntraced(function* ({ placing, attempts }: Cast) {
  const orders = yield* OrderRepository
  const customers = yield* CustomerRepository
  const { id: company } = yield* Seller
  const { customer } = placing.details
  const { at } = placing
  const customerId = yield* customers.put({
    company,
    token: "01890a5d-ac96-774b-bcce-b302099a8057",
    details: customer,
    createdAt: at,
  })
  const store = Effect.fnUntraced(function* (copy: number) {
    const names = {
      number: OrderNumber.make(`EXEMPLO${copy}`),
      publicKey: PublicKey.make(`exemplo_publicKey_000${copy}`),
      company,
      customerId,
    }
    const named: OrderPlaced = { ...placing, details: { ...placing.details, ...names } }
    const started = attempts.map(
      ({ charge }): OrderChange => ({
        _tag: "AttemptStarted",
        attempt: firstAttempt,
        key: exampleAttemptKey(copy),
        ...charge,
        at,
      }),
    )
    const order = started.reduce(evolve, placed(named))
    yield* orders.add(order, [named, ...started])
    return order
  })
  return { all: yield* store(1), order: yield* store(2) }
})

/** An order's knowledge, whatever its number and the order of reports. */
const learnedOf = (order: Order) => {
  const { attempts, refunds, cases } = knowledgeOf(order)
  return {
    status: statusOf(order),
    ledger: ledgerOf(order),
    attempts: attempts.map(({ key, ...attempt }) => attempt),
    refunds,
    cases,
  }
}
