/**
 * Units that share a transaction on PostgreSQL: what they see of each other, and what happens to the others when one
 * fails.
 */
import { Effect, Exit, Fiber } from "effect"
import { CompiledQuery } from "kysely"
import { describe, expect, it } from "vitest"
import { ConstraintViolated, Executor } from "../src/sql/engine/executor.ts"
import { hold } from "../src/sql/engine/procedure.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import { AwaitedInUnit } from "../src/unit-of-work/unit-defects.ts"
import { freshDatabase } from "./postgres-database.ts"
import {
  ask,
  commitTogether,
  defectOf,
  entries,
  onDatabase,
  put,
  putUnread,
  touch,
  valueOf,
  write,
} from "./postgres-names.ts"
import { cutAtCommit, holding, untilSomebodyWaits, untilStoreHasLeft } from "./postgres-others.ts"

describe("units that come together", () => {
  it("are one transaction", () =>
    onDatabase(
      Effect.gen(function* () {
        const transactions = yield* together(["a", "b", "c"].map((name) => Effect.andThen(put(name), transaction)))
        expect(new Set(transactions).size).toBe(1)
        expect(yield* entries).toStrictEqual(["a", "b", "c"])
      }),
    ))

  it("are each alone if one comes after the other", () =>
    onDatabase(
      Effect.gen(function* () {
        const first = yield* commitTogether(Effect.andThen(put("a"), transaction))
        const second = yield* commitTogether(Effect.andThen(put("b"), transaction))
        expect(second).not.toBe(first)
      }),
    ))

  it("need no statement, and may run several concurrently", () =>
    onDatabase(
      Effect.gen(function* () {
        expect(yield* together([Effect.succeed("nothing"), Effect.succeed("asked")])).toStrictEqual([
          "nothing",
          "asked",
        ])
        const puts = ["a", "b"].map((name) => Effect.andThen(Effect.yieldNow, put(name)))
        yield* together([Effect.all(puts, { concurrency: "unbounded" }), putUnread("c"), put("d")])
        expect(yield* entries).toStrictEqual(["a", "b", "c", "d"])
      }),
    ))

  it("see the others' writes, and are committed with them", () =>
    onDatabase(
      Effect.gen(function* () {
        const [seen] = yield* together([Effect.andThen(put("a"), entries), put("b")])
        expect(seen).toStrictEqual(["a", "b"])
      }),
    ))

  it("are several transactions if there are more than 64", () =>
    onDatabase(
      Effect.gen(function* () {
        const names = Array.from({ length: 200 }, (_, n) => `${n + 1_000}`)
        const transactions = yield* together(names.map((name) => Effect.andThen(put(name), transaction)))
        expect(new Set(transactions).size).toBe(4)
        expect(yield* entries).toStrictEqual(names)
      }),
    ))
})

describe("a failed unit among several", () => {
  it("that has written nothing fails alone, and the others are committed unchanged", () =>
    onDatabase(
      Effect.gen(function* () {
        const others = counted(put("a"))
        const refused = Effect.andThen(ask("select 1"), Effect.fail("refused"))
        const exits = yield* together([others.unit, refused, put("b")].map((unit) => Effect.exit(commitTogether(unit))))
        expect(exits.map(Exit.isSuccess)).toStrictEqual([true, false, true])
        expect(exits[1]).toStrictEqual(Exit.fail("refused"))
        expect(others.runs()).toBe(1)
        expect(yield* entries).toStrictEqual(["a", "b"])
      }),
    ))

  it.each([
    ["by an answer that it waited for", put("mine")],
    ["by one that it did not wait for", Effect.andThen(putUnread("mine"), ask("select 1"))],
  ])("that has written leaves nothing, and the others are run again: %s", (_, writing) =>
    onDatabase(
      Effect.gen(function* () {
        const others = counted(put("a"))
        const failing = Effect.andThen(writing, Effect.fail("refused"))
        const [committed, refused] = yield* Effect.all(
          [Effect.exit(commitTogether(others.unit)), Effect.exit(commitTogether(failing))],
          { concurrency: "unbounded" },
        )
        expect(Exit.isSuccess(committed)).toBe(true)
        expect(refused).toStrictEqual(Exit.fail("refused"))
        expect(others.runs()).toBe(2)
        expect(yield* entries).toStrictEqual(["a"])
      }),
    ),
  )

  it.each([
    ["that is waited for", () => put("taken")],
    ["that leaves with the commit", () => putUnread("taken")],
    ["that leaves with the next one", () => Effect.andThen(putUnread("taken"), ask("select 1"))],
  ])("fails by a statement %s, and the others are committed all the same", (_, failing) =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("taken")
        const [committed, broken] = yield* Effect.all(
          [Effect.exit(commitTogether(put("a"))), Effect.exit(commitTogether(Effect.suspend(failing)))],
          { concurrency: "unbounded" },
        )
        expect(Exit.isSuccess(committed)).toBe(true)
        expect(defectOf(broken)).toBeInstanceOf(ConstraintViolated)
        expect(yield* entries).toStrictEqual(["a", "taken"])
      }),
    ),
  )

  it("that awaits anything but its store fails, and the others are committed all the same", () =>
    onDatabase(
      Effect.gen(function* () {
        const waiting = Effect.andThen(put("b"), Effect.never)
        const [committed, broken] = yield* Effect.all(
          [Effect.exit(commitTogether(put("a"))), Effect.exit(commitTogether(waiting))],
          { concurrency: "unbounded" },
        )
        expect(Exit.isSuccess(committed)).toBe(true)
        expect(defectOf(broken)).toBeInstanceOf(AwaitedInUnit)
        expect(yield* entries).toStrictEqual(["a"])
      }),
    ))

  it("makes the next units run alone for a while, so that not all is repeated again and again", () =>
    onDatabase(
      Effect.gen(function* () {
        const refused = Effect.exit(commitTogether(Effect.andThen(put("b"), Effect.fail("refused"))))
        yield* Effect.all([commitTogether(put("a")), refused], { concurrency: "unbounded" })
        const transactions = yield* together([transaction, transaction])
        expect(new Set(transactions).size).toBe(2)
        yield* together(Array.from({ length: 250 }, () => transaction))
        expect(new Set(yield* together([transaction, transaction])).size).toBe(1)
      }),
    ))
})

