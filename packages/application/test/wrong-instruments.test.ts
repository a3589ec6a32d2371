/**
 * Stories of a Pix or slip that no payer can pay: nobody sees it, it is withdrawn, and the payer may try again at once.
 */
import { describe, expect, it } from "@effect/vitest"
import { centavos } from "@vintem/domain/money"
import { type AcquirerReport, attemptState, instrumentOf, statusOf } from "@vintem/domain/order"
import { Acquirer, type ChargeAnswer, OrderRepository, OutcomeUnknown } from "@vintem/domain/ports"
import { exampleNow } from "@vintem/testing"
import { Effect, Option } from "effect"
import { type OrderPayment, queueUnanswered, recordChargeReport } from "../src/index.ts"
import { deadJobs, pass, startAnother } from "./operator.ts"
import { type Boundary, processDyingAt, processWith } from "./process.ts"
import {
  allOrders,
  Books,
  isLogComplete,
  layer,
  leaseMillis,
  now,
  onlyOrder,
  pix,
  place,
  request,
  slip,
  untilAtRest,
} from "./shop.ts"

/** The answer with another digit at the end of the text that the payer would copy. */
const spoiled = (answer: ChargeAnswer): ChargeAnswer => {
  const { instrument } = answer.report
  const other = (text: string) => `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`
  if (instrument === undefined) return answer
  return {
    ...answer,
    report: {
      ...answer.report,
      instrument:
        instrument._tag === "pix"
          ? { ...instrument, code: other(instrument.code) }
          : { ...instrument, line: other(instrument.line) },
    },
  }
}

type Questions = Partial<Pick<Acquirer["Service"], "charge" | "find" | "void">>

/** An acquirer whose instruments are wrong in all its answers. @param changes - other answers of it */
const spoiling = (changes: (honest: Acquirer["Service"]) => Questions = () => ({})) =>
  Effect.map(Acquirer, (honest) =>
    Acquirer.of({
      ...honest,
      charge: (asked) => Effect.map(honest.charge(asked), spoiled),
      find: (key) => Effect.map(honest.find(key), Option.map(spoiled)),
      ...changes(honest),
    }),
  )

/** Runs an effect with such an acquirer. */
const atSpoiling = <A, E, R>(doing: Effect.Effect<A, E, R>, changes?: (honest: Acquirer["Service"]) => Questions) =>
  Effect.flatMap(spoiling(changes), (acquirer) => Effect.provideService(doing, Acquirer, acquirer))

const stillOpen: Effect.Effect<ChargeAnswer> = Effect.succeed({ fact: "open", report: {} })

const noAnswer = Effect.fail(new OutcomeUnknown({ detail: "HTTP 503" }))

/** The order's instrument, and everything in its log. */
const seen = Effect.gen(function* () {
  const order = yield* onlyOrder
  const log = yield* (yield* OrderRepository).history(order.details.company, order.details.number)
  return {
    status: statusOf(order),
    states: order.attempts.map(({ facts }) => attemptState(facts)),
    instruments: order.attempts.map((attempt) => instrumentOf(attempt) !== null),
    isInstrumentInLog: JSON.stringify(log).includes('"instrument"'),
    isLogComplete: yield* isLogComplete(order),
  }
})

const withdrawn = {
  status: "unpaid",
  states: ["refused"],
  instruments: [false],
  isInstrumentInLog: false,
  isLogComplete: true,
}

const methods: ReadonlyArray<readonly [string, OrderPayment]> = [
  ["a Pix", pix()],
  ["a slip", slip()],
]

