/**
 * Whatever happens at any moment of a charge, the repeated request under the same key ends as if nothing had happened:
 * one order, one charge, and the order's money equals the acquirer's books.
 *
 * The moments are not listed here. A run without incidents is watched, and each of its boundaries becomes a test.
 */
import { describe, expect, it } from "@effect/vitest"
import { attemptState, capturedOf, cardOf, statusOf } from "@vintem/domain/order"
import { Acquirer, OutcomeUnknown, StorageUnavailable } from "@vintem/domain/ports"
import { Deferred, Effect, Fiber, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { type Answered, type OrderPayment, recordReports } from "../src/index.ts"
import { type Boundary, processDyingAt, processMetAt, processWith } from "./process.ts"
import {
  allCustomers,
  allOrders,
  Books,
  card,
  cards,
  inTime,
  isCardKept,
  isLogComplete,
  later,
  layer,
  leaseMillis,
  now,
  onlyAttempt,
  pix,
  place,
  reconcile,
  request,
  type Shop,
  savedCard,
  slip,
  untilAtRest,
} from "./shop.ts"

/** A request, and the incidents before the watched run. */
interface Scenario {
  readonly title: string
  readonly payment: Effect.Effect<OrderPayment, unknown, Shop>
  readonly isKeyed: boolean
  /** The boundaries at which earlier processes died during the same request, one after another. */
  readonly deaths: ReadonlyArray<string>
  /** True if the acquirer's message of the charge arrives before its answer does. */
  readonly isMessageFaster: boolean
}

const scenario = (title: string, payment: Scenario["payment"], rest: Partial<Scenario> = {}): Scenario => ({
  title,
  payment,
  isKeyed: true,
  deaths: [],
  isMessageFaster: false,
  ...rest,
})

const approved = Effect.succeed(card(cards.approved, 3))

const saved = Effect.gen(function* () {
  yield* place(card(cards.approved))
  const order = (yield* allOrders).at(-1)
  const paid = order === undefined ? null : cardOf(onlyAttempt(order))
  return paid === null ? yield* Effect.die(new Error("A paid order names its card.")) : savedCard(paid.token)
})

const scenarios: ReadonlyArray<Scenario> = [
  scenario("a card that is approved", approved),
  scenario("a card that is refused", Effect.succeed(card(cards.refused))),
  scenario("a card that is held for review", Effect.succeed(card(cards.held))),
  scenario("a card that meets a server error", Effect.succeed(card(cards.failing))),
  scenario("a card that is charged in silence", Effect.succeed(card(cards.silent))),
  scenario("a saved card", saved),
  scenario("a Pix", Effect.succeed(pix())),
  scenario("a slip", Effect.succeed(slip())),
  scenario("a card, without a key", approved, { isKeyed: false }),
  scenario("a card, of which the acquirer's message is faster than its answer", approved, { isMessageFaster: true }),
  scenario("a card, resumed before it was charged", approved, { deaths: ["before Acquirer.charge"] }),
  scenario("a card, resumed after it was charged", approved, { deaths: ["after Acquirer.charge"] }),
  scenario("a card, resumed after its key was voided", approved, {
    deaths: ["before Acquirer.charge", "after Acquirer.void"],
  }),
]

/** The final state of an order and of its money. */
interface Ending {
  readonly orders: ReadonlyArray<{
    readonly status: string
    readonly attempt: string | null
    readonly captured: number
    readonly isCardKept: boolean
    readonly isLogComplete: boolean
  }>
  readonly charges: number
  readonly received: number
  readonly customers: number
}

/** A prepared scenario, in its own shop. */
interface Story {
  readonly ask: Effect.Effect<Answered<unknown>, unknown, Shop>
  readonly ending: Effect.Effect<Ending, unknown, Shop>
}

const begin = Effect.fnUntraced(function* ({ payment, isKeyed, deaths }: Scenario) {
  const books = yield* Books
  const wish = yield* payment
  const ask = request(wish, isKeyed ? { key: "key" } : {})
  const ordersBefore = (yield* allOrders).length
  const chargesBefore = (yield* books.charges).length
  const receivedBefore = yield* books.received
  for (const death of deaths) {
    const dying = yield* processDyingAt(({ name }) => name === death)
    yield* Effect.forkDetach(dying(ask))
    yield* untilAtRest
    yield* TestClock.adjust(leaseMillis)
  }
  const ending = Effect.gen(function* () {
    const orders = (yield* allOrders).slice(ordersBefore)
    return {
      orders: yield* Effect.forEach(orders, (order) =>
        Effect.all({
          status: Effect.succeed(statusOf(order)),
          attempt: Effect.succeed(attemptState(onlyAttempt(order).facts)),
          captured: Effect.succeed(capturedOf(order)),
          isCardKept: isCardKept(order),
          isLogComplete: isLogComplete(order),
        }),
      ),
      charges: (yield* books.charges).length - chargesBefore,
      received: (yield* books.received) - receivedBefore,
      customers: (yield* allCustomers).length,
    }
  })
  return { ask, ending } satisfies Story
})

/** An acquirer whose message of a charge is recorded before the charge is answered. */
const fasterMessages = Effect.gen(function* () {
  const context = yield* Effect.context<Shop>()
  const acquirer = yield* Acquirer
  return Acquirer.of({
    ...acquirer,
    charge: (asked) =>
      Effect.tap(acquirer.charge(asked), ({ fact, report }) =>
        Effect.gen(function* () {
          const order = (yield* allOrders).find(({ details }) => details.number === asked.order)
          if (order === undefined) return
          const { company, number } = order.details
          const { id: attempt } = onlyAttempt(order)
          yield* recordReports(company, number, [{ _tag: "AttemptUpdate", attempt, fact, report, at: yield* now }])
        }).pipe(Effect.orDie, Effect.provideContext(context)),
      ),
  })
})

const inShopOf = <A, E>({ isMessageFaster }: Scenario, work: Effect.Effect<A, E, Shop | Scope.Scope>) =>
  Effect.provide(isMessageFaster ? Effect.provideServiceEffect(work, Acquirer, fasterMessages) : work, layer)

/** The run without incidents: its boundaries, and its ending. */
const watch = (watched: Scenario) =>
  Effect.gen(function* () {
    const { ask, ending } = yield* begin(watched)
    const boundaries: Array<Boundary> = []
    const process = yield* processWith((boundary) =>
      Effect.sync(() => {
        boundaries.push(boundary)
      }),
    )
    yield* inTime(process(ask))
    yield* reconcile
    return { boundaries, ending: yield* ending }
  })

/** An incident in a run, and the answers that callers got. */
interface Incident {
  readonly title: string
  readonly canHappen: (boundary: Boundary, scenario: Scenario) => boolean
  readonly happens: (
    story: Story,
    position: number,
    scenario: Scenario,
  ) => Effect.Effect<{ readonly told: ReadonlyArray<Answered<unknown>>; readonly atThatMoment: Ending }, unknown, Shop>
}

/** Sends the request again with the same key, if there is one. */
const resumed = ({ ask }: Story, { isKeyed }: Scenario) =>
  isKeyed ? Effect.map(inTime(ask), (answered) => [answered]) : Effect.succeed([])

const incidents: ReadonlyArray<Incident> = [
  {
    title: "the process dies",
    canHappen: () => true,
    happens: Effect.fnUntraced(function* (story, position, scenario) {
      const process = yield* processDyingAt((_, met) => met === position)
      yield* Effect.forkDetach(process(story.ask))
      yield* untilAtRest
      const atThatMoment = yield* story.ending
      yield* TestClock.adjust(leaseMillis)
      return { told: yield* resumed(story, scenario), atThatMoment }
    }),
  },
  {
    title: "the process stops, and goes on when another has resumed its work",
    canHappen: ({ isInUnit }, { isKeyed }) => isKeyed && !isInUnit,
    happens: Effect.fnUntraced(function* ({ ask, ending }, position) {
      const awakening = yield* Deferred.make<void>()
      const process = yield* processMetAt(position, () => Deferred.await(awakening))
      const first = yield* Effect.forkChild(process(ask))
      yield* untilAtRest
      const atThatMoment = yield* ending
      const second = yield* inTime(later(leaseMillis)(ask))
      yield* Deferred.succeed(awakening, undefined)
      return { told: [second, yield* inTime(Fiber.join(first))], atThatMoment }
    }),
  },
  {
    title: "the caller hangs up",
    canHappen: () => true,
    happens: Effect.fnUntraced(function* ({ ask, ending }, position) {
      let hangUp: (() => void) | undefined
      const process = yield* processMetAt(position, () => Effect.sync(() => hangUp?.()))
      const caller = yield* Effect.forkChild(process(ask))
      hangUp = () => caller.interruptUnsafe()
      yield* inTime(Fiber.await(caller))
      return { told: [], atThatMoment: yield* ending }
    }),
  },
  {
    title: "the store fails, and the request is sent again at once",
    canHappen: ({ moment, of }) => moment === "before" && of !== "acquirer",
    happens: Effect.fnUntraced(function* (story, position, scenario) {
      const process = yield* processMetAt(
        position,
        ({ name }) => new StorageUnavailable({ fault: "locked", operation: name, cause: new Error("locked") }),
      )
      const failed = yield* Effect.flip(inTime(process(story.ask)))
      expect(failed).toBeInstanceOf(StorageUnavailable)
      const atThatMoment = yield* story.ending
      return { told: yield* resumed(story, scenario), atThatMoment }
    }),
  },
  {
    title: "the connection to the acquirer breaks",
    canHappen: ({ of }) => of === "acquirer",
    happens: Effect.fnUntraced(function* ({ ask, ending }, position) {
      const process = yield* processMetAt(position, ({ name }) => new OutcomeUnknown({ detail: name }))
      const told = [yield* inTime(process(ask))]
      return { told, atThatMoment: yield* ending }
    }),
  },
  {
    title: "another process asks the acquirer about the order",
    canHappen: ({ isInUnit }) => !isInUnit,
    happens: Effect.fnUntraced(function* ({ ask, ending }, position) {
      const context = yield* Effect.context<Shop>()
      let atThatMoment = yield* ending
      const process = yield* processMetAt(position, () =>
        Effect.gen(function* () {
          atThatMoment = yield* ending
          yield* reconcile
        }).pipe(Effect.orDie, Effect.provideContext(context)),
      )
      return { told: [yield* inTime(process(ask))], atThatMoment }
    }),
  },
]

/** Nothing was charged, and nothing will be: if the acquirer does not know the charge, its key is voided first. */
const fenced = ({ orders, customers }: Ending, isSaved: boolean): Ending => ({
  orders: orders.map((order) => ({
    ...order,
    status: "unpaid",
    attempt: "voided",
    captured: 0,
    isCardKept: isSaved,
  })),
  charges: 0,
  received: 0,
  customers,
})

const watches = await Promise.all(
  scenarios.map((one) =>
    Effect.runPromise(inShopOf(one, watch(one)).pipe(Effect.provide(TestClock.layer()), Effect.scoped)),
  ),
)

describe.each(scenarios.map((one, position) => ({ ...one, watched: watches[position] })))("$title", (one) => {
  const { watched } = one
  if (watched === undefined) throw new Error("Every scenario was watched.")
  const { boundaries, ending: uneventful } = watched

  it("is one order with one attempt", () => {
    expect(uneventful.orders).toHaveLength(1)
    expect(uneventful.received).toBe(uneventful.orders[0]?.captured)
  })

  describe.each(incidents)("if $title", ({ canHappen, happens }) => {
    const moments = boundaries.flatMap((boundary, position) =>
      canHappen(boundary, one)
        ? [{ position, moment: `${boundary.name} (${position + 1} of ${boundaries.length})` }]
        : [],
    )
    it.effect.each(moments)("ends the same: $moment", ({ position }) =>
      inShopOf(
        one,
        Effect.gen(function* () {
          const story = yield* begin(one)
          const { told, atThatMoment } = yield* happens(story, position, one)
          yield* reconcile
          const ending = yield* story.ending

          const isUnheard = atThatMoment.orders.length === 1 && atThatMoment.charges === 0
          const isUnasked = ending.orders.length === 0 && !one.isKeyed
          if (isUnasked) expect(ending).toEqual({ orders: [], charges: 0, received: 0, customers: 0 })
          else expect(ending).toEqual(isUnheard ? fenced(uneventful, one.payment === saved) : uneventful)

          if (!one.isKeyed) return
          const again = [yield* inTime(story.ask), yield* inTime(story.ask)]
          expect(again.map(({ isReplayed }) => isReplayed)).toEqual([true, true])
          expect(new Set([...told, ...again].map(({ answer }) => answer.body)).size).toBe(1)
          expect(yield* story.ending).toEqual(ending)
        }),
      ),
    )
  })
})
