// The sandbox's promises for each card, for Pix and for slips, and the simulated acquirer's records of them.
import { describe, expect, it } from "@effect/vitest"
import { addDays, endOfDayExclusive, instant, LocalDate } from "@vintem/domain/calendar"
import { parseCardDetails, passesLuhn } from "@vintem/domain/card"
import { AttemptKey, RefundKey } from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import { judgedInstrument } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import { decodeBrCode } from "@vintem/domain/pix"
import { Acquirer, type ChargeMeans, OutcomeUnknown, StorageUnavailable } from "@vintem/domain/ports"
import { parseBarcode, slipAmountMax, slipFromBarcode } from "@vintem/domain/slip"
import { chargeRequest } from "@vintem/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import fc from "fast-check"
import { SimulatedBooks } from "../src/simulated/books/simulated-books.ts"
import { type CardBehavior, SimulatedCard } from "../src/simulated/books/simulated-cards.ts"
import { BookEntry } from "../src/simulated/books/simulated-charge.ts"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"

const layer = SimulatedAcquirer.layer.pipe(Layer.provideMerge(SimulatedBooks.layerMemory))

const key = AttemptKey.make("01JD7ZK9QW3E5R7T9Y1U3I5O7P")
const anotherKey = AttemptKey.make("01JD7ZK9QW3E5R7T9Y1U3I5O7Q")
const today = LocalDate.make("2026-11-21")

const card = (number: string, security = number.startsWith("37") ? "1234" : "123"): ChargeMeans => ({
  _tag: "card",
  card: Result.getOrThrow(
    parseCardDetails({ holder: "MARIA DA SILVA", number, expiration: "12/2099", security }, today),
  ),
  installments: singlePayment,
})

const savedCard = (acquirerToken: string): ChargeMeans => ({
  _tag: "saved_card",
  acquirerToken,
  installments: singlePayment,
})

const charge = (means: ChargeMeans, under = key) =>
  Effect.flatMap(Acquirer, (acquirer) => acquirer.charge(chargeRequest(under, means)))

const find = Effect.flatMap(Acquirer, (acquirer) => acquirer.find({ key }))

const entry = Effect.flatMap(SimulatedBooks, (books) => books.find(key))

/** Charges a card whose answer does not arrive, until the caller gives up. */
const chargeAndGiveUp = Effect.fnUntraced(function* (means: ChargeMeans) {
  const asking = yield* Effect.forkChild(Effect.timeoutOption(charge(means), "3 seconds"))
  yield* TestClock.adjust("3 seconds")
  return yield* Fiber.join(asking)
})

