/**
 * Databases that earlier versions have written, brought up to date: what they hold is read as if it had been written today.
 *
 * One fixture for each level of the migrations, named after the last step it has seen. Each holds the orders of one company that
 * a service of that time has taken, in most of the states an order may be in.
 */
import { readdir, readFile } from "node:fs/promises"
import {
  CompanyId,
  firstPage,
  fold,
  instant,
  JobQueue,
  type OrderFilter,
  OrderRepository,
  OrderStatus,
} from "@vintem/domain"
import BetterSqlite from "better-sqlite3"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { migrate, openDatabase, pendingMigrations } from "../src/kysely/sqlite/database.ts"
import * as SqliteStorage from "../src/kysely/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/kysely/storage.ts"
import { freshFile } from "./sqlite-file.ts"

const folder = new URL("./fixtures/", import.meta.url)
const fixtures = (await readdir(folder)).filter((name) => name.startsWith("sqlite-"))
const company = CompanyId.make(1)

describe.each(fixtures)("%s", (fixture) => {
  const scope = Scope.makeUnsafe()
  let file: string

  beforeAll(async () => {
    file = await Effect.runPromise(Scope.provide(freshFile, scope))
    const written = new BetterSqlite(file)
    written.pragma("foreign_keys = OFF") // tables come by name, not by who refers to whom
    written.exec(await readFile(new URL(fixture, folder), "utf8"))
    expect(pendingMigrations(written)).not.toStrictEqual([])
    written.close()
    await migrate(file)
  })

  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const asked = <A, E>(effect: Effect.Effect<A, E, OrderRepository | JobQueue>): Promise<A> =>
    Effect.runPromise(Effect.provide(effect, KyselyStorage.layerNoDeps.pipe(Layer.provide(SqliteStorage.layer(file)))))

  it("is whole, and lacks nothing", () => {
    const database = openDatabase(file)
    expect(pendingMigrations(database)).toStrictEqual([])
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok")
    expect(database.pragma("foreign_key_check")).toStrictEqual([])
    database.close()
  })

  it("gives its orders, each with a log that folds to it", async () => {
    const { items } = await asked(list({}))
    expect(items.map(({ id }) => id)).toStrictEqual([8, 7, 6, 5, 4, 3, 2, 1])
    const logs = await asked(
      Effect.flatMap(OrderRepository, ({ history }) =>
        Effect.forEach(items, ({ order }) => history(order.details.number)),
      ),
    )
    expect(logs.map(fold)).toStrictEqual(items.map(({ order }) => order))
  })

  it.each([undefined, ...OrderStatus.literals])("counts its orders: status %s", async (status) => {
    const filter = status === undefined ? {} : { statuses: [status] }
    const database = openDatabase(file)
    const stored = database.prepare("select status from orders").pluck().all()
    database.close()
    const expected = stored.filter((one) => status === undefined || one === status).length
    expect((await asked(list(filter))).total).toBe(expected)
    const inTime = { ...filter, from: instant(0), before: instant(4_000_000_000_000) }
    expect((await asked(list(inTime))).total).toBe(expected)
  })

  it("has the work that it had left", async () => {
    const now = instant(4_000_000_000_000)
    const claim = { lease: "lease", now, until: now, limit: 100 }
    const jobs = await asked(Effect.flatMap(JobQueue, (queue) => queue.claim(claim)))
    const kinds = ["ExpireInstrument", "ExpireInstrument", "ResolveAttempt", "ResolveAttempt"]
    expect(jobs.map(({ kind }) => kind).toSorted()).toStrictEqual(kinds)
  })
})

it("there is a fixture", () => {
  expect(fixtures).not.toStrictEqual([])
})

const list = (filter: OrderFilter) =>
  Effect.flatMap(OrderRepository, (orders) => orders.list(company, filter, { page: firstPage, size: 100 }))