describe("units that exclude each other", () => {
  it("follow one another if they hold one name: none works with data that the other is about to change", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("a")
        const lengthen = Effect.gen(function* () {
          const { run, write } = yield* Executor
          yield* run("test.hold", () => hold("the value of a"))
          const value = yield* valueOf("a")
          yield* write(
            "test.lengthen",
            CompiledQuery.raw("update setting set value = $1 where name = 'a'", [`${value}x`]),
          )
        })
        yield* together([lengthen, lengthen, lengthen])
        expect(yield* valueOf("a")).toBe("xxx")
      }),
    ))

  it("run concurrently with different names", () =>
    onDatabase(
      Effect.gen(function* () {
        const holdingOwn = (name: string) =>
          Effect.flatMap(Executor, ({ run }) =>
            Effect.andThen(
              run("test.hold", () => hold(name)),
              transaction,
            ),
          )
        expect(new Set(yield* together([holdingOwn("a"), holdingOwn("b")])).size).toBe(1)
      }),
    ))
})

describe("a caller that is gone", () => {
  it("before its unit has begun: the unit is never run", () =>
    onDatabase(
      Effect.gen(function* () {
        const gone = counted(put("gone"))
        const fiber = yield* Effect.forkChild(commitTogether(gone.unit), { startImmediately: true })
        const others = yield* Effect.forkChild(together([put("a"), put("b")]), { startImmediately: true })
        yield* Fiber.interrupt(fiber)
        yield* Fiber.join(others)
        expect(gone.runs()).toBe(0)
        expect(yield* entries).toStrictEqual(["a", "b"])
      }),
    ))

  it.each([
    ["has written", Effect.andThen(put("gone"), ask("select pg_advisory_xact_lock_shared(7)"))],
    [
      "is writing",
      write(
        "test.put",
        "insert into setting select 'gone', '' from (select pg_advisory_xact_lock_shared(7)) as one",
        [],
      ),
    ],
  ])("leaves nothing of a unit that %s, and the others are committed", (_, unit) =>
    onDatabase(
      Effect.gen(function* () {
        const other = yield* holding("select pg_advisory_xact_lock(7)")
        const gone = yield* Effect.forkChild(commitTogether(unit))
        const others = yield* Effect.forkChild(commitTogether(put("a")))
        yield* untilSomebodyWaits(other)
        const left = yield* Effect.forkChild(Fiber.interrupt(gone), { startImmediately: true })
        yield* Effect.promise(() => other.query("commit"))
        yield* Fiber.join(left)
        yield* Fiber.join(others)
        expect(yield* entries).toStrictEqual(["a"])
      }),
    ),
  )

  it("does not undo the others if its unit has written nothing", () =>
    onDatabase(
      Effect.gen(function* () {
        const gone = yield* Effect.forkChild(
          commitTogether(Effect.andThen(ask("select pg_sleep(0.05)"), ask("select 1"))),
        )
        const others = yield* Effect.forkChild(commitTogether(put("a")))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(gone)
        yield* Fiber.join(others)
        expect(yield* entries).toStrictEqual(["a"])
      }),
    ))
})

