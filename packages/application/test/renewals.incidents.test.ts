/**
 * Whatever happens at any moment of a renewal, its period has one order and is paid at most once, and the subscription
 * ends as it would have otherwise. If the acquirer never received the charge, that takes until the retry of the next
 * day.
 *
 * The moments are not listed here. A run without incidents is watched, and each of its boundaries becomes a test.
 */
import { describe, expect, it } from "@effect/vitest"
import { total } from "@vintem/domain/money"
import { attemptState, capturedBy, cardOf, statusOf } from "@vintem/domain/order"
import { JobQueue, OutcomeUnknown, StorageUnavailable, SubscriptionRepository } from "@vintem/domain/ports"
import { checkSubscription, nextTimer, type Subscription } from "@vintem/domain/subscription"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { replaceCard, runDueJobs } from "../src/index.ts"
import { type Boundary, processDyingAt, processMetAt, processWith } from "./process.ts"
import {
  acquirerTimeoutMillis,
  allOrders,
  Books,
  card,
  cards,
  isLogComplete,
  later,
  layer,
  onlyAttempt,
  onlyOrder,
  pix,
  place,
  type Shop,
  untilAtRest,
} from "./shop.ts"
import {
  day,
  endSubscription,
  midnightOf,
  onlyRenewal,
  onlySubscription,
  paidFirst,
  pass,
  passUntil,
  pay,
  received,
  renewals,
  shown,
  subscribe,
} from "./subscribers.ts"

/** After this time a claimed job goes to others. */
const jobLeaseMillis = acquirerTimeoutMillis + 20_000

interface Scenario {
  readonly title: string
  /** Runs up to the instant at which the queue has one action for the subscription. */
  readonly begin: Effect.Effect<unknown, unknown, Shop>
  /** The payer's action, two days later. */
  readonly finish: Effect.Effect<unknown, unknown, Shop>
  /** The ending without incidents, as far as it matters. */
  readonly isToEnd: Partial<Record<keyof Ending, unknown>>
}

const nothing = Effect.void
const renewalDay = midnightOf("2026-04-02")

/** Overdue by a refused card, and the operator has just replaced it by another one of the same customer. */
const overdueWithAnotherCard = Effect.gen(function* () {
  yield* place(card(cards.approved))
  const good = cardOf(onlyAttempt(yield* onlyOrder))?.token
  yield* subscribe({ payment: card(cards.approvedOnce) })
  yield* passUntil(renewalDay)
  const { company, token } = (yield* onlySubscription).details
  if (good !== undefined) yield* replaceCard({ company, token, card: good })
})

/** Pays an open Pix; if there is none, uses the link of an overdue renewal. */
const payWhatIsOpen = Effect.gen(function* () {
  const renewal = yield* onlyRenewal
  if (renewal.attempts.some(({ facts }) => attemptState(facts) === "open")) return yield* received(renewal)
  expect(shown(yield* onlySubscription).status).toBe("overdue")
  return yield* pay(renewal.details, card(cards.approved))
})

const active = { status: "active", from: "2026-04-02", to: "2026-05-02", nextCharge: "2026-05-02" } as const
const overdue = { status: "overdue", from: "2026-03-02", to: "2026-04-02", nextCharge: "2026-04-02" } as const

const scenarios: ReadonlyArray<Scenario> = [
  {
    title: "a renewal by card",
    begin: Effect.andThen(subscribe(), TestClock.setTime(renewalDay)),
    finish: nothing,
    isToEnd: { shown: active, paidPeriods: 2, renewals: ["paid"] },
  },
  {
    title: "a renewal by card, refused",
    begin: Effect.andThen(subscribe({ payment: card(cards.approvedOnce) }), TestClock.setTime(renewalDay)),
    finish: nothing,
    isToEnd: { shown: overdue, paidPeriods: 1, renewals: ["unpaid"] },
  },
  {
    title: "a renewal by Pix",
    begin: Effect.gen(function* () {
      yield* paidFirst(pix())
      yield* TestClock.setTime(midnightOf("2026-03-30"))
    }),
    finish: payWhatIsOpen,
    isToEnd: { shown: active, paidPeriods: 2, renewals: ["paid"] },
  },
  {
    title: "a retry",
    begin: overdueWithAnotherCard,
    finish: nothing,
    isToEnd: { shown: active, paidPeriods: 2, renewals: ["paid"] },
  },
  {
    title: "the end of dunning, with a Pix that is open",
    begin: Effect.gen(function* () {
      yield* paidFirst(pix())
      yield* passUntil(midnightOf("2026-04-23"))
      yield* pay((yield* onlyRenewal).details, pix(30 * 24 * 60))
      yield* TestClock.setTime(midnightOf("2026-04-24"))
    }),
    finish: nothing,
    isToEnd: { paidPeriods: 1, because: "dunning", renewals: ["canceled"], open: 0 },
  },
]

