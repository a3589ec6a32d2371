// The simulated acquirer's refunds, their ways and deadlines: the sandbox promises that refunds settle within the call.
import { describe, expect, it } from "@effect/vitest"
import { instant, LocalDate } from "@vintem/domain/calendar"
import { parseCardDetails } from "@vintem/domain/card"
import { AttemptKey, RefundKey } from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import { methodRules, type PaymentMethod } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import { Acquirer, type ChargeMeans, type RefundRequest } from "@vintem/domain/ports"
import { chargeRequest } from "@vintem/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { SimulatedBooks } from "../src/simulated/books/simulated-books.ts"
import type { SimulatedCharge } from "../src/simulated/books/simulated-charge.ts"
import { type ReportKind, SandboxReports } from "../src/simulated/sandbox-reports.ts"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"

const layer = Layer.merge(SimulatedAcquirer.layer, SandboxReports.layer).pipe(
  Layer.provideMerge(SimulatedBooks.layerMemory),
)

const key = AttemptKey.make("01JD7ZK9QW3E5R7T9Y1U3I5O7P")

const card = (number: string): ChargeMeans => ({
  _tag: "card",
  card: Result.getOrThrow(
    parseCardDetails(
      { holder: "MARIA DA SILVA", number, expiration: "12/2099", security: "123" },
      LocalDate.make("2026-11-21"),
    ),
  ),
  installments: singlePayment,
})

const means: Readonly<Record<PaymentMethod, ChargeMeans>> = {
  credit: card("4242424242424242"),
  pix: { _tag: "pix", expiresAt: instant(600_000) },
  bank_slip: { _tag: "bank_slip", dueDate: LocalDate.make("2026-11-27") },
}

/** A charge of R$ 123,45 that is paid an hour after it was made. */
const paidBy = Effect.fnUntraced(function* (method: PaymentMethod) {
  const acquirer = yield* Acquirer
  const { fact } = yield* acquirer.charge(chargeRequest(key, means[method]))
  if (fact === "confirmed") return
  yield* TestClock.setTime(3_600_000)
  yield* report("paid")
})

const report = Effect.fnUntraced(function* (kind: ReportKind) {
  const reports = yield* SandboxReports
  return yield* reports.report(key, kind)
})

const refund = (number: number, request: Partial<RefundRequest> = {}) =>
  Effect.flatMap(Acquirer, (acquirer) =>
    acquirer.refund({
      key: RefundKey.make(`refund${number}`),
      charge: { key },
      amount: centavos(12_345),
      way: "reversal",
      ...request,
    }),
  )

const failedFor = (reason: string) => ({ fact: "failed", report: { reason } })
const settled = { fact: "settled", report: {} }

const chargeInBooks = Effect.gen(function* () {
  const { find } = yield* SimulatedBooks
  const entry = Option.getOrThrow(yield* find(key))
  return entry._tag === "Charge" ? Option.some<SimulatedCharge>(entry) : Option.none()
}).pipe(Effect.map(Option.getOrThrow))

describe("a refund at the simulated acquirer", () => {
  it.effect.each(["credit", "pix", "bank_slip"] as const)("settles within the call, for a payment by %s", (method) =>
    Effect.gen(function* () {
      yield* paidBy(method)
      expect(yield* refund(1, { amount: centavos(12_000), way: methodRules[method].refundWay })).toEqual(settled)
      expect(yield* refund(2, { amount: centavos(345), way: methodRules[method].refundWay })).toEqual(settled)
      expect(yield* refund(3, { amount: centavos(1) })).toEqual(failedFor("amount_above_remainder"))
      expect((yield* chargeInBooks).refunds.map(({ way }) => way)).toEqual([
        methodRules[method].refundWay,
        methodRules[method].refundWay,
      ])
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([
    ["pix", 3_600_000],
    ["credit", 0],
  ] as const)("is possible for a %s until its window closes, and not a millisecond longer", ([method, paidAt]) =>
    Effect.gen(function* () {
      yield* paidBy(method)
      yield* TestClock.setTime(paidAt + methodRules[method].refundWindowMillis)
      expect(yield* refund(1, { amount: centavos(1) })).toEqual(settled)
      yield* TestClock.setTime(paidAt + methodRules[method].refundWindowMillis + 1)
      expect(yield* refund(2, { amount: centavos(1) })).toEqual(failedFor("too_late"))
      expect(yield* refund(1, { amount: centavos(1) })).toEqual(settled)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is possible for a slip after years: a transfer has no window", () =>
    Effect.gen(function* () {
      yield* paidBy("bank_slip")
      yield* TestClock.setTime(3_600_000 + 10 * 365 * 86_400_000)
      expect(yield* refund(1, { way: "transfer" })).toEqual(settled)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("counts its window from the capture if a charge was held", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      yield* acquirer.charge(chargeRequest(key, card("4000000000009235")))
      yield* TestClock.setTime(5_000)
      yield* report("risk_approved")
      expect((yield* chargeInBooks).confirmedAt).toBe(5_000)
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each(["dispute", "chargeback", "dispute_lost"] as const)("is refused if there is a case: %s", (kind) =>
    Effect.gen(function* () {
      yield* paidBy("credit")
      if (kind === "dispute_lost") yield* report("dispute")
      yield* report(kind)
      expect(yield* refund(1)).toEqual(failedFor("in_dispute"))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is possible once a case is won", () =>
    Effect.gen(function* () {
      yield* paidBy("credit")
      yield* report("dispute")
      yield* report("dispute_won")
      expect(yield* refund(1)).toEqual(settled)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("leaves nothing for the acquirer's own, and the other way round", () =>
    Effect.gen(function* () {
      yield* paidBy("credit")
      yield* refund(1, { amount: centavos(345) })
      expect(yield* report("refunded")).toMatchObject([{ _tag: "RefundUpdate", amount: 12_000, fact: "settled" }])
      expect(yield* refund(2, { amount: centavos(1) })).toEqual(failedFor("amount_above_remainder"))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("reports the first reason of several", () =>
    Effect.gen(function* () {
      expect(yield* refund(1)).toEqual(failedFor("unknown_charge"))
      const acquirer = yield* Acquirer
      yield* acquirer.charge(chargeRequest(key, means.pix))
      const tooMuch = { amount: centavos(12_346) }
      expect(yield* refund(2, tooMuch)).toEqual(failedFor("not_charged"))
      yield* report("paid")
      yield* report("dispute")
      yield* TestClock.setTime(methodRules.pix.refundWindowMillis + 1)
      expect(yield* refund(3, tooMuch)).toEqual(failedFor("in_dispute"))
      yield* report("dispute_won")
      expect(yield* refund(4, tooMuch)).toEqual(failedFor("too_late"))
      yield* TestClock.setTime(0)
      expect(yield* refund(5, tooMuch)).toEqual(failedFor("amount_above_remainder"))
      expect(yield* refund(6)).toEqual(settled)
    }).pipe(Effect.provide(layer)),
  )
})
