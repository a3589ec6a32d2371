/**
 * Units of work on PostgreSQL beyond the contract: which units wait for which, which run again, and what happens if the
 * connection is lost.
 */
import { hash } from "node:crypto"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { CompiledQuery } from "kysely"
import { Client, types } from "pg"
import { describe, expect, it } from "vitest"
import { ConstraintViolated, Executor } from "../src/sql/engine/executor.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import { AwaitedInUnit, WrittenAfterUnit } from "../src/unit-of-work/unit-defects.ts"
import { emptyDatabase, freshDatabase, layerFreshDatabase, patient } from "./postgres-database.ts"
import {
  ask,
  commit,
  commitSet,
  defectOf,
  entries,
  onDatabase,
  put,
  putInSet,
  puttingIn,
  putUnread,
  touch,
  touchUnread,
  valueOf,
  write,
  writeUnread,
} from "./postgres-names.ts"
import {
  connected,
  cutAtCommit,
  holding,
  type LentFirst,
  pooled,
  pooledByTransaction,
  shutDownAfterCommit,
  silenced,
  untilSomebodyWaits,
  untilStoreHasLeft,
} from "./postgres-others.ts"

describe("a unit that awaits something other than its store", () => {
  it("is a defect, and undone", () =>
    onDatabase(
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        const unit = Effect.andThen(put("before"), Effect.andThen(Deferred.await(answered), put("after")))
        const exit = yield* Effect.exit(commit(unit))
        expect(defectOf(exit)).toBeInstanceOf(AwaitedInUnit)
        yield* Deferred.succeed(answered, undefined)
        yield* put("next")
        expect(yield* entries).toStrictEqual(["next"])
      }),
    ))

  it("is allowed to wait for its own fibers that use the store", () =>
    onDatabase(
      Effect.gen(function* () {
        const puts = ["a", "b", "c"].map((name) => Effect.andThen(Effect.yieldNow, put(name)))
        yield* commit(Effect.all(puts, { concurrency: "unbounded" }))
        expect(yield* entries).toStrictEqual(["a", "b", "c"])
      }),
    ))

  it("does not control a fiber it leaves behind: that fiber's writes are defects of its own", () =>
    onDatabase(
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        const left = yield* commit(
          Effect.andThen(put("inside"), Effect.forkDetach(Effect.andThen(Deferred.await(answered), put("left")))),
        )
        yield* Deferred.succeed(answered, undefined)
        expect(defectOf(yield* Fiber.await(left))).toBeInstanceOf(WrittenAfterUnit)
        expect(yield* entries).toStrictEqual(["inside"])
      }),
    ))

  it("may not write to another database: one commit cannot cover both", () =>
    onDatabase(
      Effect.gen(function* () {
        const other = yield* Layer.build(layerFreshDatabase)
        const unit = Effect.andThen(put("here"), Effect.provideContext(put("there"), other))
        expect(defectOf(yield* Effect.exit(commit(unit)))).toBeInstanceOf(AwaitedInUnit)
        expect(yield* entries).toStrictEqual([])
      }),
    ))
})

describe("a unit that was undone without its own fault", () => {
  it("is run again after a deadlock", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("a")
        yield* put("b")
        let runs = 0
        const change = (first: string, second: string) =>
          commit(
            Effect.suspend(() => {
              runs += 1
              return Effect.andThen(touch(first), touch(second))
            }),
          )
        const rounds = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? change("a", "b") : change("b", "a")))
        yield* Effect.all(rounds, { concurrency: "unbounded" })
        expect(yield* valueOf("a")).toBe("x".repeat(10))
        expect(yield* valueOf("b")).toBe("x".repeat(10))
        expect(runs).toBeGreaterThanOrEqual(10)
      }),
    ))

  it("is run again if its connection died before the commit was sent, and its writes are gone", () =>
    onDatabase(
      Effect.gen(function* () {
        let runs = 0
        const unit = Effect.suspend(() => {
          runs += 1
          const died = runs === 1 ? Effect.ignore(ask("select pg_terminate_backend(pg_backend_pid())")) : Effect.void
          return put(`run ${runs}`).pipe(Effect.andThen(died), Effect.andThen(Effect.ignore(put("after"))))
        })
        yield* commit(unit)
        expect(runs).toBe(2)
        expect(yield* entries).toStrictEqual(["after", "run 2"])
      }),
    ))

  it("is run again once if it broke a constraint, and is a defect if it breaks it again", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("taken")
        let runs = 0
        const unit = Effect.suspend(() => {
          runs += 1
          return Effect.andThen(put("first"), put("taken"))
        })
        const exit = yield* Effect.exit(commit(unit))
        expect(defectOf(exit)).toBeInstanceOf(ConstraintViolated)
        expect(runs).toBe(2)
        expect(yield* entries).toStrictEqual(["taken"])
      }),
    ))

  it("is not committed if it ignores a failed statement", () =>
    onDatabase(
      Effect.gen(function* () {
        const unit = put("before").pipe(Effect.andThen(Effect.ignore(ask("select 1 / 0"))), Effect.andThen(Effect.void))
        expect(yield* Effect.flip(commit(unit))).toMatchObject({ fault: "unknown", operation: "test.ask" })
        expect(yield* entries).toStrictEqual([])
      }),
    ))
})