/** The final state of a subscription. */
interface Ending {
  readonly shown: ReturnType<typeof shown>
  readonly because: NonNullable<Subscription["canceled"]>["because"] | null
  readonly paidPeriods: number
  readonly isPaidLate: boolean
  /** The statuses of the renewals, by period. */
  readonly renewals: ReadonlyArray<string>
  /** Attempts at renewals that could still be paid. */
  readonly open: number
  /** Attempts at renewals that were paid. */
  readonly confirmed: number
}

const ending = Effect.gen(function* () {
  const subscription = yield* onlySubscription
  const orders = yield* renewals
  const states = orders.flatMap(({ attempts }) => attempts.map(({ facts }) => attemptState(facts)))
  const end: Ending = {
    shown: shown(subscription),
    because: subscription.canceled?.because ?? null,
    paidPeriods: subscription.paidPeriods,
    isPaidLate: subscription.paidLate !== null,
    renewals: orders.map(statusOf),
    open: states.filter((state) => state !== "confirmed" && !isOver(state)).length,
    confirmed: states.filter((state) => state === "confirmed").length,
  }
  return end
})

const isOver = (state: string | null): boolean =>
  state === "refused" || state === "rejected" || state === "expired" || state === "voided"

/** Holds whatever happened. */
const isSound = Effect.gen(function* () {
  const subscriptions = yield* SubscriptionRepository
  const { known, nextDueIn } = yield* JobQueue
  const books = yield* Books
  const subscription = yield* onlySubscription
  const orders = yield* renewals
  const log = yield* subscriptions.history(subscription.details.company, subscription.details.token)
  const kept = orders.map(({ details }) => ({ period: details.subscription?.period ?? 0, order: details.number }))
  expect(
    checkSubscription({
      subscription,
      log: log.map((event, index) => ({ sequence: index + 1, event })),
      renewals: kept,
    }),
  ).toEqual([])
  for (const order of orders) expect(yield* isLogComplete(order)).toBe(true)
  expect(kept.map(({ period }) => period)).toEqual(kept.map((_, index) => index + 2))

  const { confirmed } = yield* ending
  expect(confirmed).toBe(subscription.paidPeriods - 1 + (subscription.paidLate === null ? 0 : 1))
  const byCard = (yield* allOrders).flatMap(({ attempts }) => attempts).filter(({ _tag }) => _tag === "credit")
  expect(yield* books.received).toBe(total(byCard.map(capturedBy)))

  const timer = nextTimer(subscription)
  const job = `subscription:${subscription.details.token}`
  expect(yield* known(subscription.details.company, [job])).toEqual(timer === null ? [] : [job])
  if (timer !== null && (yield* ending).open === 0) expect(yield* nextDueIn("work")).toBe(timer.at)
})

type Watched = Effect.Effect<void, unknown, Shop>

/** Runs due jobs, and the jobs they make due at the same instant. */
const allDue = Effect.gen(function* () {
  while ((yield* runDueJobs()) > 0);
})

/** The run without incidents: its boundaries, and its ending. */
const watch = ({ begin, finish }: Scenario) =>
  Effect.gen(function* () {
    yield* begin
    const boundaries: Array<Boundary> = []
    const process = yield* processWith((boundary) =>
      Effect.sync(() => {
        boundaries.push(boundary)
      }),
    )
    yield* process(allDue)
    yield* pass(2 * day)
    yield* finish
    yield* isSound
    return { boundaries, end: yield* ending }
  })

