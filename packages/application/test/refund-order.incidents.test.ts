/**
 * Whatever happens at any moment of a refund, the repeated request under the same key ends as if nothing had happened:
 * one refund, and the order's refunded money equals the acquirer's books. If the caller does not send the request
 * again, the queue leads to the same end.
 *
 * The moments are not listed here. A run without incidents is watched, and each of its boundaries becomes a test.
 */
import { describe, expect, it } from "@effect/vitest"
import { type Ledger, type RefundFact, statusOf } from "@vintem/domain/order"
import { Acquirer, OutcomeUnknown, StorageUnavailable } from "@vintem/domain/ports"
import { Deferred, Effect, Fiber, type Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Answered } from "../src/index.ts"
import { askRefund, books, doWork, givenBack, pass, refund } from "./operator.ts"
import { type Boundary, processDyingAt, processMetAt, processWith } from "./process.ts"
import {
  card,
  cards,
  inTime,
  isLogComplete,
  later,
  layer,
  leaseMillis,
  onlyOrder,
  place,
  type Shop,
  untilAtRest,
} from "./shop.ts"

interface Scenario {
  readonly title: string
  readonly isKeyed: boolean
  /** True if the acquirer refuses to refund. */
  readonly isRefused: boolean
  /** Earlier refunds, in centavos. */
  readonly before: number
  /** The boundaries at which earlier processes died during the same request, one after another. */
  readonly deaths: ReadonlyArray<string>
}

const scenario = (title: string, rest: Partial<Scenario> = {}): Scenario => ({
  title,
  isKeyed: true,
  isRefused: false,
  before: 0,
  deaths: [],
  ...rest,
})

const scenarios: ReadonlyArray<Scenario> = [
  scenario("a refund"),
  scenario("a refund after another", { before: 3_000 }),
  scenario("a refund without a key", { isKeyed: false }),
  scenario("a refund that the acquirer does not make", { isRefused: true }),
  scenario("a refund, resumed before it was made", { deaths: ["before Acquirer.refund"] }),
  scenario("a refund, resumed after it was made", { deaths: ["after Acquirer.refund"] }),
  scenario("a refund that the acquirer did not make, resumed", { isRefused: true, deaths: ["after Acquirer.refund"] }),
]

const amount = 6_000

/** The final state of an order and of its money. */
interface Ending {
  readonly status: string
  readonly ledger: Ledger
  readonly refunds: ReadonlyArray<ReadonlyArray<RefundFact>>
  readonly back: number
  readonly isLogComplete: boolean
}

const ending = Effect.gen(function* () {
  const order = yield* onlyOrder
  const end: Ending = {
    status: statusOf(order),
    ledger: yield* books,
    refunds: order.refunds.map(({ facts }) => facts),
    back: yield* givenBack,
    isLogComplete: yield* isLogComplete(order),
  }
  return end
})

/** Prepares a scenario: a paid order, and a process that died during its refund. */
const begin = Effect.fnUntraced(function* ({ isKeyed, before, deaths }: Scenario) {
  yield* place(card(cards.approved))
  if (before > 0) yield* refund(before)
  const { number } = (yield* onlyOrder).details
  const ask = askRefund(amount, isKeyed ? { key: "key", number } : { number })
  for (const death of deaths) {
    const dying = yield* processDyingAt(({ name }) => name === death)
    yield* Effect.forkDetach(dying(ask))
    yield* untilAtRest
    yield* TestClock.adjust(leaseMillis)
  }
  return { ask }
})

/** An acquirer that makes no new refunds, and never changes its mind. */
const refusing = Effect.map(Acquirer, (acquirer) =>
  Acquirer.of({ ...acquirer, refund: () => Effect.succeed({ fact: "failed", report: { reason: "no funds" } }) }),
)

const inShopOf = <A, E>({ isRefused }: Scenario, work: Effect.Effect<A, E, Shop | Scope.Scope>) =>
  Effect.provide(isRefused ? Effect.provideServiceEffect(work, Acquirer, refusing) : work, layer)

/** The run without incidents: its boundaries, and its ending. */
const watch = (watched: Scenario) =>
  Effect.gen(function* () {
    const { ask } = yield* begin(watched)
    const boundaries: Array<Boundary> = []
    const process = yield* processWith((boundary) =>
      Effect.sync(() => {
        boundaries.push(boundary)
      }),
    )
    yield* inTime(process(ask))
    yield* pass("1 hour")
    return { boundaries, end: yield* ending }
  })

type Ask = Effect.Success<ReturnType<typeof begin>>["ask"]

/** An incident in a run, and the answers that callers got. */
interface Incident {
  readonly title: string
  readonly canHappen: (boundary: Boundary, scenario: Scenario) => boolean
  readonly happens: (
    ask: Ask,
    position: number,
    scenario: Scenario,
  ) => Effect.Effect<ReadonlyArray<Answered<unknown>>, unknown, Shop>
}

/** Sends the request again with the same key, if there is one. */
const resumed = (ask: Ask, { isKeyed }: Scenario) =>
  isKeyed ? Effect.map(inTime(ask), (answered) => [answered]) : Effect.succeed([])

