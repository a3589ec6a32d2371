/**
 * Long reads on PostgreSQL: orders never wait for them, and companies take turns.
 */
import { inCompany } from "@vintem/domain/access"
import { CompanyId } from "@vintem/domain/identifiers"
import { Effect, Fiber } from "effect"
import { CompiledQuery } from "kysely"
import { describe, expect, it } from "vitest"
import { Executor } from "../src/sql/engine/executor.ts"
import { PostgresDatabase } from "../src/sql/postgres/postgres-storage.ts"
import { commit, entries, onDatabase, put, putInSet } from "./postgres-names.ts"
import { holding, untilSomebodyWaits } from "./postgres-others.ts"

const shop = inCompany(CompanyId.make(1))
const other = inCompany(CompanyId.make(2))

const gate = 44

/** Makes long reads wait until the transaction is ended. */
const closedGate = holding(`select pg_advisory_xact_lock(${gate})`)

/** A read that waits at the gate. */
const longRead = (name: string, caller = shop) =>
  Effect.flatMap(Executor, ({ readLong }) =>
    readLong("test.long", caller, CompiledQuery.raw(`select '${name}' as name, pg_advisory_xact_lock_shared(${gate})`)),
  )

const begun = (...read: Parameters<typeof longRead>) => Effect.forkChild(longRead(...read), { startImmediately: true })

/** No time-out of the test ends a wait at the gate. */
const patient = { lockTimeoutMillis: 60_000, longReadTimeoutMillis: 60_000 }

describe("the connections of a process", () => {
  it.each([1, 2, 3, 10])("are never all taken by long reads, even if there may be %i", (poolSize) =>
    onDatabase(
      Effect.gen(function* () {
        const shut = yield* closedGate
        const companies = Array.from({ length: poolSize }, (_, n) => inCompany(CompanyId.make(n + 1)))
        const long = yield* Effect.forEach(companies, (caller) => begun("a", caller))
        const { use } = yield* PostgresDatabase
        yield* untilSomebodyWaits(shut, Math.max(1, Math.floor(poolSize / 5)))
        yield* commit(put("order"))
        yield* putInSet("another")
        expect(yield* entries).toEqual(["another", "order"])
        expect(use().max).toBe(Math.max(2, poolSize))
        yield* Effect.promise(() => shut.query("commit"))
        yield* Effect.forEach(long, Fiber.join)
      }),
      { ...patient, poolSize, connectTimeoutMillis: 2_000 },
    ),
  )
})

describe("long reads", () => {
  it("take turns by company: a company with many reads makes the others wait for one of them", () =>
    onDatabase(
      Effect.gen(function* () {
        const shut = yield* closedGate
        const answered: Array<string> = []
        const reading = (name: string, caller: typeof shop) =>
          Effect.forkChild(
            Effect.tap(longRead(name, caller), () => Effect.sync(() => answered.push(name))),
            { startImmediately: true },
          )
        const all = [
          yield* reading("first", shop),
          yield* reading("second", shop),
          yield* reading("third", shop),
          yield* reading("other", other),
        ]
        yield* untilSomebodyWaits(shut)
        yield* Effect.promise(() => shut.query("commit"))
        yield* Effect.forEach(all, Fiber.join)
        expect(answered).toEqual(["first", "second", "other", "third"])
      }),
      { ...patient, poolSize: 5 },
    ))

  it("of a company beyond its queue are refused as busy, and those of another company are not", () =>
    onDatabase(
      Effect.gen(function* () {
        const shut = yield* closedGate
        const waiting = yield* Effect.forEach(Array(11).keys(), (n) => begun(String(n)))
        expect(yield* Effect.flip(longRead("too many"))).toMatchObject({
          _tag: "StorageUnavailable",
          fault: "busy",
          operation: "test.long",
        })
        const neighbour = yield* begun("neighbour", other)
        yield* Effect.promise(() => shut.query("commit"))
        expect(yield* Fiber.join(neighbour)).toMatchObject([{ name: "neighbour" }])
        expect(yield* Effect.forEach(waiting, Fiber.join)).toHaveLength(11)
      }),
      { ...patient, poolSize: 5 },
    ))

  it("that take too long are given up as busy, without affecting others, and the next is read", () =>
    onDatabase(
      Effect.gen(function* () {
        const { read, readLong } = yield* Executor
        const slow = CompiledQuery.raw("select pg_sleep(0.3)")
        expect(yield* Effect.flip(readLong("test.long", shop, slow))).toMatchObject({ fault: "busy" })
        expect(yield* read("test.read", slow)).toHaveLength(1)
        expect(yield* longRead("next")).toMatchObject([{ name: "next" }])
      }),
      { longReadTimeoutMillis: 50 },
    ))

  it("write nothing", () =>
    onDatabase(
      Effect.gen(function* () {
        const { readLong } = yield* Executor
        const writing = CompiledQuery.raw("insert into setting (name, value) values ('a', '') returning name")
        expect(yield* Effect.flip(readLong("test.long", shop, writing))).toMatchObject({ _tag: "StorageUnavailable" })
        expect(yield* entries).toEqual([])
      }),
    ))
})