describe("a unit's write that does not wait for the answer", () => {
  it("is visible to its next statement, in order, and is sent with it", () =>
    onDatabase(
      Effect.gen(function* () {
        const unit = putUnread("a").pipe(Effect.andThen(touchUnread("a")), Effect.andThen(valueOf("a")))
        expect(yield* commit(Effect.tap(unit, () => putUnread("b")))).toBe("x")
        expect(yield* entries).toStrictEqual(["a", "b"])
      }),
    ))

  it("is gone with a unit that fails", () =>
    onDatabase(
      Effect.gen(function* () {
        const unit = putUnread("a").pipe(Effect.andThen(put("b")), Effect.andThen(putUnread("c")))
        expect(yield* Effect.flip(commit(Effect.andThen(unit, Effect.fail("refused"))))).toBe("refused")
        expect(yield* entries).toStrictEqual([])
      }),
    ))

  it.each([
    ["with the commit", Effect.void],
    ["with the next statement", Effect.suspend(() => put("after"))],
    ["with the next statement, whose failure is passed over", Effect.suspend(() => Effect.ignore(put("after")))],
  ] as const)("undoes the unit if it breaks a constraint, which is found %s", (_, next) =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("taken")
        let runs = 0
        const unit = Effect.suspend(() => {
          runs += 1
          return put("first").pipe(Effect.andThen(putUnread("taken")), Effect.andThen(next))
        })
        const exit = yield* Effect.exit(commit(unit))
        expect(defectOf(exit)).toBeInstanceOf(ConstraintViolated)
        expect(runs).toBe(2)
        expect(yield* entries).toStrictEqual(["taken"])
      }),
    ),
  )

  it("fails the commit under its own name if the server refuses it", () =>
    onDatabase(
      Effect.gen(function* () {
        const unit = Effect.andThen(put("before"), writeUnread("test.divide", "select 1 / 0", []))
        expect(yield* Effect.flip(commit(unit))).toMatchObject({ fault: "unknown", operation: "test.divide" })
        expect(yield* entries).toStrictEqual([])
      }),
    ))

  it("is prepared by the next unit that sends it if the server skipped it after a failed statement", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("taken")
        // A text has a name from its second time on.
        const skipped = Effect.andThen(putUnread("taken"), touchUnread("taken"))
        for (let time = 0; time < 2; time += 1) yield* Effect.exit(commit(skipped))
        yield* commit(touchUnread("taken"))
        expect(yield* valueOf("taken")).toBe("x")
      }),
      { poolSize: 1 },
    ))

  it("is its own commit outside a unit", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* putUnread("a")
        expect(yield* entries).toStrictEqual(["a"])
      }),
    ))

  it("is uncertain if the connection is lost with the commit", () =>
    onDatabase(
      Effect.gen(function* () {
        const url = yield* freshDatabase
        const proxy = yield* cutAtCommit(url, true)
        const unit = Effect.andThen(put("a"), putUnread("b"))
        const failure = yield* Effect.flip(Effect.provide(commit(unit), PostgresStorage.layer(proxy)))
        expect(failure).toMatchObject({ _tag: "StorageUnavailable", fault: "uncertain", operation: "commit" })
        yield* untilStoreHasLeft(url)
        expect(yield* Effect.provide(entries, PostgresStorage.layer(url))).toStrictEqual(["a", "b"])
      }),
    ))
})