describe("a group that is held up", () => {
  it("by a row that another transaction holds is undone soon, and only units that need the row wait for it", () =>
    onDatabase(
      Effect.gen(function* () {
        const patience = ask("select current_setting('lock_timeout') as patience")
        expect(yield* together([patience, Effect.void])).toContainEqual([{ patience: "100ms" }])
        expect(yield* commitTogether(patience)).toStrictEqual([{ patience: "5s" }])
        yield* put("a")
        const other = yield* holding("update setting set value = 'theirs' where name = 'a'")
        const waiting = yield* Effect.forkChild(commitTogether(touch("a")))
        yield* commitTogether(put("b"))
        expect(yield* entries).toStrictEqual(["a", "b"])
        yield* Effect.promise(() => other.query("rollback"))
        yield* Fiber.join(waiting)
        expect(yield* valueOf("a")).toBe("x")
      }),
    ))

  it("for more than half a second runs the waiting unit alone", () =>
    onDatabase(
      Effect.gen(function* () {
        const slow = yield* Effect.forkChild(together([ask("select pg_sleep(2)"), put("a")]))
        yield* Effect.sleep(50)
        yield* commitTogether(put("b"))
        expect(yield* entries).toStrictEqual(["b"])
        yield* Fiber.join(slow)
        expect(yield* entries).toStrictEqual(["a", "b"])
      }),
    ))
})

describe("a connection that is lost", () => {
  it("before the group's commit was sent has its units run again", () =>
    onDatabase(
      Effect.gen(function* () {
        let isFirst = true
        const dying = counted(
          Effect.suspend(() => {
            const ending = isFirst ? die : Effect.void
            isFirst = false
            return Effect.andThen(put("a"), ending)
          }),
        )
        yield* together([dying.unit, put("b")])
        expect(dying.runs()).toBe(2)
        expect(yield* entries).toStrictEqual(["a", "b"])
      }),
    ))

  it.each([
    ["has arrived", true, ["a", "b"]],
    ["has not arrived", false, []],
  ] as const)("during its commit leaves each of its units uncertain: the commit %s", (_, arrives, written) =>
    onDatabase(
      Effect.gen(function* () {
        const url = yield* freshDatabase
        const proxy = yield* cutAtCommit(url, arrives)
        const units = ["a", "b"].map((name) => Effect.flip(commitTogether(put(name))))
        const failures = yield* Effect.provide(
          Effect.all(units, { concurrency: "unbounded" }),
          PostgresStorage.layer(proxy),
        )
        for (const failure of failures) expect(failure).toMatchObject({ fault: "uncertain", operation: "commit" })
        yield* untilStoreHasLeft(url)
        expect(yield* Effect.provide(entries, PostgresStorage.layer(url))).toStrictEqual(written)
      }),
    ),
  )

  it("during a commit that never arrived runs read-only units again: their data may never have existed", () =>
    onDatabase(
      Effect.gen(function* () {
        const proxy = yield* cutAtCommit(yield* freshDatabase, false)
        const seen = Effect.andThen(ask("select 1"), Effect.flatMap(entries, Effect.fail))
        const exits = Effect.all([Effect.exit(commitTogether(put("a"))), Effect.exit(commitTogether(seen))], {
          concurrency: "unbounded",
        })
        const [written, read] = yield* Effect.provide(exits, PostgresStorage.layer(proxy))
        expect(Exit.isFailure(written)).toBe(true)
        expect(read).toStrictEqual(Exit.fail([]))
      }),
    ))
})

describe("a group's counts", () => {
  it("go to a shard that no other group has, in any process; if all are taken, to the shard of the counted row", () =>
    onDatabase(
      Effect.gen(function* () {
        const shard = ask("select current_setting('vintem.count_shard') as shard")
        const [first] = yield* together([shard, shard])
        expect(first).toStrictEqual([{ shard: "16" }])
        yield* holding("select pg_try_advisory_xact_lock(hashtext('vintem count shard public'), 16)")
        const [second] = yield* together([shard, shard])
        expect(second).toStrictEqual([{ shard: "17" }])
        yield* holding(
          "select pg_try_advisory_xact_lock(hashtext('vintem count shard public'), n) from generate_series(17, 31) as n",
        )
        const [third] = yield* together([shard, shard])
        expect(third).toStrictEqual([{ shard: "" }])
      }),
    ))
})

/** Commits units that come in one tick. */
const together = <A, E, R>(units: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.forEach(units, (unit) => commitTogether(unit), { concurrency: "unbounded" })

/** The transaction that this is part of. */
const transaction = Effect.map(ask("select pg_current_xact_id()::text as id"), ([row]) =>
  Reflect.get(Object(row), "id"),
)

const die = Effect.ignore(ask("select pg_terminate_backend(pg_backend_pid())"))

/** A unit, and how often it was run. */
const counted = <A, E, R>(unit: Effect.Effect<A, E, R>) => {
  let runs = 0
  return {
    unit: Effect.suspend(() => {
      runs += 1
      return unit
    }),
    runs: () => runs,
  }
}
