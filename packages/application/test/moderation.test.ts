/**
 * Stories of a company under moderation: it takes no money in any way, earlier instruments can still be paid, and due
 * renewals wait without failing until the moderation ends.
 */
import { describe, expect, it } from "@effect/vitest"
import type { Instant } from "@vintem/domain/calendar"
import { type Order, statusOf } from "@vintem/domain/order"
import {
  Acquirer,
  CompanyRepository,
  type JobQueue,
  SubscriptionRepository,
  type Trail,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { changeCompany, checkStorage, type FoundBreach, runDueJobs } from "../src/index.ts"
import { openedByPix, orderOf, reportPaid } from "./link-paid-twice.ts"
import { deadJobs, doWork } from "./operator.ts"
import { processDyingAt, processWith } from "./process.ts"
import {
  allOrders,
  Books,
  card,
  cards,
  inTime,
  layer,
  now,
  onlyOrder,
  pix,
  place,
  Seller,
  slip,
  untilAtRest,
} from "./shop.ts"
import {
  day,
  midnightOf,
  monthly,
  offer,
  onlyRenewal,
  onlySubscription,
  orderOn,
  paidFirst,
  pass,
  passUntil,
  pay,
  received,
  renewals,
  shown,
  subscribe,
} from "./subscribers.ts"

/** An operator puts the seller under moderation, or ends it. */
const moderate = Effect.fnUntraced(function* (underModeration: boolean) {
  const companies = yield* CompanyRepository
  const { commit } = yield* UnitOfWork
  const { id } = yield* Seller
  yield* commit(
    Effect.gen(function* () {
      const before = Option.getOrThrow(yield* companies.find(id))
      yield* changeCompany(before, { ...before, underModeration })
    }),
  )
})

/** Ends the moderation, and runs what is due then. */
const endModeration = Effect.andThen(moderate(false), pass(1_000))

const history = Effect.gen(function* () {
  const { details } = yield* onlySubscription
  const subscriptions = yield* SubscriptionRepository
  return (yield* subscriptions.history(details.company, details.token)).map(({ _tag }) => _tag)
})

const breaches = Effect.gen(function* () {
  const found: Array<FoundBreach> = []
  yield* checkStorage({
    onBreach: (breach) => Effect.sync(() => found.push(breach)),
    onProgress: () => Effect.void,
  })
  return found
})

const chargesOf = ({ attempts }: Order): ReadonlyArray<Instant> => attempts.map(({ startedAt }) => startedAt)

describe("a company under moderation", () => {
  it.effect("places no order and starts no payment, even for a request that read the company before", () =>
    Effect.gen(function* () {
      const slug = yield* offer("curso", null)
      yield* place(card(cards.refused))
      const { details } = yield* onlyOrder
      yield* moderate(true)
      const charges = yield* (yield* Books).charges
      // The story's seller was read before the moderation.
      const single = yield* place(card(cards.approved))
      const onCheckout = yield* orderOn(slug, card(cards.approved))
      const again = yield* pay(details, card(cards.approved))
      expect(JSON.parse(single.answer.body)).toEqual({ _tag: "UnderModeration" })
      expect(JSON.parse(onCheckout.answer.body)).toEqual({ _tag: "UnderModeration" })
      expect(again.answer.body).toBe("UnderModeration")
      expect(yield* allOrders).toHaveLength(1)
      expect(yield* (yield* Books).charges).toEqual(charges)
      yield* moderate(false)
      expect((yield* pay(details, card(cards.approved))).answer.body).toBe("Paying")
      expect(statusOf(yield* onlyOrder)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("places no order even if a process has not heard of the moderation yet", () =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const seller = yield* Seller
      yield* moderate(true)
      const placed = yield* place(card(cards.approved)).pipe(
        Effect.provideService(CompanyRepository, { ...companies, find: () => Effect.succeedSome(seller) }),
      )
      expect(JSON.parse(placed.answer.body)).toEqual({ _tag: "UnderModeration" })
      expect(yield* allOrders).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("receives payments with earlier instruments", () =>
    Effect.gen(function* () {
      const [number] = yield* openedByPix(1)
      if (number === undefined) return expect.unreachable()
      yield* moderate(true)
      yield* reportPaid(number)
      yield* doWork
      expect(statusOf(yield* orderOf(number))).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("learns the outcome of a charge that was in flight when the moderation began", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      const moderating = Acquirer.of({
        ...acquirer,
        charge: (request) =>
          Effect.andThen(Effect.orDie(Effect.provideContext(moderate(true), context)), acquirer.charge(request)),
      })
      const context = yield* Effect.context<Trail | CompanyRepository | UnitOfWork | Seller | JobQueue>()
      yield* place(card(cards.approved)).pipe(Effect.provideService(Acquirer, moderating))
      expect(statusOf(yield* onlyOrder)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )
})

describe("a renewal that falls due under moderation", () => {
  it.effect("is neither placed nor refused, and is charged when the moderation ends", () =>
    Effect.gen(function* () {
      yield* subscribe()
      yield* moderate(true)
      yield* passUntil(midnightOf("2026-04-20"))
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", nextCharge: "2026-04-02" })
      expect(yield* renewals).toEqual([])
      expect(yield* breaches).toEqual([])
      yield* endModeration
      expect(statusOf(yield* onlyRenewal)).toBe("paid")
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", nextCharge: "2026-05-02" })
      expect(yield* history).toEqual(["SubscriptionBegun", "RenewalOpened", "RenewalPaid"])
      expect(yield* deadJobs).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("waits even if the process that runs it has not heard of the moderation yet", () =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const seller = yield* Seller
      yield* subscribe()
      yield* moderate(true)
      yield* passUntil(midnightOf("2026-04-20")).pipe(
        Effect.provideService(CompanyRepository, { ...companies, find: () => Effect.succeedSome(seller) }),
      )
      expect(yield* renewals).toEqual([])
      expect(yield* deadJobs).toEqual([])
      yield* endModeration
      expect(statusOf(yield* onlyRenewal)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is charged for each period that began meanwhile, once, and the days stay the same", () =>
    Effect.gen(function* () {
      yield* subscribe()
      yield* moderate(true)
      yield* passUntil(midnightOf("2026-07-20"))
      expect(yield* renewals).toEqual([])
      yield* endModeration
      const paid = yield* renewals
      expect(paid.map(({ details }) => details.subscription?.period)).toEqual([2, 3, 4, 5])
      expect(paid.map(statusOf)).toEqual(["paid", "paid", "paid", "paid"])
      expect(shown(yield* onlySubscription)).toMatchObject({ from: "2026-07-02", nextCharge: "2026-08-02" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("stays within the agreed number, and a fully paid subscription ends on time", () =>
    Effect.gen(function* () {
      yield* subscribe({ recurrence: { ...monthly, cycles: 2 } })
      yield* moderate(true)
      yield* passUntil(midnightOf("2026-09-01"))
      yield* endModeration
      expect(yield* renewals).toHaveLength(1)
      expect(shown(yield* onlySubscription).status).toBe("canceled")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does not exist for a fully paid subscription: it ends during the moderation", () =>
    Effect.gen(function* () {
      yield* subscribe({ recurrence: { ...monthly, cycles: 1 } })
      yield* moderate(true)
      yield* passUntil(midnightOf("2026-04-03"))
      expect(shown(yield* onlySubscription).status).toBe("canceled")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("by Pix is issued when the moderation ends, and not three days before", () =>
    Effect.gen(function* () {
      yield* paidFirst(pix())
      yield* moderate(true)
      yield* passUntil(midnightOf("2026-04-10"))
      expect(yield* renewals).toEqual([])
      expect(shown(yield* onlySubscription).status).toBe("active")
      yield* endModeration
      expect(statusOf(yield* onlyRenewal)).toBe("waiting_payment")
      yield* received(yield* onlyRenewal)
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", nextCharge: "2026-05-02" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("by a slip from before the moderation can be paid during it", () =>
    Effect.gen(function* () {
      yield* paidFirst(slip())
      yield* passUntil(midnightOf("2026-03-31"))
      yield* moderate(true)
      yield* received(yield* onlyRenewal)
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", nextCharge: "2026-05-02" })
    }).pipe(Effect.provide(layer)),
  )
})

describe("a subscription that is overdue when the moderation begins", () => {
  /** Refused on 2 April, the day of its first renewal. */
  const overdue = Effect.gen(function* () {
    yield* subscribe({ payment: card(cards.approvedOnce) })
    yield* passUntil(midnightOf("2026-04-02"))
    yield* pass(60_000)
    expect(shown(yield* onlySubscription).status).toBe("overdue")
  })

  it.effect("is not retried, and does not end, however long the moderation lasts", () =>
    Effect.gen(function* () {
      yield* overdue
      yield* moderate(true)
      yield* pass(100 * day)
      expect(shown(yield* onlySubscription).status).toBe("overdue")
      expect(chargesOf(yield* onlyRenewal)).toHaveLength(1)
      expect(yield* breaches).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("gets every retry, at least a day apart, and the whole time after them", () =>
    Effect.gen(function* () {
      yield* overdue
      yield* moderate(true)
      yield* pass(100 * day)
      const resumed = yield* now
      yield* endModeration
      expect(chargesOf(yield* onlyRenewal)).toHaveLength(2)
      yield* pass(15 * day)
      const days = chargesOf(yield* onlyRenewal).map((at) => Math.round((at - resumed) / day))
      expect(days.slice(1)).toEqual([0, 2, 6])
      yield* pass(4 * day)
      expect(shown(yield* onlySubscription).status).toBe("overdue")
      yield* pass(2 * day)
      expect(shown(yield* onlySubscription).status).toBe("canceled")
      expect((yield* history).filter((tag) => tag === "DunningPostponed")).toHaveLength(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is unchanged if nothing fell due during the moderation", () =>
    Effect.gen(function* () {
      yield* overdue
      const before = (yield* onlySubscription).renewal
      yield* moderate(true)
      yield* pass(3_600_000)
      yield* endModeration
      expect((yield* onlySubscription).renewal).toEqual(before)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("by Pix has at least a week to be paid, and can be paid then", () =>
    Effect.gen(function* () {
      yield* paidFirst(pix())
      yield* passUntil(midnightOf("2026-04-04"))
      expect(shown(yield* onlySubscription).status).toBe("overdue")
      yield* moderate(true)
      yield* pass(60 * day)
      const { details } = yield* onlyRenewal
      expect((yield* pay(details, pix())).answer.body).toBe("UnderModeration")
      yield* endModeration
      yield* pass(6 * day)
      expect(shown(yield* onlySubscription).status).toBe("overdue")
      expect((yield* pay(details, pix())).answer.body).toBe("Paying")
      yield* received(yield* onlyRenewal)
      expect(shown(yield* onlySubscription).status).toBe("active")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("waits until the moderation ends again, if it begins again", () =>
    Effect.gen(function* () {
      yield* overdue
      yield* moderate(true)
      yield* pass(30 * day)
      yield* moderate(false)
      yield* moderate(true)
      yield* pass(30 * day)
      expect(chargesOf(yield* onlyRenewal)).toHaveLength(1)
      yield* endModeration
      expect(chargesOf(yield* onlyRenewal)).toHaveLength(2)
      expect(shown(yield* onlySubscription).status).toBe("overdue")
    }).pipe(Effect.provide(layer)),
  )
})

describe("the end of a moderation", () => {
  it.effect("resumes the renewals of many subscribers, each once", () =>
    Effect.gen(function* () {
      const slug = yield* offer("clube", monthly)
      for (let n = 0; n < 230; n += 1) yield* orderOn(slug, card(cards.approved))
      yield* moderate(true)
      yield* passUntil(midnightOf("2026-04-05"))
      expect(yield* renewals).toEqual([])
      yield* endModeration
      yield* pass(60_000)
      const paid = yield* renewals
      expect(paid).toHaveLength(230)
      expect(new Set(paid.map(({ details }) => details.subscription?.token)).size).toBe(230)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is completed by another worker if the first one dies, at any boundary", () =>
    Effect.gen(function* () {
      const begun = Effect.gen(function* () {
        yield* subscribe()
        yield* moderate(true)
        yield* passUntil(midnightOf("2026-04-05"))
        yield* moderate(false)
      })
      const boundaries = Effect.gen(function* () {
        yield* begun
        let met = 0
        const process = yield* processWith(() => {
          met += 1
          return Effect.void
        })
        // Only the work of the end itself is due.
        expect(yield* inTime(process(runDueJobs()))).toBe(1)
        return met
      })
      const positions = yield* Effect.provide(boundaries, layer)
      expect(positions).toBeGreaterThan(5)
      for (let position = 0; position < positions; position += 1) {
        yield* Effect.gen(function* () {
          yield* begun
          const process = yield* processDyingAt((_, met) => met === position)
          yield* Effect.forkDetach(process(runDueJobs()))
          yield* untilAtRest
          yield* pass(120_000)
          expect((yield* renewals).map(statusOf)).toEqual(["paid"])
          expect(yield* breaches).toEqual([])
        }).pipe(Effect.provide(layer))
      }
    }),
  )
})