describe("a connection that is lost while the commit is on its way", () => {
  it.each([
    ["has arrived", true, ["written"]],
    ["has not arrived", false, []],
  ] as const)("leaves it uncertain if it was written, and nothing is retried: it %s", (_, arrives, written) =>
    onDatabase(
      Effect.gen(function* () {
        const url = yield* freshDatabase
        const proxy = yield* cutAtCommit(url, arrives)
        let runs = 0
        const unit = Effect.suspend(() => {
          runs += 1
          return put("written")
        })
        const failure = yield* Effect.flip(Effect.provide(commit(unit), PostgresStorage.layer(proxy)))
        expect(failure).toMatchObject({ _tag: "StorageUnavailable", fault: "uncertain", operation: "commit" })
        expect(runs).toBe(1)
        yield* untilStoreHasLeft(url)
        expect(yield* Effect.provide(entries, PostgresStorage.layer(url))).toStrictEqual(written)
      }),
    ),
  )
})

describe("a server process that is shut down after its commit", () => {
  it.each([
    ["a unit", (begun: () => void) => commit(Effect.andThen(Effect.sync(begun), put("a")))],
    [
      "a set",
      (begun: () => void) =>
        commitSet(() => {
          begun()
          return puttingIn("a")
        }),
    ],
  ] as const)("before it reads the end of the batch, undoes nothing, and nothing is run again: %s", (_, way) =>
    onDatabase(
      Effect.gen(function* () {
        const url = yield* freshDatabase
        const proxy = yield* shutDownAfterCommit(url)
        let runs = 0
        const committed = way(() => {
          runs += 1
        })
        yield* Effect.provide(committed, PostgresStorage.layer(proxy))
        expect(runs).toBe(1)
        expect(yield* Effect.provide(entries, PostgresStorage.layer(url))).toStrictEqual(["a"])
      }),
    ),
  )
})

describe("a connection to a server that takes no writes any more", () => {
  it.each([
    ["a unit", commit(put("a"))],
    ["a set", putInSet("a")],
    ["a write of its own", put("a")],
  ] as const)("is closed, and %s is written over another one", (_, writing) =>
    onDatabase(
      Effect.gen(function* () {
        yield* ask("select set_config('default_transaction_read_only', 'on', false)")
        yield* writing
        expect(yield* entries).toStrictEqual(["a"])
      }),
      { poolSize: 1 },
    ),
  )
})

describe("a row that another connection holds", () => {
  it("is waited for up to its limit, and then given up as locked", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("a")
        const other = yield* holding("update setting set value = 'theirs' where name = 'a'")
        expect(yield* Effect.flip(commit(touch("a")))).toMatchObject({ fault: "locked", operation: "test.touch" })
        yield* Effect.promise(() => other.query("rollback"))
        yield* commit(touch("a"))
        expect(yield* valueOf("a")).toBe("x")
      }),
      { lockTimeoutMillis: 50 },
    ))

  it("holds no connection for a caller that was interrupted while waiting", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("a")
        const other = yield* holding("update setting set value = 'theirs' where name = 'a'")
        const waiting = yield* Effect.forkChild(commit(Effect.andThen(put("b"), touch("a"))))
        const queued = yield* Effect.forkChild(commit(put("c")))
        yield* untilSomebodyWaits(other)
        yield* Fiber.interrupt(queued) // waits for the only connection
        yield* Fiber.interrupt(waiting) // waits for the row
        yield* Effect.promise(() => other.query("rollback"))
        yield* put("d")
        expect(yield* entries).toStrictEqual(["a", "d"])
      }),
      { poolSize: 1, lockTimeoutMillis: 300 },
    ))
})

describe("a read outside a unit", () => {
  it("is repeated once if its connection died, and no more than once", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* write("test.sequence", "create sequence asked", [])
        const dyingUpTo = (times: number) =>
          ask(
            `select case when nextval('asked') <= ${times} then pg_terminate_backend(pg_backend_pid()) end, 'told' as name`,
          )
        expect(yield* dyingUpTo(1)).toMatchObject([{ name: "told" }])
        expect(yield* Effect.flip(dyingUpTo(4))).toMatchObject({ fault: "unreachable", operation: "test.ask" })
        expect(yield* ask("select last_value from asked")).toEqual([{ last_value: 4 }])
      }),
    ))

  it("is repeated once if its table was changed since it was prepared", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("a")
        const whole = ask("select * from setting")
        for (const _ of [1, 2, 3]) expect(yield* whole).toEqual([{ name: "a", value: "" }])
        yield* write("test.alter", "alter table setting add column note text", [])
        expect(yield* whole).toEqual([{ name: "a", value: "", note: null }])
      }),
    ))
})

