/** Reports of a charge are reports of its attempt, whatever happened to the order since. */
import { describe, expect, it } from "@effect/vitest"
import { AttemptKey, companyCodeLength, RefundKey } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import { centavos } from "@vintem/domain/money"
import { type AcquirerReport, evolve, orderMachine, statusOf } from "@vintem/domain/order"
import { Acquirer, CompanyRepository, OrderRepository, UnitOfWork } from "@vintem/domain/ports"
import { exampleCharge, exampleCompany } from "@vintem/testing"
import { Effect, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { recordChargeReport } from "../src/index.ts"
import { pass } from "./operator.ts"
import { layer, now, onlyAttempt, onlyOrder, pix, place, Seller } from "./shop.ts"

const paid: AcquirerReport = { _tag: "AttemptUpdate", fact: "confirmed", report: {} }

/** A key of the seller that nothing was charged under so far. */
const secondKey = Effect.map(Seller, ({ code }) => AttemptKey.make(`${code.toUpperCase()}SECOND00000000000000000000`))

/** The payer tries once more. */
const tryAgain = Effect.gen(function* () {
  const order = yield* onlyOrder
  const { commit } = yield* UnitOfWork
  const { save } = yield* OrderRepository
  const at = yield* now
  const key = yield* secondKey
  const events = Result.getOrThrow(
    decide(orderMachine, order, { _tag: "StartAttempt", key, ...exampleCharge("pix"), at }),
  )
  yield* commit(save(order, events.reduce(evolve, order), events))
})

describe("recordChargeReport", () => {
  it.effect("finds the order by the key of the charge, and returns it as it is afterwards", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const { key } = onlyAttempt(yield* onlyOrder)
      const told = yield* recordChargeReport(key, [paid])
      expect(Option.map(told, ({ order }) => statusOf(order))).toEqual(Option.some("paid"))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("returns no order if the key's company charged none under it", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const { code } = yield* Seller
      const { key } = onlyAttempt(yield* onlyOrder)
      const other = yield* (yield* CompanyRepository).add(exampleCompany())
      const elsewhere = [other.code, code === "zzzzzz" ? "000000" : "zzzzzz", "UUUUUU"].map((beginning) =>
        AttemptKey.make(`${beginning.toUpperCase()}${key.slice(companyCodeLength)}`),
      )
      for (const unknown of [yield* secondKey, ...elsewhere]) {
        expect(yield* recordChargeReport(unknown, [paid])).toEqual(Option.none())
      }
      expect(statusOf(yield* onlyOrder)).toBe("waiting_payment")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is about the charged attempt, even if there is a later one", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const { key } = onlyAttempt(yield* onlyOrder)
      yield* recordChargeReport(key, [{ _tag: "AttemptUpdate", fact: "expired", report: {} }])
      yield* tryAgain
      yield* recordChargeReport(key, [paid])
      const { attempts } = yield* onlyOrder
      expect(attempts.map(({ facts }) => facts.includes("confirmed"))).toEqual([true, false])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("records a refund that the acquirer made by itself as nobody's request, under any key", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const { key } = onlyAttempt(yield* onlyOrder)
      const refund = { _tag: "RefundUpdate", refund: RefundKey.make("theirs"), amount: centavos(4_000) } as const
      yield* recordChargeReport(key, [paid, { ...refund, fact: "requested" }])
      const asked: Array<string> = []
      const acquirer = yield* Acquirer
      const listening = Acquirer.of({
        ...acquirer,
        refund: (request) => {
          asked.push(request.key)
          return acquirer.refund(request)
        },
      })
      yield* Effect.provideService(pass("1 day"), Acquirer, listening)
      expect(asked).toEqual([])
      expect((yield* onlyOrder).refunds).toMatchObject([{ amount: 4_000, facts: ["processing"], asked: null }])
      yield* recordChargeReport(key, [{ ...refund, fact: "settled" }])
      expect((yield* onlyOrder).refunds).toMatchObject([{ facts: ["processing", "settled"] }])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("has the time of recording", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const { key } = onlyAttempt(yield* onlyOrder)
      yield* TestClock.adjust("1 hour")
      yield* recordChargeReport(key, [paid])
      expect(onlyAttempt(yield* onlyOrder).payment?.confirmedAt).toBe(yield* now)
    }).pipe(Effect.provide(layer)),
  )
})