/** An incident in a run. */
interface Incident {
  readonly title: string
  readonly canHappen: (boundary: Boundary) => boolean
  readonly happens: (position: number) => Watched
}

const incidents: ReadonlyArray<Incident> = [
  {
    title: "the process dies, and another takes over after the lease",
    canHappen: () => true,
    happens: Effect.fnUntraced(function* (position) {
      const process = yield* processDyingAt((_, met) => met === position)
      yield* Effect.forkDetach(process(allDue))
      yield* untilAtRest
      yield* pass(jobLeaseMillis)
    }),
  },
  {
    title: "the process stops, and goes on when another has taken over",
    canHappen: ({ isInUnit }) => !isInUnit,
    happens: Effect.fnUntraced(function* (position) {
      const awakening = yield* Deferred.make<void>()
      const process = yield* processMetAt(position, () => Deferred.await(awakening))
      const first = yield* Effect.forkChild(process(allDue))
      yield* untilAtRest
      yield* later(jobLeaseMillis)(allDue)
      yield* Deferred.succeed(awakening, undefined)
      yield* Fiber.join(first)
    }),
  },
  {
    title: "the store fails",
    canHappen: ({ moment, of }) => moment === "before" && of !== "acquirer",
    happens: Effect.fnUntraced(function* (position) {
      const process = yield* processMetAt(
        position,
        ({ name }) => new StorageUnavailable({ fault: "locked", operation: name, cause: new Error("locked") }),
      )
      yield* Effect.exit(process(allDue))
      yield* pass(jobLeaseMillis)
    }),
  },
  {
    title: "the connection to the acquirer breaks",
    canHappen: ({ of }) => of === "acquirer",
    happens: Effect.fnUntraced(function* (position) {
      const process = yield* processMetAt(position, ({ name }) => new OutcomeUnknown({ detail: name }))
      yield* process(allDue)
    }),
  },
]

const inShop = <A, E>(work: Effect.Effect<A, E, Shop>) => Effect.provide(work, layer)

const watches = await Promise.all(
  scenarios.map((one) => Effect.runPromise(inShop(watch(one)).pipe(Effect.provide(TestClock.layer()), Effect.scoped))),
)

describe.each(scenarios.map((one, position) => ({ ...one, watched: watches[position] })))("$title", (one) => {
  const { begin, finish, isToEnd, watched } = one
  if (watched === undefined) throw new Error("Every scenario was watched.")
  const { boundaries, end: uneventful } = watched
  const momentsOf = (canHappen: Incident["canHappen"]) =>
    boundaries.flatMap((boundary, position) =>
      canHappen(boundary) ? [{ position, moment: `${boundary.name} (${position + 1} of ${boundaries.length})` }] : [],
    )

  it("ends as it should without incidents", () => {
    expect(uneventful).toMatchObject(isToEnd)
  })

  describe.each(incidents)("if $title", ({ canHappen, happens }) => {
    it.effect.each(momentsOf(canHappen))("ends the same: $moment", ({ position }) =>
      inShop(
        Effect.gen(function* () {
          yield* begin
          yield* happens(position)
          yield* pass(2 * day)
          yield* finish
          yield* isSound
          expect(yield* ending).toEqual(uneventful)
        }),
      ),
    )
  })

  describe("if the subscription is canceled meanwhile", () => {
    it.effect.each(momentsOf(({ isInUnit }) => !isInUnit))(
      "ends, and keeps the money it got: $moment",
      ({ position }) =>
        inShop(
          Effect.gen(function* () {
            yield* begin
            const context = yield* Effect.context<Shop>()
            const process = yield* processMetAt(position, () =>
              Effect.flatMap(onlySubscription, endSubscription).pipe(Effect.orDie, Effect.provideContext(context)),
            )
            yield* process(allDue)
            yield* allDue
            // At once: a Pix that was requested meanwhile is not left open until it expires.
            expect((yield* ending).open).toBe(0)
            yield* pass(60 * day)
            yield* isSound
            const end = yield* ending
            expect(end).toMatchObject({ shown: { status: "canceled" }, open: 0 })
            expect(end.renewals.length).toBeLessThanOrEqual(1)
            expect(end.renewals.filter((status) => status !== "paid" && status !== "canceled")).toEqual([])
          }),
        ),
    )
  })
})