describe("a failure", () => {
  it("names no person of a row", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("maria@example.com")
        const exit = yield* Effect.exit(put("maria@example.com"))
        expect(defectOf(exit)).toBeInstanceOf(ConstraintViolated)
        expect(JSON.stringify([everyField(defectOf(exit))])).not.toContain("maria")
      }),
    ))

  it("is unreachable if no server answers, and does not keep its caller waiting", async () => {
    const reached = Effect.provide(entries, PostgresStorage.layerUnmigrated("postgres://vintem@127.0.0.1:1/vintem"))
    expect(await Effect.runPromise(Effect.flip(reached))).toMatchObject({
      fault: "unreachable",
      operation: "postgres.open",
    })
  })

  it("refuses a write to a database that is open for reading only", () =>
    onDatabase(
      Effect.gen(function* () {
        const url = yield* freshDatabase
        const layer = PostgresStorage.layerReadOnly(url)
        expect(yield* Effect.provide(entries, layer)).toStrictEqual([])
        expect(yield* Effect.flip(Effect.provide(put("a"), layer))).toMatchObject({ operation: "test.put" })
        expect(yield* Effect.flip(Effect.provide(commit(put("a")), layer))).toMatchObject({ operation: "test.put" })
      }),
    ))
})

describe("a shared read", () => {
  it("is answered by a statement that begins after it was requested: everything acknowledged by then is found", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("early")
        const other = yield* holding("select pg_advisory_xact_lock(7)")
        const first = yield* Effect.forkChild(namesOnceUnlocked)
        yield* untilSomebodyWaits(other)
        yield* put("late")
        const others = yield* Effect.forkChild(Effect.all([namesOnceUnlocked, namesOnceUnlocked], { concurrency: 2 }))
        yield* Effect.yieldNow
        yield* Effect.promise(() => other.query("commit"))
        expect(yield* Fiber.join(first)).toEqual(["early"])
        expect(yield* Fiber.join(others)).toEqual([
          ["early", "late"],
          ["early", "late"],
        ])
      }),
    ))

  it("is part of the surrounding unit, which alone sees its writes", () =>
    onDatabase(
      Effect.gen(function* () {
        const other = yield* holding("select pg_advisory_xact_lock(7)")
        const outside = yield* Effect.forkChild(namesOnceUnlocked)
        yield* untilSomebodyWaits(other)
        const inside = yield* Effect.forkChild(commit(Effect.andThen(put("a"), namesOnceUnlocked)))
        yield* Effect.yieldNow
        yield* Effect.promise(() => other.query("commit"))
        expect(yield* Fiber.join(outside)).toEqual([])
        expect(yield* Fiber.join(inside)).toEqual(["a"])
      }),
    ))
})

describe("a database that is silent", () => {
  const options = { connectTimeoutMillis: 1_000, statementTimeoutMillis: 100, poolSize: 4 }

  const onSilent = <A, E>(test: (fallSilent: Effect.Effect<void>) => Effect.Effect<A, E, PostgresStorage.Provided>) =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const { fallSilent, way } = yield* silenced(yield* freshDatabase)
          const storage = PostgresStorage.layer(way, options)
          return yield* Effect.scoped(Effect.provide(test(fallSilent), storage))
        }),
      ),
    )

  it.each([
    ["a unit", commit(put("a"))],
    ["a set", putInSet("a")],
    ["a read", Effect.asVoid(entries)],
  ])("is waited for once and not again and again: %s", (_, work) =>
    onSilent((fallSilent) =>
      Effect.gen(function* () {
        yield* Effect.all([entries, commit(put("b")), entries], { concurrency: "unbounded" }) // leaves connections
        yield* fallSilent
        const begunAt = performance.now()
        expect(yield* Effect.flip(work)).toMatchObject({ _tag: "StorageUnavailable", fault: "unreachable" })
        expect(performance.now() - begunAt).toBeLessThan(9_000) // the time-out of one statement is 5.1 s, that of a connection 1 s
      }),
    ),
  )
})