const incidents: ReadonlyArray<Incident> = [
  {
    title: "the process dies, and the request comes again",
    canHappen: () => true,
    happens: Effect.fnUntraced(function* (ask, position, scenario) {
      const process = yield* processDyingAt((_, met) => met === position)
      yield* Effect.forkDetach(process(ask))
      yield* untilAtRest
      yield* TestClock.adjust(leaseMillis)
      return yield* resumed(ask, scenario)
    }),
  },
  {
    title: "the process dies, and the queue is there first",
    canHappen: () => true,
    happens: Effect.fnUntraced(function* (ask, position, scenario) {
      const process = yield* processDyingAt((_, met) => met === position)
      yield* Effect.forkDetach(process(ask))
      yield* untilAtRest
      yield* pass("1 hour")
      return yield* resumed(ask, scenario)
    }),
  },
  {
    title: "the process stops, and goes on when another has resumed its work",
    canHappen: ({ isInUnit }, { isKeyed }) => isKeyed && !isInUnit,
    happens: Effect.fnUntraced(function* (ask, position) {
      const awakening = yield* Deferred.make<void>()
      const process = yield* processMetAt(position, () => Deferred.await(awakening))
      const first = yield* Effect.forkChild(process(ask))
      yield* untilAtRest
      const second = yield* inTime(later(leaseMillis)(ask))
      yield* Deferred.succeed(awakening, undefined)
      return [second, yield* inTime(Fiber.join(first))]
    }),
  },
  {
    title: "the caller hangs up",
    canHappen: () => true,
    happens: Effect.fnUntraced(function* (ask, position) {
      let hangUp: (() => void) | undefined
      const process = yield* processMetAt(position, () => Effect.sync(() => hangUp?.()))
      const caller = yield* Effect.forkChild(process(ask))
      hangUp = () => caller.interruptUnsafe()
      yield* inTime(Fiber.await(caller))
      return []
    }),
  },
  {
    title: "the store fails, and the request is sent again at once",
    canHappen: ({ moment, of }) => moment === "before" && of !== "acquirer",
    happens: Effect.fnUntraced(function* (ask, position, scenario) {
      const process = yield* processMetAt(
        position,
        ({ name }) => new StorageUnavailable({ fault: "locked", operation: name, cause: new Error("locked") }),
      )
      expect(yield* Effect.flip(inTime(process(ask)))).toBeInstanceOf(StorageUnavailable)
      return yield* resumed(ask, scenario)
    }),
  },
  {
    title: "the connection to the acquirer breaks",
    canHappen: ({ of }) => of === "acquirer",
    happens: Effect.fnUntraced(function* (ask, position) {
      const process = yield* processMetAt(position, ({ name }) => new OutcomeUnknown({ detail: name }))
      return [yield* inTime(process(ask))]
    }),
  },
  {
    title: "the queue asks the acquirer meanwhile",
    canHappen: ({ isInUnit }) => !isInUnit,
    happens: Effect.fnUntraced(function* (ask, position) {
      const context = yield* Effect.context<Shop>()
      const process = yield* processMetAt(position, () =>
        later(leaseMillis + 10_000)(doWork).pipe(Effect.orDie, Effect.provideContext(context)),
      )
      return [yield* inTime(process(ask))]
    }),
  },
]

const watches = await Promise.all(
  scenarios.map((one) =>
    Effect.runPromise(inShopOf(one, watch(one)).pipe(Effect.provide(TestClock.layer()), Effect.scoped)),
  ),
)

describe.each(scenarios.map((one, position) => ({ ...one, watched: watches[position] })))("$title", (one) => {
  const { watched } = one
  if (watched === undefined) throw new Error("Every scenario was watched.")
  const { boundaries, end: uneventful } = watched
  const unasked = one.before === 0 ? [] : [["requested", "settled"]]

  it("is one refund, and no more than that goes back", () => {
    expect(uneventful.refunds).toEqual([...unasked, ["requested", one.isRefused ? "failed" : "settled"]])
    expect(uneventful.back).toBe(one.before + (one.isRefused ? 0 : amount))
    expect(uneventful.ledger).toMatchObject({ refunded: uneventful.back, reserved: 0 })
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
          const { ask } = yield* begin(one)
          const told = yield* happens(ask, position, one)
          yield* pass("1 hour")
          const end = yield* ending
          expect(end.isLogComplete).toBe(true)
          const wasNeverAsked = !one.isKeyed && end.refunds.length === unasked.length
          expect(wasNeverAsked ? end.back : end).toEqual(wasNeverAsked ? one.before : uneventful)

          if (!one.isKeyed) return
          const again = [yield* inTime(ask), yield* inTime(ask)]
          expect(again.map(({ isReplayed }) => isReplayed)).toEqual([true, true])
          expect(new Set([...told, ...again].map(({ answer }) => answer.body)).size).toBe(1)
          expect(yield* ending).toEqual(end)
        }),
      ),
    )
  })
})
