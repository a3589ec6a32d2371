// Promises of every store of the simulated acquirer's books. A new one is one more row of `stores`.
import { describe, expect, it } from "@effect/vitest"
import { instant, LocalDate } from "@vintem/domain/calendar"
import { AttemptKey, OrderNumber, RefundKey } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { copyBooks } from "../src/simulated/books/copy-books.ts"
import * as SimulatedBooksPostgres from "../src/simulated/books/postgres-books.ts"
import { revise, SimulatedBooks } from "../src/simulated/books/simulated-books.ts"
import {
  BookEntry,
  disputeKey,
  nsuOf,
  reportedRefundKey,
  type SimulatedCharge,
  tidOf,
} from "../src/simulated/books/simulated-charge.ts"
import * as SimulatedBooksSqlite from "../src/simulated/books/sqlite-books.ts"
import { freshDatabase } from "./postgres-database.ts"
import { freshFile } from "./sqlite-file.ts"

const key = AttemptKey.make("01JD7ZK9QW3E5R7T9Y1U3I5O7P")

const charge: SimulatedCharge = {
  _tag: "Charge",
  key,
  version: 1,
  order: OrderNumber.make("A1"),
  amount: centavos(12_345),
  method: "bank_slip",
  state: "open",
  isRiskApproved: false,
  reason: null,
  instrument: { _tag: "bank_slip", line: "1", barcode: "2", dueDate: LocalDate.make("2026-11-27") },
  cardToken: null,
  tid: tidOf(key),
  nsu: nsuOf(key),
  madeAt: instant(1_795_000_000_000),
  confirmedAt: null,
  refunds: [{ key: reportedRefundKey(key), amount: centavos(345), way: "transfer" }],
  failedRefunds: [{ key: RefundKey.make("refund1"), reason: "too_late" }],
  dispute: { key: disputeKey(key), amount: centavos(12_000), state: "opened" },
}

const card = { token: "card_1", brand: "visa", lastDigits: "4242", behavior: "approve" } as const

const stores = [
  { name: "memory", layer: SimulatedBooks.layerMemory },
  { name: "SQLite", layer: Layer.unwrap(Effect.map(freshFile, SimulatedBooksSqlite.layer)) },
  { name: "PostgreSQL", layer: Layer.unwrap(Effect.map(freshDatabase, (url) => SimulatedBooksPostgres.layer(url))) },
]