describe("the settings of a connection", () => {
  const settings = {
    synchronous_commit: "on",
    transaction_isolation: "read committed",
    transaction_read_only: "off",
    statement_timeout: "30s",
    lock_timeout: "5s",
    idle_in_transaction_session_timeout: "15s",
    application_name: "vintem",
  }

  it("are ours, whatever the database's are, even behind a pooler that takes none of them as parameters", () =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const url = yield* emptyDatabase
          const owner = yield* connected(url)
          const name = new URL(url).pathname.slice(1)
          for (const [setting, value] of [
            ["synchronous_commit", "off"],
            ["default_transaction_isolation", "'repeatable read'"],
            ["default_transaction_read_only", "on"],
          ]) {
            yield* Effect.promise(() => owner.query(`alter database "${name}" set ${setting} = ${value}`))
          }
          const shown = Object.keys(settings).map((setting) => `current_setting('${setting}') as "${setting}"`)
          const layer = PostgresStorage.layer(yield* pooled(url), patient)
          const [found] = yield* Effect.provide(ask(`select ${shown.join(", ")}`), layer)
          expect(found).toStrictEqual(settings)
        }),
      ),
    ))

  it.each<readonly [number, LentFirst, number]>([
    [1, "latest", 0],
    [2, "latest", 0],
    [5, "latest", 0],
    [2, "longest free", 0],
    [3, "longest free", 0],
    [2, "latest", 4],
    [2, "longest free", 4],
  ])(
    "are refused by a pooler in transaction mode, whatever its state: %i sessions, lent %s first, beside %i other clients",
    (sessions, lentFirst, others) =>
      Effect.runPromise(
        Effect.scoped(
          Effect.gen(function* () {
            const way = yield* pooledByTransaction(yield* emptyDatabase, sessions, lentFirst)
            yield* Effect.forEach(Array.from({ length: others }), () => Effect.forkScoped(askingForever(way)))
            const failure = yield* Effect.flip(Effect.provide(Effect.void, PostgresStorage.layer(way, patient)))
            expect(failure).toMatchObject({ operation: "postgres.open", cause: { name: "PoolerKeepsNoSession" } })
          }),
        ),
      ),
  )

  it("give statements fixed names: one name is one text, also in another process", () =>
    onDatabase(
      Effect.gen(function* () {
        const texts = ["select 1 as n", "select 2 as n"]
        for (const text of [...texts, ...texts, ...texts.toReversed()]) yield* ask(text)
        const names = yield* ask("select name, statement from pg_prepared_statements")
        for (const row of names) {
          const text = String(Reflect.get(Object(row), "statement"))
          expect(row).toMatchObject({ name: `vintem_${hash("sha256", text).slice(0, 32)}` })
        }
        expect(names.length).toBeGreaterThan(0)
      }),
    ))

  it("read whole numbers as numbers, here and nowhere else", () =>
    onDatabase(
      Effect.gen(function* () {
        const [found] = yield* ask(
          "select 9007199254740991::bigint as safe, sum(n) as sum, count(*) as count from generate_series(1, 3) n",
        )
        expect(found).toStrictEqual({ safe: Number.MAX_SAFE_INTEGER, sum: 6, count: 3 })
        expect(yield* ask("select 9007199254740993::bigint as unsafe")).toStrictEqual([{ unsafe: Number.NaN }])
        expect(types.getTypeParser(types.builtins.INT8)("1")).toBe("1")
      }),
    ))
})

const askingForever = (url: string) =>
  Effect.acquireUseRelease(
    Effect.promise(() => new Client({ connectionString: url }).connect()),
    (client) => Effect.forever(Effect.promise(() => client.query("select 1"))),
    (client) => Effect.promise(() => client.end()),
  )

/** Its statement has begun, and sees the data of that moment while it waits for the holder of lock 7. */
const namesOnceUnlocked = Effect.flatMap(Executor, ({ readShared }) =>
  Effect.map(
    readShared(
      "test.names",
      CompiledQuery.raw(
        "select name from (select pg_advisory_xact_lock_shared(7)) as unlocked left join setting on true order by name",
      ),
    ),
    (rows) => rows.flatMap((row) => Reflect.get(Object(row), "name") ?? []),
  ),
)

const everyField = (value: unknown): unknown =>
  value instanceof Error
    ? { ...value, message: value.message, stack: value.stack, cause: everyField(value.cause) }
    : value
