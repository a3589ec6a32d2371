/**
 * Reads that may take long, of a file: a thread has them, and everybody else goes on.
 */
import { defaultMaxListeners } from "node:events"
import { setImmediate } from "node:timers/promises"
import { inCompany, platform, realmName } from "@vintem/domain/access"
import { Email } from "@vintem/domain/customer"
import { CompanyId } from "@vintem/domain/identifiers"
import { AuditLog, firstPage, OrderRepository, SubscriptionRepository, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Fiber, Layer } from "effect"
import { sql } from "kysely"
import { describe, expect, it } from "vitest"
import { postgres, sqlite } from "../src/sql/engine/dialect.ts"
import { Executor } from "../src/sql/engine/executor.ts"
import { longReader } from "../src/sql/engine/long-reader.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { layerFreshFile } from "./sqlite-file.ts"

const shop = inCompany(CompanyId.make(1))

const valueOf = (name: string) => sqlite.build.selectFrom("setting").select("value").where("name", "=", name).compile()

/** One by one, in SQLite. */
const countTo = (last: number) =>
  sql<{ last: number }>`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${last})
    select max(n) as last from counted`.compile(sqlite.build)

const put = (name: string, value: string) =>
  Effect.flatMap(Executor, ({ write }) =>
    write("test.put", sqlite.build.insertInto("setting").values({ name, value }).compile()),
  )

const onFile = <A, E>(test: Effect.Effect<A, E, Executor | UnitOfWork>) =>
  Effect.runPromise(Effect.scoped(Effect.provide(test, layerFreshFile)))

describe("a long read of a file", () => {
  it("keeps no other read waiting", () =>
    onFile(
      Effect.gen(function* () {
        yield* put("name", "value")
        const { read, readLong } = yield* Executor
        const long = yield* Effect.forkChild(readLong("test.count", shop, countTo(100_000)), { startImmediately: true })
        expect(yield* read("test.find", valueOf("name"))).toEqual([{ value: "value" }])
        expect(long.pollUnsafe()).toBeUndefined()
        expect(yield* Fiber.join(long)).toEqual([{ last: 100_000 }])
      }),
    ))

  it("finds what was committed before it, each time", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        expect(yield* readLong("test.find", shop, valueOf("name"))).toEqual([])
        yield* put("name", "value")
        expect(yield* readLong("test.find", shop, valueOf("name"))).toEqual([{ value: "value" }])
      }),
    ))

  it("finds in a unit what the unit wrote", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const { commit } = yield* UnitOfWork
        const unit = Effect.andThen(put("name", "value"), readLong("test.find", shop, valueOf("name")))
        expect(yield* commit(unit)).toEqual([{ value: "value" }])
      }),
    ))

  it("answers each who asks at once with what that one asked, also where others have gone", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const asks = (caller: typeof shop, last: number) =>
          Effect.forkChild(readLong("test.count", caller, countTo(last)), { startImmediately: true })
        const first = yield* asks(shop, 50_000)
        const second = yield* asks(shop, 2)
        const third = yield* asks(platform, 3)
        const fourth = yield* asks(shop, 4)
        yield* Fiber.interrupt(second)
        yield* Fiber.interrupt(first)
        expect(yield* Fiber.join(third)).toEqual([{ last: 3 }])
        expect(yield* Fiber.join(fourth)).toEqual([{ last: 4 }])
      }),
    ))

  it("leaves nothing behind with its thread, however often it is done", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const warned: Array<string> = []
        const note = ({ name }: Error) => warned.push(name)
        process.on("warning", note)
        const reads = defaultMaxListeners + 1
        yield* Effect.forEach(Array(reads).keys(), (n) => readLong("test.count", shop, countTo(n + 1)))
        yield* Effect.promise(() => setImmediate())
        process.off("warning", note)
        expect(warned).toEqual([])
      }),
    ))

  it("fails with the code of SQLite's error, and the next is answered", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const wrong = sql<never>`select value from nowhere`.compile(sqlite.build)
        expect(yield* Effect.flip(readLong("test.find", shop, wrong))).toMatchObject({
          _tag: "StorageUnavailable",
          fault: "unknown",
          operation: "test.find",
          cause: { code: "SQLITE_ERROR", message: "no such table: nowhere" },
        })
        expect(yield* readLong("test.count", shop, countTo(2))).toEqual([{ last: 2 }])
      }),
    ))

  it("fails where its thread ends, and the next has a thread of its own", () =>
    onFile(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const unbindable = { ...valueOf("name"), parameters: [{}] }
        expect(yield* Effect.flip(readLong("test.find", shop, unbindable))).toMatchObject({
          _tag: "StorageUnavailable",
          operation: "test.find",
          cause: { message: expect.stringContaining("SQLite3 can only bind") },
        })
        expect(yield* readLong("test.count", shop, countTo(2))).toEqual([{ last: 2 }])
      }),
    ))
})

describe("a filtered list of a company", () => {
  /** How often the three lists are read by long reads where each has so many entries by its counts. */
  const longReadsWhere = (count: number) =>
    Effect.gen(function* () {
      const executor = yield* Executor
      const company = CompanyId.make(1)
      const page = { page: firstPage, size: 15 }
      const { build } = sqlite
      const counts = [
        build.insertInto("order_count").values({ company_id: company, status: "paid", day: 1, count }),
        build
          .insertInto("subscription_count")
          .values({ company_id: company, checkout_slug: "s", status: "active", count }),
        build.insertInto("audit_length").values({ realm: realmName(shop), length: count }),
      ]
      for (const counted of counts) yield* executor.write("test.count", counted.compile())
      const long: Array<string> = []
      const noting = Executor.of({
        ...executor,
        readLong: (operation, caller, query) => {
          long.push(operation)
          return executor.readLong(operation, caller, query)
        },
      })
      yield* Effect.gen(function* () {
        const { list: orders } = yield* OrderRepository
        const { list: subscriptions } = yield* SubscriptionRepository
        const { list: entries } = yield* AuditLog
        expect((yield* orders(company, { src: "shelf" }, page)).total).toBe(0)
        expect((yield* orders(company, { statuses: ["paid"] }, page)).total).toBe(count)
        expect((yield* subscriptions(company, { email: Email.make("maria@example.com") }, page)).total).toBe(0)
        expect((yield* subscriptions(company, { status: "active" }, page)).total).toBe(count)
        expect((yield* entries(shop, { subject: "order 1" }, page)).total).toBe(0)
        expect((yield* entries(shop, {}, page)).total).toBe(count)
      }).pipe(Effect.provide(KyselyStorage.layerNoDeps.pipe(Layer.provide(Layer.succeed(Executor, noting)))))
      return long
    })

  it("is read at once where the company has few entries", () =>
    onFile(Effect.map(longReadsWhere(5_000), (long) => expect(long).toEqual([]))))

  it("keeps nobody waiting where it has many", () =>
    onFile(
      Effect.map(longReadsWhere(5_001), (long) =>
        expect(long).toEqual(["orders.list", "subscriptions.list", "auditLog.list"]),
      ),
    ))

  it("is not measured where a server reads it", () =>
    onFile(
      Effect.gen(function* () {
        const onServer = Executor.of({ ...(yield* Executor), dialect: postgres })
        const { read } = yield* longReader(onServer, shop, Effect.die("The length was asked for."))
        expect(read).toBe(onServer.read)
      }),
    ))
})