describe.each(stores)("the simulated books in $name", ({ layer }) => {
  it.effect("hold nothing of an unknown key or token", () =>
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      expect(yield* books.find(key)).toEqual(Option.none())
      expect(yield* books.findCard("card_1")).toEqual(Option.none())
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keep the first entry of a key, and return it to the second request", () =>
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      expect(yield* books.add(charge)).toEqual(charge)
      expect(yield* books.add({ _tag: "VoidedKey", key, version: 1 })).toEqual(charge)
      expect(yield* books.find(key)).toEqual(Option.some(charge))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("write a card with its charge, and no card if the key is taken", () =>
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      const late = { ...card, token: "card_2" }
      expect(yield* books.add(charge, card)).toBe(charge)
      expect(yield* books.add({ ...charge, state: "refused" }, late)).toEqual(charge)
      expect(yield* books.find(key)).toEqual(Option.some(charge))
      expect(yield* books.findCard(card.token)).toEqual(Option.some(card))
      expect(yield* books.findCard(late.token)).toEqual(Option.none())
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keep the card of a token that a new charge names again", () =>
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      yield* books.addCard(card)
      expect(yield* books.add(charge, { ...card, behavior: "refuse" })).toBe(charge)
      expect(yield* books.findCard(card.token)).toEqual(Option.some(card))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("answer many first requests of one key with one charge, and keep its card", () =>
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      const requests = Array.from({ length: 20 }, (_, at) => ({ ...charge, cardToken: `card_${at}` }))
      const answers = yield* Effect.forEach(requests, (made) => books.add(made, { ...card, token: made.cardToken }), {
        concurrency: "unbounded",
      })
      const kept = Option.getOrThrow(yield* books.find(key))
      for (const answer of answers) expect(answer).toEqual(kept)
      const cards = yield* Effect.forEach(requests, ({ cardToken }) => books.findCard(cardToken))
      const written = cards.flatMap(Option.toArray).map(({ token }) => token)
      expect(written).toEqual(kept._tag === "Charge" ? [kept.cardToken] : [])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("accept a change of the version they hold, once", () =>
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      const paid = { ...charge, state: "confirmed", version: 2 } as const
      expect(yield* books.update(paid)).toBe(false)
      yield* books.add(charge)
      expect(yield* books.update(paid)).toBe(true)
      expect(yield* books.update({ ...charge, state: "voided", version: 2 })).toBe(false)
      expect(yield* books.update({ ...charge, state: "voided", version: 4 })).toBe(false)
      expect(yield* books.find(key)).toEqual(Option.some(paid))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keep the first card of a token", () =>
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      yield* books.addCard(card)
      yield* books.addCard({ ...card, behavior: "refuse" })
      expect(yield* books.findCard("card_1")).toEqual(Option.some(card))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("list charges by their time and then their key, and leave out voided keys and charges without a time", () =>
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      const made = (name: string, millis: number | null): SimulatedCharge => ({
        ...charge,
        key: AttemptKey.make(name.padEnd(26, "0")),
        madeAt: millis === null ? null : instant(millis),
      })
      for (const one of [made("d", 7), made("b", 5), made("c", 5), made("a", 6), made("e", null)]) yield* books.add(one)
      yield* books.add({ _tag: "VoidedKey", key: AttemptKey.make("f".padEnd(26, "0")), version: 1 })
      const listed = (millis: number, behind: string, limit = 9) =>
        Effect.map(books.list({ madeAt: instant(millis), key: behind }, limit), (charges) =>
          charges.map((one) => one.key.slice(0, 1)).join(""),
        )
      expect(yield* listed(0, "")).toBe("bcad")
      expect(yield* listed(5, "")).toBe("bcad")
      expect(yield* listed(5, made("b", 5).key)).toBe("cad")
      expect(yield* listed(5, made("b", 5).key, 1)).toBe("c")
      expect(yield* listed(7, made("d", 7).key)).toBe("")
      yield* books.update({ ...made("a", 6), state: "voided", version: 2 })
      expect((yield* books.list({ madeAt: instant(6), key: "" }, 1)).map((one) => one.state)).toEqual(["voided"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("can be copied into others, repeatedly", () =>
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      const keys = Array.from({ length: 600 }, (_, at) => AttemptKey.make(String(at).padStart(26, "0")))
      yield* Effect.forEach(keys, (one) => books.add({ ...charge, key: one }, { ...card, token: `card_${one}` }), {
        concurrency: "unbounded",
      })
      yield* books.add({ _tag: "VoidedKey", key, version: 1 })
      const others = yield* Effect.map(Layer.build(Layer.fresh(SimulatedBooks.layerMemory)), (context) =>
        Context.get(context, SimulatedBooks),
      )
      for (const _ of ["once", "again"]) expect(yield* copyBooks(books, others)).toEqual({ entries: 601, cards: 600 })
      for (const one of [key, ...keys]) expect(yield* others.find(one)).toEqual(yield* books.find(one))
      expect(yield* others.findCard(`card_${keys[599]}`)).toEqual(yield* books.findCard(`card_${keys[599]}`))
      yield* others.update({ ...charge, key: keys[0] ?? key, version: 2 })
      expect(yield* Effect.flip(copyBooks(books, others))).toMatchObject({ _tag: "BooksDiffer", key: keys[0] })
    }).pipe(Effect.scoped, Effect.provide(layer)),
  )

  it.effect("lose none of many concurrent changes", () =>
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      const read = yield* books.add(charge)
      // Between reading and writing everybody else runs.
      const slow = { ...books, update: (entry: BookEntry) => Effect.andThen(Effect.yieldNow, books.update(entry)) }
      const addCentavo = revise(slow, read, (entry) =>
        Result.succeed(
          entry._tag === "Charge"
            ? {
                ...entry,
                refunds: [...entry.refunds, { key: reportedRefundKey(key), amount: centavos(1), way: "transfer" }],
              }
            : entry,
        ),
      )
      yield* Effect.all(
        Array.from({ length: 50 }, () => addCentavo),
        { concurrency: "unbounded" },
      )
      const entry = Option.getOrThrow(yield* books.find(key))
      expect(entry.version).toBe(51)
      expect(entry._tag === "Charge" ? entry.refunds.length : 0).toBe(51)
    }).pipe(Effect.provide(layer)),
  )
})

describe("a book entry", () => {
  it.each([charge, { _tag: "VoidedKey", key, version: 1 } as const])("survives being written as JSON: %j", (entry) => {
    const Json = Schema.fromJsonString(BookEntry)
    expect(Schema.decodeSync(Json)(Schema.encodeSync(Json)(entry))).toEqual(entry)
  })
})