describe.each(methods)("%s that is issued wrong", (_, payment) => {
  it.effect("is not shown: it is withdrawn, and the attempt is refused", () =>
    Effect.gen(function* () {
      yield* atSpoiling(place(payment))
      expect(yield* seen).toEqual(withdrawn)
      const [attempt] = (yield* onlyOrder).attempts
      expect(attempt?.reason).toBe("wrong_instrument")
      const found = yield* (yield* Acquirer).find({ key: attempt?.key ?? (yield* Effect.die("no attempt")) })
      expect(Option.map(found, ({ fact }) => fact)).toEqual(Option.some("voided"))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("lets the payer try again at once", () =>
    Effect.gen(function* () {
      yield* atSpoiling(place(payment))
      yield* startAnother("pix")
      expect(yield* seen).toMatchObject({ status: "waiting_payment", states: ["refused", "open"] })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is shown if it is right when it is looked up once more, and is not withdrawn", () =>
    Effect.gen(function* () {
      const books = yield* Books
      yield* atSpoiling(place(payment), ({ find }) => ({ find }))
      expect(yield* seen).toMatchObject({ status: "waiting_payment", states: ["open"], instruments: [true] })
      expect(yield* books.fences).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each(["find", "void"] as const)("is asked about until its outcome is known, if %s has no answer", (lost) =>
    Effect.gen(function* () {
      yield* atSpoiling(place(payment), () => ({ [lost]: () => noAnswer }))
      expect(yield* seen).toMatchObject({ status: "pending", states: ["unknown"], isInstrumentInLog: false })
      yield* atSpoiling(pass("1 minute"), () => ({ [lost]: () => noAnswer }))
      expect(yield* seen).toMatchObject({ status: "pending", states: ["unknown"], isInstrumentInLog: false })
      yield* atSpoiling(pass("2 minutes"))
      expect(yield* seen).toEqual(withdrawn)
      expect(yield* deadJobs).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("stays unknown if the acquirer leaves it open although it is voided", () =>
    Effect.gen(function* () {
      yield* atSpoiling(place(payment), () => ({ void: () => stillOpen }))
      expect(yield* seen).toMatchObject({ status: "pending", states: ["unknown"], isInstrumentInLog: false })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is received money if it is paid before it is withdrawn", () =>
    Effect.gen(function* () {
      yield* atSpoiling(place(payment), (honest) => ({
        void: (key) =>
          Effect.as(honest.find(key), {
            fact: "confirmed",
            report: { tid: "T1", captured: centavos(10_000) },
          }),
      }))
      expect(yield* seen).toMatchObject({ status: "paid", states: ["confirmed"], isInstrumentInLog: false })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is late money if it is paid after it was withdrawn", () =>
    Effect.gen(function* () {
      yield* atSpoiling(place(payment))
      const [attempt] = (yield* onlyOrder).attempts
      const paid: AcquirerReport = { _tag: "AttemptUpdate", fact: "confirmed", report: { captured: centavos(10_000) } }
      yield* recordChargeReport(attempt?.key ?? (yield* Effect.die("no attempt")), [paid])
      expect(yield* seen).toMatchObject({ status: "paid", states: ["confirmed"] })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is a wrong one if it is missing", () =>
    Effect.gen(function* () {
      const without = ({ fact, report: { instrument: _, ...report } }: ChargeAnswer): ChargeAnswer => ({ fact, report })
      yield* atSpoiling(place(payment), ({ charge, find }) => ({
        charge: (asked) => Effect.map(charge(asked), without),
        find: (key) => Effect.map(find(key), Option.map(without)),
      }))
      expect(yield* seen).toEqual(withdrawn)
    }).pipe(Effect.provide(layer)),
  )
})

describe("a notification with a wrong instrument", () => {
  const wrong = (code: string): AcquirerReport => ({
    _tag: "AttemptUpdate",
    fact: "open",
    report: { instrument: { _tag: "pix", code, expiresAt: exampleNow } },
  })

  it.effect("makes the service ask the acquirer, if the payer has nothing to pay with yet", () =>
    Effect.gen(function* () {
      yield* atSpoiling(place(pix()), () => ({ charge: () => noAnswer }))
      const [attempt] = (yield* onlyOrder).attempts
      const key = attempt?.key ?? (yield* Effect.die("no attempt"))
      yield* recordChargeReport(key, [wrong("00020101021226")])
      expect(yield* seen).toMatchObject({ status: "pending", isInstrumentInLog: false })
      yield* pass("1 minute")
      expect(yield* seen).toMatchObject({ status: "unpaid", isInstrumentInLog: false })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does not change a right one that the payer has", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const [before] = (yield* onlyOrder).attempts
      const key = before?.key ?? (yield* Effect.die("no attempt"))
      yield* recordChargeReport(key, [wrong("0")])
      const [after] = (yield* onlyOrder).attempts
      expect(after).toEqual(before)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does nothing to an attempt that has ended", () =>
    Effect.gen(function* () {
      yield* atSpoiling(place(pix()))
      const before = yield* onlyOrder
      const key = before.attempts[0]?.key ?? (yield* Effect.die("no attempt"))
      yield* recordChargeReport(key, [wrong("0")])
      expect(yield* onlyOrder).toEqual(before)
    }).pipe(Effect.provide(layer)),
  )
})

describe("a process that dies while a wrong Pix is withdrawn", () => {
  const boundaries = Effect.gen(function* () {
    const names: Array<string> = []
    const watched = yield* processWith(({ name }: Boundary) => Effect.sync(() => void names.push(name)))
    yield* watched(place(pix()))
    return names
  })

  it.effect("leaves an attempt that another process brings to the same end, wherever it died", () =>
    Effect.gen(function* () {
      const passed = yield* atSpoiling(boundaries).pipe(Effect.provide(layer))
      expect(passed).toEqual(expect.arrayContaining(["before Acquirer.find", "after Acquirer.void"]))
      for (const place of passed.keys()) {
        const ending = yield* Effect.gen(function* () {
          const dying = yield* processDyingAt((_, position) => position === place)
          yield* Effect.forkDetach(dying(request(pix())))
          yield* untilAtRest
          yield* pass(leaseMillis)
          yield* queueUnanswered(yield* now)
          yield* pass("10 minutes")
          const isStored = (yield* allOrders).length > 0
          return isStored ? yield* seen : null
        }).pipe(atSpoiling, Effect.provide(layer))
        // Nothing was stored, or it ended as it would have.
        if (ending !== null) expect([place, ending]).toMatchObject([place, { status: "unpaid", instruments: [false] }])
      }
    }),
  )
})