describe("a card", () => {
  it.effect.each([
    ["4242424242424242", "visa"],
    ["5555555555554444", "mastercard"],
    ["2223003122003222", "mastercard"],
    ["378282246310005", "amex"],
    ["6362970000457013", "elo"],
    ["6062826786276634", "hipercard"],
    ["4111111111111111", "visa"], // any other number
  ] as const)("%s is charged and stored as %s, by its token", ([number, brand]) =>
    Effect.gen(function* () {
      const { fact, report } = yield* charge(card(number))
      expect(fact).toBe("confirmed")
      expect(report.captured).toBe(12_345)
      const books = yield* SimulatedBooks
      expect(Option.getOrThrow(yield* books.findCard(report.cardToken ?? ""))).toMatchObject({
        brand,
        lastDigits: number.slice(-4),
      })
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([
    ["4000000000000002", "refused_by_issuer"],
    ["4000000000009995", "insufficient_funds"],
  ] as const)("%s is refused: %s", ([number, reason]) =>
    Effect.gen(function* () {
      const { fact, report } = yield* charge(card(number))
      expect(fact).toBe("refused")
      expect(report.reason).toBe(reason)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("4000000000009235 is held", () =>
    Effect.gen(function* () {
      expect((yield* charge(card("4000000000009235"))).fact).toBe("review")
      expect(Option.map(yield* find, ({ fact }) => fact)).toEqual(Option.some("review"))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("4000000000000119 meets a server error, and is not charged", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(charge(card("4000000000000119")))).toBeInstanceOf(OutcomeUnknown)
      expect(yield* find).toEqual(Option.none())
      expect(yield* entry).toEqual(Option.none())
    }).pipe(Effect.provide(layer)),
  )

  it.effect("4000000000000101 is charged, and the service learns of it only when it asks", () =>
    Effect.gen(function* () {
      expect(yield* chargeAndGiveUp(card("4000000000000101"))).toEqual(Option.none())
      const found = Option.getOrThrow(yield* find)
      expect(found.fact).toBe("confirmed")
      expect(found.report.captured).toBe(12_345)
      expect(yield* charge(card("4000000000000101"))).toEqual(found)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("4000000000000341 is charged by its number, and never by its token", () =>
    Effect.gen(function* () {
      const { fact, report } = yield* charge(card("4000000000000341"))
      expect(fact).toBe("confirmed")
      const saved = savedCard(report.cardToken ?? "")
      for (const under of ["A", "B"].map((end) => AttemptKey.make(`${key}${end}`))) {
        expect(yield* charge(saved, under)).toMatchObject({ fact: "refused", report: { reason: "try_again_later" } })
      }
      expect((yield* charge(card("4000000000000341"), anotherKey)).fact).toBe("confirmed")
    }).pipe(Effect.provide(layer)),
  )
})

describe("a saved card", () => {
  const behaviors = [
    ["approve", "confirmed"],
    ["approve_once", "refused"],
    ["refuse", "refused"],
    ["refuse_insufficient_funds", "refused"],
    ["hold", "review"],
    ["fail_5xx", "unknown"],
    ["time_out", "no answer"],
  ] as const

  it.effect.each(behaviors)("that is to %s: %s", ([behavior, outcome]) =>
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      yield* books.addCard({ token: "card_of_maria", brand: "visa", lastDigits: "4242", behavior })
      const answer = yield* chargeAndGiveUp(savedCard("card_of_maria")).pipe(
        Effect.map(Option.match({ onNone: () => "no answer", onSome: ({ fact }) => fact })),
        Effect.catchTag("OutcomeUnknown", () => Effect.succeed("unknown")),
      )
      expect(answer).toBe(outcome)
    }).pipe(Effect.provide(layer)),
  )

  it("has a row for every behavior", () => {
    const rows: ReadonlyArray<CardBehavior> = behaviors.map(([behavior]) => behavior)
    expect(rows.toSorted()).toEqual(SimulatedCard.fields.behavior.literals.toSorted())
  })

  it.effect("is refused if no card has its token, which is not stored", () =>
    Effect.gen(function* () {
      const { fact, report } = yield* charge(savedCard("4242424242424242"))
      expect(fact).toBe("refused")
      expect(report.reason).toBe("unknown_card")
      expect(JSON.stringify(yield* entry)).not.toContain("4242")
    }).pipe(Effect.provide(layer)),
  )
})

describe("a Pix", () => {
  const expiresAt = instant(600_000)
  const pix = { _tag: "pix", expiresAt } as const

  it.effect("has a code at its own location that names the receiver in ASCII", () =>
    Effect.gen(function* () {
      const { report } = yield* charge(pix)
      const code = report.instrument?._tag === "pix" ? report.instrument.code : ""
      expect(Result.getOrThrow(decodeBrCode(code))).toEqual({
        kind: "dynamic",
        name: "Padaria Sao Joao",
        city: "Sao Paulo",
        postalCode: null,
        location: `pix.vintem.example/v2/${key}`,
      })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is issued to a receiver whose name ASCII cannot write, and under the longest key", () =>
    Effect.gen(function* () {
      const longest = AttemptKey.make("Z".repeat(35))
      const acquirer = yield* Acquirer
      const request = { ...chargeRequest(longest, pix), receiver: { name: "東京", city: "東京" } }
      const { fact, report } = yield* acquirer.charge(request)
      expect(fact).toBe("open")
      const code = report.instrument?._tag === "pix" ? report.instrument.code : ""
      expect(Result.getOrThrow(decodeBrCode(code))).toMatchObject({ name: "Recebedor", city: "Sao Paulo" })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("reads as expired from its last instant on", () =>
    Effect.gen(function* () {
      yield* charge(pix)
      yield* TestClock.setTime(expiresAt - 1)
      expect(Option.getOrThrow(yield* find).fact).toBe("open")
      yield* TestClock.setTime(expiresAt)
      expect(Option.getOrThrow(yield* find).fact).toBe("expired")
      expect((yield* charge(pix)).fact).toBe("expired")
    }).pipe(Effect.provide(layer)),
  )
})

describe("a slip", () => {
  const dueDate = LocalDate.make("2026-11-27") // a Friday
  const slip = { _tag: "bank_slip", dueDate } as const

  it.effect("has bank 999, and a unique number", () =>
    Effect.gen(function* () {
      const slips = yield* Effect.forEach([key, anotherKey], (under) => charge(slip, under))
      const read = slips.map(({ report }) => {
        const barcode = report.instrument?._tag === "bank_slip" ? report.instrument.barcode : ""
        return Result.getOrThrow(slipFromBarcode(Result.getOrThrow(parseBarcode(barcode)), today))
      })
      expect(read.map(({ bank, amount, dueDate }) => [bank, amount, dueDate])).toEqual([
        ["999", 12_345, dueDate],
        ["999", 12_345, dueDate],
      ])
      expect(read[0]?.freeField).not.toBe(read[1]?.freeField)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("reads as expired once two banking days have passed since its due date", () =>
    Effect.gen(function* () {
      const end = endOfDayExclusive(LocalDate.make("2026-12-01")) // Tuesday
      yield* charge(slip)
      yield* TestClock.setTime(end - 1)
      expect(Option.getOrThrow(yield* find).fact).toBe("open")
      yield* TestClock.setTime(end)
      expect(Option.getOrThrow(yield* find).fact).toBe("expired")
    }).pipe(Effect.provide(layer)),
  )

  it.effect.each([
    ["amount_out_of_range", slipAmountMax + 1, "2026-11-27"],
    ["due_date_out_of_range", slipAmountMax, "1997-10-07"],
  ] as const)("is refused if it cannot be written: %s", ([reason, amount, due]) =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      const means = { _tag: "bank_slip", dueDate: LocalDate.make(due) } as const
      const answer = yield* acquirer.charge({ ...chargeRequest(key, means), amount: centavos(amount) })
      expect(answer).toMatchObject({ fact: "refused", report: { reason } })
    }).pipe(Effect.provide(layer)),
  )
})

describe("every instrument", () => {
  const day = fc.integer({ min: 0, max: 30 * 365 }).map((days) => addDays(LocalDate.make("2000-01-01"), days))
  const means = fc
    .tuple(day, fc.integer({ min: 0, max: 365 }))
    .chain(([today, days]) =>
      fc.constantFrom<readonly [LocalDate, ChargeMeans]>(
        [today, { _tag: "pix", expiresAt: endOfDayExclusive(addDays(today, days)) }],
        [today, { _tag: "bank_slip", dueDate: addDays(today, days) }],
      ),
    )
  const receiver = fc.record({ name: fc.string({ unit: "binary" }), city: fc.string({ unit: "binary" }) })
  const amounts = fc.integer({ min: 1, max: slipAmountMax }).map(centavos)

  it("law: can be shown to a payer unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(means, receiver, amounts, async ([today, asked], receiver, amount) => {
        const charging = Effect.flatMap(Acquirer, (acquirer) =>
          acquirer.charge({ ...chargeRequest(key, asked), receiver, amount }),
        )
        const { report } = await Effect.runPromise(charging.pipe(Effect.provide(layer)))
        const method = asked._tag === "pix" ? "pix" : "bank_slip"
        const judged = judgedInstrument(report.instrument, { method, amount, today })
        expect(judged).toEqual(Result.succeed(report.instrument))
      }),
    )
  })
})

describe("one key", () => {
  it.effect("uniqueness: a hundred calls at once make one charge", () =>
    Effect.gen(function* () {
      const { writes, layer } = recorded()
      const answers = yield* Effect.all(
        Array.from({ length: 100 }, () => charge(card("4242424242424242"))),
        { concurrency: "unbounded" },
      ).pipe(Effect.provide(layer))
      expect(new Set(answers.map(({ report }) => report.cardToken)).size).toBe(1)
      expect(writes.filter(({ kept }) => kept === "charge")).toHaveLength(1)
    }),
  )

  it.effect("determinism: has one tid, nsu and instrument in all books", () =>
    Effect.gen(function* () {
      const anew = (means: ChargeMeans) => charge(means).pipe(Effect.provide(Layer.fresh(layer)))
      for (const means of [
        { _tag: "pix", expiresAt: instant(600_000) },
        { _tag: "bank_slip", dueDate: LocalDate.make("2026-11-27") },
      ] as const) {
        expect(yield* anew(means)).toEqual(yield* anew(means))
      }
      const { report: first } = yield* anew(card("4242424242424242"))
      const { report: second } = yield* anew(card("4242424242424242"))
      expect([first.tid, first.nsu]).toEqual([second.tid, second.nsu])
      expect(first.tid).toMatch(/^[0-9A-F]{20}$/u)
      expect(first.nsu).toMatch(/^[0-9]{9}$/u)
      expect(first.cardToken).not.toBe(second.cardToken) // a token is a secret, and cannot be computed
    }),
  )
})

describe("a charge that was held", () => {
  it.effect("is not charged once it is voided, nor by its verdict afterwards", () =>
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      yield* charge(card("4000000000009235"))
      expect((yield* acquirer.void({ key })).fact).toBe("voided")
      expect(Option.getOrThrow(yield* find).fact).toBe("voided")
    }).pipe(Effect.provide(layer)),
  )
})

describe("books that fail", () => {
  it.effect("leave the outcome unknown", () =>
    Effect.gen(function* () {
      const fails = Effect.fail(new StorageUnavailable({ fault: "locked", operation: "books", cause: "test" }))
      const broken = Layer.mock(SimulatedBooks, { find: () => fails, add: () => fails })
      const acquirer = yield* Acquirer.pipe(Effect.provide(SimulatedAcquirer.layer.pipe(Layer.provide(broken))))
      const request = chargeRequest(key, card("4242424242424242"))
      const refund = { key: RefundKey.make("1"), charge: { key }, amount: centavos(1), way: "reversal" } as const
      const calls = [
        Effect.asVoid(acquirer.charge(request)),
        Effect.asVoid(acquirer.find({ key })),
        Effect.asVoid(acquirer.void({ key })),
        Effect.asVoid(acquirer.refund(refund)),
      ]
      for (const call of calls) {
        expect(yield* Effect.flip(call)).toEqual(new OutcomeUnknown({ detail: "books locked" }))
      }
    }),
  )
})

describe("stored data", () => {
  const cardNumber = fc.tuple(fc.stringMatching(/^[2-6][0-9]{14}$/u), fc.integer({ min: 0, max: 9 })).map(([body]) => {
    const last = [..."0123456789"].find((digit) => passesLuhn(`${body}${digit}`))
    return `${body}${last ?? ""}`
  })

  it.effect.each([
    "4242424242424242",
    "4000000000000002",
    "4000000000009995",
    "4000000000009235",
    "4000000000000119",
    "4000000000000101",
    "4000000000000341",
  ])("secrecy: of %s has neither its number nor any of its security code", (number) =>
    Effect.gen(function* () {
      const writtenWith = Effect.fnUntraced(function* (security: string) {
        yield* TestClock.setTime(0)
        const { writes, layer } = recorded()
        yield* chargeAndGiveUp(card(number, security)).pipe(Effect.exit, Effect.provide(layer))
        return writes.map(({ text }) => text.replace(/card_[0-9a-f-]{36}/gu, "(token)"))
      })
      const written = yield* writtenWith("123")
      expect(written.join()).not.toContain(number)
      expect(written.join()).not.toContain(number.slice(0, 6))
      // Three digits are found in any long number; a record that is equal for every code reveals nothing of it.
      expect(yield* writtenWith("987")).toEqual(written)
    }),
  )

  it("secrecy: of any card has no part of its number but the last four digits", async () => {
    await fc.assert(
      fc.asyncProperty(cardNumber, async (number) => {
        const { writes, layer } = recorded()
        await Effect.runPromise(charge(card(number)).pipe(Effect.provide(layer)))
        expect(writes).not.toHaveLength(0)
        const text = writes.map(({ text }) => text).join()
        for (let start = 0; start + 8 <= number.length; start += 1) {
          expect(text).not.toContain(number.slice(start, start + 8))
        }
      }),
      { numRuns: 50 },
    )
  })
})

/** An acquirer on books that let others in between, and everything written to them, in a database's form. */
const recorded = () => {
  const writes: Array<{ readonly kept: "charge" | "card"; readonly text: string }> = []
  const write = (kept: "charge" | "card", text: string) => Effect.sync(() => writes.push({ kept, text }))
  const entryText = Schema.encodeSync(Schema.fromJsonString(BookEntry))
  const cardText = Schema.encodeSync(Schema.fromJsonString(SimulatedCard))
  const books = Layer.effect(
    SimulatedBooks,
    Effect.map(SimulatedBooks, (memory) =>
      SimulatedBooks.of({
        ...memory,
        find: (key) => Effect.andThen(Effect.yieldNow, memory.find(key)),
        add: (made, card) =>
          memory.add(made, card).pipe(
            Effect.tap(() => (card === undefined ? Effect.void : write("card", cardText(card)))),
            Effect.tap((kept) => (kept === made ? write("charge", entryText(made)) : Effect.void)),
          ),
        update: (made) => memory.update(made).pipe(Effect.tap(() => write("charge", entryText(made)))),
        addCard: (card) => memory.addCard(card).pipe(Effect.tap(() => write("card", cardText(card)))),
      }),
    ),
  )
  return {
    writes,
    layer: SimulatedAcquirer.layer.pipe(Layer.provide(books), Layer.provide(SimulatedBooks.layerMemory)),
  }
}
