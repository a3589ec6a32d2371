/** Traces of an erased person in the bytes of an SQLite file and of its log, in a shop where nothing else happens. */
import { copyFileSync, existsSync, readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import { parseFullName } from "@vintem/domain/customer"
import { CustomerRepository, PersonalData } from "@vintem/domain/ports"
import { exampleCustomer, exampleNow } from "@vintem/testing"
import BetterSqlite from "better-sqlite3"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { freshFile } from "./sqlite-file.ts"
import { openShop, type Shop, storeOrder, uuid } from "./sqlite-shop.ts"

const name = "Ermengarda Zwinglio"

const stores = (file: string) => KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(file)))

/** The files that contain the name. */
const filesWithName = (file: string): ReadonlyArray<string> =>
  ["", "-wal"].filter((end) => existsSync(`${file}${end}`) && readFileSync(`${file}${end}`).includes(name))

const ordered = Effect.gen(function* () {
  const shop = yield* openShop
  const customer = { ...exampleCustomer, fullname: Result.getOrThrow(parseFullName(name)) }
  const { put } = yield* CustomerRepository
  yield* put({ company: shop.company, token: uuid(2), details: customer, createdAt: exampleNow })
  for (let n = 1; n <= 20; n += 1) yield* storeOrder(n, { ...shop, customer })
  return shop
})

const erase = Effect.fnUntraced(function* ({ company, customerId: customer }: Shop) {
  const personal = yield* PersonalData
  yield* personal.begin({ company, customer, at: exampleNow })
  yield* personal.erase(
    { company, customer, at: exampleNow },
    { scopes: [], orders: () => Effect.succeed([]), scopeOfLink: () => "", ended: () => Effect.void },
  )
})

/** Reads an old state of the file until it is closed. */
const readerOf = (file: string): BetterSqlite.Database => {
  const reader = new BetterSqlite(file, { readonly: true })
  reader.exec("begin")
  reader.prepare("select * from orders").all()
  return reader
}

const untilGone = (file: string) =>
  TestClock.adjust(100).pipe(
    Effect.andThen(Effect.yieldNow),
    Effect.andThen(Effect.promise(() => setTimeout(5))),
    Effect.repeat({ until: () => filesWithName(file).length === 0 }),
  )

describe("an erased person", () => {
  it.effect("is in no byte of the file or its log soon afterwards, although nothing else happens", () =>
    Effect.gen(function* () {
      const file = yield* freshFile
      yield* Effect.gen(function* () {
        const shop = yield* ordered
        yield* erase(shop)
        expect(filesWithName(file)).toContain("-wal")
        yield* untilGone(file)
      }).pipe(Effect.provide(stores(file)))
    }).pipe(Effect.scoped),
  )

  it.effect("is gone once the readers of earlier states have ended", () =>
    Effect.gen(function* () {
      const file = yield* freshFile
      yield* Effect.gen(function* () {
        const shop = yield* ordered
        const reader = readerOf(file)
        yield* erase(shop)
        yield* TestClock.adjust(60_000)
        yield* Effect.promise(() => setTimeout(300))
        expect(filesWithName(file)).not.toEqual([])
        reader.close()
        yield* untilGone(file)
      }).pipe(Effect.provide(stores(file)))
    }).pipe(Effect.scoped),
  )

  it.effect("is gone after the next start, if the process ended before that", () =>
    Effect.gen(function* () {
      const file = yield* freshFile
      const left = `${file}.left`
      yield* Effect.gen(function* () {
        yield* erase(yield* ordered)
        // In the state that a killed process leaves.
        for (const end of ["", "-wal"]) copyFileSync(`${file}${end}`, `${left}${end}`)
      }).pipe(Effect.provide(stores(file)))
      expect(filesWithName(left)).not.toEqual([])
      yield* untilGone(left).pipe(Effect.provide(stores(left)))
    }).pipe(Effect.scoped),
  )

  it.effect("is gone if another process has erased them without this one's knowledge", () =>
    Effect.gen(function* () {
      const file = yield* freshFile
      yield* Effect.gen(function* () {
        const shop = yield* ordered
        const reader = readerOf(file) // keeps the other one from emptying the log as it ends
        yield* Effect.provide(erase(shop), Layer.fresh(stores(file)))
        expect(filesWithName(file)).not.toEqual([])
        reader.close()
        yield* untilGone(file)
      }).pipe(Effect.provide(stores(file)))
    }).pipe(Effect.scoped),
  )
})
