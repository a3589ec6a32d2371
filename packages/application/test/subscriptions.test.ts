/** Stories of subscriptions: months pass, and nobody is charged twice for a period, nor forgotten. */
import { describe, expect, it } from "@effect/vitest"
import { instant } from "@vintem/domain/calendar"
import { firstAttempt } from "@vintem/domain/identifiers"
import { installmentCountOf } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import { type AttemptReport, attemptState, cardOf, instrumentOf, type Order, statusOf } from "@vintem/domain/order"
import { Acquirer, type ChargeAnswer, type ChargeRequest } from "@vintem/domain/ports"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { orderForPayer, orderOffer, recordReports, replaceCard, runDueJobs } from "../src/index.ts"
import { cancel, toldIn } from "./operator.ts"
import {
  acquirerTimeoutMillis,
  allOrders,
  Books,
  card,
  cards,
  inTime,
  layer,
  now,
  onlyAttempt,
  onlyOrder,
  pix,
  slip,
  untilAtRest,
} from "./shop.ts"
import {
  allSubscriptions,
  day,
  endSubscription,
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

const startsOf = (order: Order) => order.attempts.map(({ startedAt }) => startedAt)

describe("the first order", () => {
  it.effect("begins a subscription on the day it is paid", () =>
    Effect.gen(function* () {
      yield* subscribe()
      const subscription = yield* onlySubscription
      expect(shown(subscription)).toEqual({
        status: "active",
        from: "2026-03-02",
        to: "2026-04-02",
        nextCharge: "2026-04-02",
      })
      const order = yield* onlyOrder
      expect(subscription.details).toMatchObject({
        firstOrder: order.details.number,
        src: "campanha",
        item: { title: "Clube", unitPrice: 5_000, quantity: 1 },
      })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("begins none while it is unpaid, and one on the day the money comes", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: slip() })
      expect(yield* allSubscriptions).toEqual([])
      yield* pass(4 * day)
      yield* received(yield* onlyOrder)
      expect(shown(yield* onlySubscription)).toMatchObject({ from: "2026-03-06", to: "2026-04-06" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("begins none if it is refused, and one if a second card is not", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: card(cards.refused) })
      expect(yield* allSubscriptions).toEqual([])
      yield* pay((yield* onlyOrder).details, card(cards.approved))
      expect(yield* allSubscriptions).toHaveLength(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("begins one each, on one plan, and later reports begin no other", () =>
    Effect.gen(function* () {
      const slug = yield* offer("clube", monthly)
      yield* orderOn(slug, card(cards.approved))
      yield* orderOn(slug, card(cards.approved))
      for (const order of yield* allOrders) {
        yield* recordReports(order.details.company, order.details.number, [
          { _tag: "AttemptUpdate", attempt: firstAttempt, fact: "confirmed", report: {}, at: yield* now },
        ])
      }
      expect(yield* allSubscriptions).toHaveLength(2)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("of a checkout that does not recur begins none", () =>
    Effect.gen(function* () {
      const slug = yield* offer("curso", null)
      yield* orderOn(slug, card(cards.approved))
      expect(statusOf(yield* onlyOrder)).toBe("paid")
      expect(yield* allSubscriptions).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("needs a product line with a price, because nothing else is charged again", () =>
    Effect.gen(function* () {
      const slug = yield* offer("brinde", monthly, 0)
      const extra = { productId: null, sku: "x", title: "X", unitPrice: centavos(900), priceCost: null, quantity: 1 }
      const { answer } = yield* orderOn(slug, card(cards.approved), { items: [extra] })
      expect(JSON.parse(answer.body)).toEqual({ _tag: "RenewalTooSmall" })
    }).pipe(Effect.provide(layer)),
  )
})

describe("a renewal by card", () => {
  it.effect("is charged on the first day of the next period, not an instant before", () =>
    Effect.gen(function* () {
      yield* subscribe()
      yield* passUntil(instant(midnightOf("2026-04-02") - 1))
      expect(yield* renewals).toEqual([])
      yield* pass(1)
      expect((yield* onlyRenewal).details.placedAt).toBe(midnightOf("2026-04-02"))
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", from: "2026-04-02", to: "2026-05-02" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("charges the product line only, once, by the card of the first order", () =>
    Effect.gen(function* () {
      yield* subscribe({
        items: [
          { productId: null, sku: "extra", title: "Extra", unitPrice: centavos(900), priceCost: null, quantity: 1 },
        ],
      })
      yield* passUntil(midnightOf("2026-04-03"))
      const [first] = yield* allOrders
      const renewal = yield* onlyRenewal
      const { token } = (yield* onlySubscription).details
      expect(renewal.details).toMatchObject({
        origin: "subscription",
        amount: 5_000,
        items: [{ title: "Clube" }],
        subscription: { token, period: 2 },
      })
      expect(renewal.attempts).toHaveLength(1)
      expect(cardOf(onlyAttempt(renewal))).toEqual(first === undefined ? null : cardOf(onlyAttempt(first)))
      expect(first?.details.amount).toBe(5_900)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is charged once a month for years, from the anchor day", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnightOf("2026-12-31"))
      yield* subscribe()
      yield* pass(800 * day)
      const paid = (yield* allOrders).map(({ details }) => details.placedAt)
      const days = ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2028-02-29", "2029-02-28"]
      expect(paid).toEqual(expect.arrayContaining(days.map(midnightOf)))
      expect(new Set((yield* renewals).map(({ details }) => details.subscription?.period)).size).toBe(paid.length - 1)
      expect(paid).toHaveLength(27)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is caught up, period by period, after a standstill", () =>
    Effect.gen(function* () {
      yield* subscribe()
      yield* TestClock.setTime(midnightOf("2026-07-10"))
      yield* pass(0)
      expect((yield* renewals).map(({ details }) => details.subscription?.period)).toEqual([2, 3, 4, 5])
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", from: "2026-07-02", to: "2026-08-02" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("ends with the last of its cycles, at the end of the paid period", () =>
    Effect.gen(function* () {
      yield* subscribe({ recurrence: { every: "month", count: 1, cycles: 3 } })
      yield* passUntil(midnightOf("2026-05-10"))
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", to: "2026-06-02", nextCharge: null })
      yield* passUntil(midnightOf("2026-06-02"))
      expect(shown(yield* onlySubscription).status).toBe("canceled")
      expect((yield* onlySubscription).canceled?.because).toBe("cycles")
      yield* pass(200 * day)
      expect(yield* renewals).toHaveLength(2)
    }).pipe(Effect.provide(layer)),
  )
})

describe("a renewal that is refused", () => {
  const refusedFrom = midnightOf("2026-04-02")

  it.effect("makes the subscription overdue, is tried again on days 1, 3 and 7, and ends it on day 21", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: card(cards.approvedOnce) })
      yield* passUntil(refusedFrom)
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "overdue", nextCharge: "2026-04-02" })
      yield* pass(20 * day)
      expect(startsOf(yield* onlyRenewal)).toEqual([0, 1, 3, 7].map((days) => refusedFrom + days * day))
      expect(shown(yield* onlySubscription).status).toBe("overdue")
      yield* pass(day)
      expect((yield* onlySubscription).canceled?.because).toBe("dunning")
      expect(statusOf(yield* onlyRenewal)).toBe("canceled")
      yield* pass(100 * day)
      expect(startsOf(yield* onlyRenewal)).toHaveLength(4)
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each<readonly [AttemptReport, AttemptReport]>([
    [{ decline: "soft" }, { decline: "hard" }],
    [{ decline: "hard" }, { decline: "soft" }],
    [{}, { decline: "hard" }],
    [{ decline: "hard" }, {}],
    [
      { decline: "soft", reason: "Cartão bloqueado" },
      { decline: "hard", reason: "Cartão bloqueado" },
    ],
  ])("is not tried again after its card was refused hard: reports %j, then %j", ([first, second]) =>
    Effect.gen(function* () {
      yield* subscribe({ payment: card(cards.approvedOnce) })
      yield* TestClock.setTime(refusedFrom)
      const acquirer = yield* Acquirer
      const refusing = { ...acquirer, charge: () => Effect.succeed({ fact: "refused" as const, report: first }) }
      yield* runDueJobs().pipe(Effect.provideService(Acquirer, refusing))
      yield* pass(day / 2)
      const { company, number } = (yield* onlyRenewal).details
      const refusal = {
        _tag: "AttemptUpdate",
        attempt: firstAttempt,
        fact: "refused",
        report: second,
        at: yield* now,
      } as const
      yield* recordReports(company, number, [refusal])
      expect((yield* onlySubscription).renewal?.failure).toEqual({ firstAt: refusedFrom, nextRetryAt: null })
      yield* pass(20 * day)
      expect(startsOf(yield* onlyRenewal)).toEqual([refusedFrom])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is not tried a third time if its first refusal turns out to have been a hard one", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: card(cards.approvedOnce) })
      yield* passUntil(instant(refusedFrom + 2 * day))
      const { company, number } = (yield* onlyRenewal).details
      const report = { decline: "hard" } as const
      const refusal = { _tag: "AttemptUpdate", attempt: firstAttempt, fact: "refused", report, at: yield* now } as const
      yield* recordReports(company, number, [refusal])
      yield* pass(15 * day)
      expect(startsOf(yield* onlyRenewal)).toEqual([0, 1].map((days) => refusedFrom + days * day))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("paid by another card makes that the subscription's, and periods continue from the anchor", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: card(cards.approvedOnce) })
      yield* passUntil(refusedFrom)
      yield* pass(10 * day)
      const { details } = yield* onlyRenewal
      expect((yield* onlySubscription).renewal?.publicKey).toBe(details.publicKey)
      yield* pay(details, card(cards.approved))
      expect(shown(yield* onlySubscription)).toEqual({
        status: "active",
        from: "2026-04-02",
        to: "2026-05-02",
        nextCharge: "2026-05-02",
      })
      yield* passUntil(midnightOf("2026-05-02"))
      const last = (yield* renewals).at(-1)
      expect(last?.attempts).toMatchObject([{ card: { lastDigits: "4242" } }])
      expect(last === undefined ? null : statusOf(last)).toBe("paid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is paid at once: no installments are offered or accepted", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: card(cards.approvedOnce) })
      yield* passUntil(refusedFrom)
      const { details } = yield* onlyRenewal
      const { quotes } = orderOffer(yield* orderForPayer(details.publicKey), yield* now)
      expect(quotes.map(({ method }) => installmentCountOf(method))).toEqual([1, 1, 1])
      const { answer } = yield* pay(details, card(cards.approved, 2))
      expect(answer.body).toBe("TooManyInstallments")
      expect(shown(yield* onlySubscription).status).toBe("overdue")
      expect((yield* onlyRenewal).attempts).toHaveLength(1)
      yield* pay(details, card(cards.approved))
      expect(shown(yield* onlySubscription).status).toBe("active")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is not tried by card while the payer has had a Pix for less than an hour, which is withdrawn then", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: card(cards.approvedOnce) })
      yield* passUntil(refusedFrom)
      yield* pass(day - 60_000)
      yield* pay((yield* onlyRenewal).details, pix(2 * 24 * 60))
      yield* pass(3_590_000)
      expect(startsOf(yield* onlyRenewal)).toHaveLength(2)
      yield* pass(3_600_000)
      const { attempts } = yield* onlyRenewal
      expect(attempts.map(({ quote }) => quote.method._tag)).toEqual(["credit", "pix", "credit"])
      expect(attempts.map(({ facts }) => attemptState(facts))).toEqual(["refused", "voided", "refused"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("ends on day 21 in spite of a Pix that is open since the last retry, which is withdrawn", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: card(cards.approvedOnce) })
      yield* passUntil(refusedFrom)
      yield* pass(8 * day)
      yield* pay((yield* onlyRenewal).details, pix(30 * 24 * 60))
      yield* pass(13 * day - 1)
      expect(shown(yield* onlySubscription).status).toBe("overdue")
      yield* pass(3_600_001)
      expect((yield* onlySubscription).canceled?.because).toBe("dunning")
      const states = (yield* onlyRenewal).attempts.map(({ facts }) => attemptState(facts))
      expect(states).toEqual(["refused", "refused", "refused", "refused", "voided"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is tried at once with a card that an operator puts in its place", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: card(cards.approvedOnce) })
      const other = yield* subscribe({ slug: "outro" })
      expect(other.answer.status).toBe(200)
      yield* passUntil(refusedFrom)
      const subscription = (yield* allSubscriptions).find(({ details }) => details.checkout.slug === "clube")
      const good = (yield* allOrders).find(({ details }) => details.checkout?.slug === "outro")?.attempts.at(0)
      if (subscription === undefined || good?._tag !== "credit") throw new Error("There are two subscribers.")
      const { company, token } = subscription.details
      const outcome = yield* replaceCard({ company, token, card: good.card.token })
      expect(outcome._tag).toBe("Replaced")
      yield* pass(1)
      const after = (yield* allSubscriptions).find(({ details }) => details.token === token)
      expect(after === undefined ? null : shown(after)).toMatchObject({ status: "active", to: "2026-05-02" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("cannot be canceled by an operator as an order only", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: card(cards.approvedOnce) })
      yield* passUntil(refusedFrom)
      const { details } = yield* onlyRenewal
      expect(toldIn(yield* cancel({ number: details.number })).end).toBe("RenewalOpen")
      yield* endSubscription(yield* onlySubscription)
      expect(statusOf(yield* onlyRenewal)).toBe("canceled")
    }).pipe(Effect.provide(layer)),
  )
})

describe("a renewal by Pix or slip", () => {
  it.effect("is issued three days before, and can be paid through its day", () =>
    Effect.gen(function* () {
      yield* paidFirst(pix())
      yield* passUntil(midnightOf("2026-03-30"))
      const renewal = yield* onlyRenewal
      expect(renewal.details.placedAt).toBe(midnightOf("2026-03-30"))
      expect(renewal.attempts.map(instrumentOf)).toMatchObject([{ _tag: "pix", expiresAt: midnightOf("2026-04-03") }])
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", to: "2026-04-02" })
      yield* pass(day)
      yield* received(yield* onlyRenewal)
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", from: "2026-04-02", to: "2026-05-02" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("not paid in time is overdue, without a retry, and active again after it is paid", () =>
    Effect.gen(function* () {
      yield* paidFirst(pix())
      yield* passUntil(midnightOf("2026-04-03"))
      expect(shown(yield* onlySubscription).status).toBe("overdue")
      yield* pass(10 * day)
      expect((yield* onlyRenewal).attempts).toHaveLength(1)
      yield* pay((yield* onlyRenewal).details, card(cards.approved))
      const subscription = yield* onlySubscription
      expect(shown(subscription)).toMatchObject({ status: "active", to: "2026-05-02" })
      expect(subscription.means._tag).toBe("pix")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("of a slip is overdue after its due date, and is awaited two banking days longer", () =>
    Effect.gen(function* () {
      yield* paidFirst(slip())
      yield* passUntil(midnightOf("2026-03-30"))
      // 2 April 2026 is a Thursday; Good Friday follows.
      expect((yield* onlyRenewal).attempts.map(instrumentOf)).toMatchObject([
        { _tag: "bank_slip", dueDate: "2026-04-02" },
      ])
      yield* passUntil(instant(midnightOf("2026-04-03") - 1))
      expect(shown(yield* onlySubscription).status).toBe("active")
      yield* passUntil(midnightOf("2026-04-03"))
      expect(shown(yield* onlySubscription).status).toBe("overdue")
      expect((yield* onlySubscription).renewal?.failure).toEqual({
        firstAt: midnightOf("2026-04-03"),
        nextRetryAt: null,
      })
      expect(statusOf(yield* onlyRenewal)).toBe("waiting_payment")
      yield* passUntil(midnightOf("2026-04-08"))
      expect(statusOf(yield* onlyRenewal)).toBe("unpaid")
      expect((yield* onlySubscription).renewal?.failure?.firstAt).toBe(midnightOf("2026-04-03"))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is overdue by its own due date, whatever else a payer requests", () =>
    Effect.gen(function* () {
      yield* paidFirst(pix())
      yield* passUntil(midnightOf("2026-03-30"))
      yield* pay((yield* onlyRenewal).details, slip(365))
      yield* passUntil(midnightOf("2026-04-03"))
      expect(shown(yield* onlySubscription).status).toBe("overdue")
      yield* pass(21 * day)
      expect((yield* onlySubscription).canceled?.because).toBe("dunning")
      const states = (yield* onlyRenewal).attempts.map(({ facts }) => attemptState(facts))
      expect(states).toEqual(["expired", "voided"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("that is open is withdrawn before the subscription ends", () =>
    Effect.gen(function* () {
      yield* paidFirst(pix())
      yield* passUntil(midnightOf("2026-04-03"))
      yield* pass(20 * day)
      yield* pay((yield* onlyRenewal).details, pix(3 * 24 * 60))
      yield* pass(2 * day)
      expect((yield* onlySubscription).canceled?.because).toBe("dunning")
      const states = (yield* onlyRenewal).attempts.map(({ facts }) => attemptState(facts))
      expect(states).toEqual(["expired", "voided"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("that was just paid keeps the subscription from ending", () =>
    Effect.gen(function* () {
      yield* paidFirst(pix())
      yield* passUntil(midnightOf("2026-04-03"))
      yield* pass(20 * day)
      yield* pay((yield* onlyRenewal).details, pix(3 * 24 * 60))
      yield* TestClock.setTime(midnightOf("2026-04-24"))
      const acquirer = yield* Acquirer
      const paid: ChargeAnswer = { fact: "confirmed", report: {} }
      yield* runDueJobs().pipe(Effect.provideService(Acquirer, { ...acquirer, void: () => Effect.succeed(paid) }))
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", to: "2026-05-02" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("whose outcome is unknown keeps it waiting", () =>
    Effect.gen(function* () {
      yield* paidFirst(pix())
      yield* passUntil(midnightOf("2026-04-03"))
      yield* TestClock.setTime(midnightOf("2026-04-24"))
      const paying = yield* Effect.forkChild(pay((yield* onlyRenewal).details, card(cards.silent)))
      yield* untilAtRest
      yield* runDueJobs()
      expect(shown(yield* onlySubscription).status).toBe("overdue")
      yield* TestClock.adjust(acquirerTimeoutMillis)
      yield* Fiber.join(paying)
      yield* pass(day)
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "active", to: "2026-05-02" })
    }).pipe(Effect.provide(layer)),
  )
})

describe("cancelSubscription", () => {
  it.effect("does nothing for a canceled subscriber, with the same answer again", () =>
    Effect.gen(function* () {
      yield* subscribe()
      const subscription = yield* onlySubscription
      const first = yield* endSubscription(subscription)
      expect(yield* endSubscription(subscription)).toEqual(first)
      yield* pass(400 * day)
      expect(yield* renewals).toEqual([])
      expect(shown(yield* onlySubscription)).toMatchObject({ status: "canceled", nextCharge: null, to: "2026-04-02" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("withdraws the Pix of an open renewal", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: pix() })
      yield* received(yield* onlyOrder)
      yield* passUntil(midnightOf("2026-03-31"))
      yield* endSubscription(yield* onlySubscription)
      expect(statusOf(yield* onlyRenewal)).toBe("canceled")
      yield* pass(1)
      expect((yield* onlyRenewal).attempts.map(({ facts }) => attemptState(facts))).toEqual(["voided"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("while a renewal is being charged stops later ones; money that comes is kept and flagged", () =>
    Effect.gen(function* () {
      yield* inTime(subscribe({ payment: card(cards.silent) }))
      yield* pass(60_000)
      yield* TestClock.setTime(midnightOf("2026-04-02"))
      const working = yield* Effect.forkChild(runDueJobs())
      yield* untilAtRest
      const charged = yield* onlyRenewal
      expect(statusOf(charged)).toBe("pending")
      yield* endSubscription(yield* onlySubscription)
      yield* TestClock.adjust(acquirerTimeoutMillis)
      yield* Fiber.join(working)
      yield* pass(day)
      expect(statusOf(yield* onlyRenewal)).toBe("paid")
      const subscription = yield* onlySubscription
      expect(subscription).toMatchObject({ paidLate: charged.details.number, paidPeriods: 1 })
      expect(shown(subscription).status).toBe("canceled")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("while a renewal is being charged cancels the order as soon as it is refused", () =>
    Effect.gen(function* () {
      yield* subscribe({ payment: card(cards.approvedOnce) })
      yield* TestClock.setTime(midnightOf("2026-04-02"))
      const acquirer = yield* Acquirer
      const answering = yield* Deferred.make<void>()
      const slow = {
        ...acquirer,
        charge: (asked: ChargeRequest) => Effect.andThen(Deferred.await(answering), acquirer.charge(asked)),
      }
      const working = yield* Effect.forkChild(runDueJobs().pipe(Effect.provideService(Acquirer, slow)))
      yield* untilAtRest
      yield* endSubscription(yield* onlySubscription)
      expect(statusOf(yield* onlyRenewal)).toBe("pending")
      yield* Deferred.succeed(answering, undefined)
      yield* Fiber.join(working)
      expect(statusOf(yield* onlyRenewal)).toBe("canceled")
      yield* pass(30 * day)
      expect(startsOf(yield* onlyRenewal)).toHaveLength(1)
      expect(statusOf(yield* onlyRenewal)).toBe("canceled")
    }).pipe(Effect.provide(layer)),
  )
})

describe("money", () => {
  it.effect("comes once for each paid period", () =>
    Effect.gen(function* () {
      yield* inTime(subscribe())
      yield* pass(400 * day)
      const { received: total } = yield* Books
      const { paidPeriods } = yield* onlySubscription
      expect(paidPeriods).toBe(14)
      expect(yield* total).toBe(14 * 5_000)
    }).pipe(Effect.provide(layer)),
  )
})
