/**
 * Write sets that share a transaction on PostgreSQL, and what happens to the others when one fails.
 */
import { Effect, Exit, Fiber, Result } from "effect"
import { CompiledQuery } from "kysely"
import { describe, expect, it } from "vitest"
import { ConstraintViolated, Executor } from "../src/sql/engine/executor.ts"
import { type Refusable, read, write, writeUnread } from "../src/sql/engine/procedure.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import { freshDatabase } from "./postgres-database.ts"
import {
  commit,
  commitSet,
  defectOf,
  entries,
  onDatabase,
  put,
  putInSet,
  puttingIn,
  transactionOf,
  valueOf,
} from "./postgres-names.ts"
import { cutAtCommit, holding, untilStoreHasLeft } from "./postgres-others.ts"

describe("write sets that arrive together", () => {
  it("are one transaction", () =>
    onDatabase(
      Effect.gen(function* () {
        const transactions = yield* together(["a", "b", "c"].map(putInSet))
        expect(new Set(transactions).size).toBe(1)
        expect(yield* entries).toStrictEqual(["a", "b", "c"])
      }),
    ))

  it("are each alone if they arrive one after the other", () =>
    onDatabase(
      Effect.gen(function* () {
        expect(yield* putInSet("a")).not.toBe(yield* putInSet("b"))
      }),
    ))

  it("are several transactions if there are more than 64", () =>
    onDatabase(
      Effect.gen(function* () {
        const names = Array.from({ length: 200 }, (_, n) => `${n + 1_000}`)
        expect(new Set(yield* together(names.map(putInSet))).size).toBe(4)
        expect(yield* entries).toStrictEqual(names)
      }),
    ))

  it("are committed one after the other, in the order of arrival, if they are about the same object", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("a")
        const lengthened = (by: string) =>
          commitSet(
            function* (): Refusable<never> {
              const [row] = yield* read(select("select value from setting where name = 'a' for update"))
              const value = `${Reflect.get(Object(row), "value")}${by}`
              yield* writeUnread(CompiledQuery.raw("update setting set value = $1 where name = 'a'", [value]))
              return Result.succeed(yield* transactionOf())
            },
            ["the value of a"],
          )
        const transactions = yield* together([lengthened("x"), putInSet("b"), lengthened("y"), lengthened("z")])
        expect(new Set(transactions).size).toBe(3)
        expect(yield* valueOf("a")).toBe("xyz")
      }),
    ))

  it("run the procedures of a group side by side, and pass their results to the next group", () =>
    onDatabase(
      Effect.gen(function* () {
        const { commitSet: commitAll } = yield* Executor
        const given = yield* commitAll("test.set", [], function* () {
          const results = yield [puttingIn("a"), puttingIn("b")]
          yield [puttingIn("c")]
          return results.length
        })
        expect(given).toBe(2)
        expect(yield* entries).toStrictEqual(["a", "b", "c"])
      }),
    ))

  it("join the unit of work around them", () =>
    onDatabase(
      Effect.gen(function* () {
        const unit = Effect.andThen(Effect.andThen(put("a"), putInSet("b")), Effect.fail("given up"))
        expect(yield* Effect.flip(commit(unit))).toBe("given up")
        expect(yield* entries).toStrictEqual([])
      }),
    ))
})

describe("if one of several sets", () => {
  it("is refused and has written nothing, the others are committed unchanged", () =>
    onDatabase(
      Effect.gen(function* () {
        const others = counted(() => puttingIn("a"))
        const exits = yield* together(
          [commitSet(others.procedure), commitSet(refused), putInSet("b")].map((set) => Effect.exit(set)),
        )
        expect(exits.map(Exit.isSuccess)).toStrictEqual([true, false, true])
        expect(exits[1]).toStrictEqual(Exit.fail("refused"))
        expect(others.runs()).toBe(1)
        expect(yield* entries).toStrictEqual(["a", "b"])
      }),
    ))

  it.each([
    ["which it waited for", write],
    ["which it did not wait for", writeUnread],
  ])("is refused after a write %s, nothing of it is left, and the others are run again", (_, way) =>
    onDatabase(
      Effect.gen(function* () {
        const others = counted(() => puttingIn("a"))
        const failing = commitSet(function* (): Refusable<string> {
          yield* way(insertion("mine"))
          yield* read(select("select 1"))
          return Result.fail("refused")
        })
        const exits = yield* together([Effect.exit(commitSet(others.procedure)), Effect.exit(failing)])
        expect(exits.map(Exit.isSuccess)).toStrictEqual([true, false])
        expect(exits[1]).toStrictEqual(Exit.fail("refused"))
        expect(others.runs()).toBe(2)
        expect(yield* entries).toStrictEqual(["a"])
      }),
    ),
  )

  it.each([
    ["that is waited for", write],
    ["that leaves with the commit", writeUnread],
  ])("has a statement that fails, %s, the others are committed all the same", (_, way) =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("taken")
        const failing = commitSet(function* (): Refusable<never> {
          yield* way(insertion("taken"))
          return Result.void
        })
        const [committed, broken] = yield* together([Effect.exit(putInSet("a")), Effect.exit(failing)])
        expect(committed !== undefined && Exit.isSuccess(committed)).toBe(true)
        expect(broken === undefined ? undefined : defectOf(broken)).toBeInstanceOf(ConstraintViolated)
        expect(yield* entries).toStrictEqual(["a", "taken"])
      }),
    ),
  )

  it("throws, the others are committed all the same", () =>
    onDatabase(
      Effect.gen(function* () {
        const defect = new Error("a defect")
        const failing = commitSet(function* (): Refusable<never> {
          yield* write(insertion("mine"))
          throw defect
        })
        const [committed, broken] = yield* together([Effect.exit(putInSet("a")), Effect.exit(failing)])
        expect(committed !== undefined && Exit.isSuccess(committed)).toBe(true)
        expect(broken === undefined ? undefined : defectOf(broken)).toBe(defect)
        expect(yield* entries).toStrictEqual(["a"])
      }),
    ))

  it("has a statement that cannot be sent, the others are committed all the same", () =>
    onDatabase(
      Effect.gen(function* () {
        const defect = new Error("a defect")
        const failing = commitSet(function* (): Refusable<never> {
          yield* read({
            ...select("select 1"),
            get sql(): string {
              throw defect
            },
          })
          return Result.void
        })
        const [committed, broken] = yield* together([Effect.exit(putInSet("a")), Effect.exit(failing)])
        expect(committed !== undefined && Exit.isSuccess(committed)).toBe(true)
        expect(broken === undefined ? undefined : defectOf(broken)).toBe(defect)
        expect(yield* entries).toStrictEqual(["a"])
      }),
    ))

  it("failed, the next sets are committed alone for a while, so that work is not repeated over and over", () =>
    onDatabase(
      Effect.gen(function* () {
        const failing = commitSet(function* (): Refusable<string> {
          yield* writeUnread(insertion("mine"))
          yield* read(select("select 1"))
          return Result.fail("refused")
        })
        yield* together([putInSet("a"), Effect.exit(failing)])
        const two = [commitSet(telling), commitSet(telling)]
        expect(new Set(yield* together(two)).size).toBe(2)
        yield* together(Array.from({ length: 250 }, () => commitSet(telling)))
        expect(new Set(yield* together(two)).size).toBe(1)
      }),
    ))
})

describe("a delayed transaction", () => {
  it("is rolled back soon if it waits for a row, and only the set that needs the row waits", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* put("a")
        const other = yield* holding("update setting set value = 'theirs' where name = 'a'")
        const touching = commitSet(function* (): Refusable<never> {
          yield* write(CompiledQuery.raw("update setting set value = value || 'x' where name = 'a'"))
          return Result.void
        })
        const waiting = yield* Effect.forkChild(touching)
        yield* putInSet("b")
        expect(yield* entries).toStrictEqual(["a", "b"])
        yield* Effect.promise(() => other.query("rollback"))
        yield* Fiber.join(waiting)
        expect(yield* valueOf("a")).toBe("x")
      }),
    ))

  it("makes waiting sets commit alone after half a second", () =>
    onDatabase(
      Effect.gen(function* () {
        const sleeping = commitSet(function* (): Refusable<never> {
          yield* read(select("select pg_sleep(2)"))
          return Result.void
        })
        const slow = yield* Effect.forkChild(together([sleeping, putInSet("a")]))
        yield* Effect.sleep(50)
        yield* putInSet("b")
        expect(yield* entries).toStrictEqual(["b"])
        yield* Fiber.join(slow)
        expect(yield* entries).toStrictEqual(["a", "b"])
      }),
    ))
})

describe("a connection that is lost", () => {
  it("before the commit was sent makes the sets run again", () =>
    onDatabase(
      Effect.gen(function* () {
        let isFirst = true
        const dying = counted(function* (): Refusable<never> {
          yield* write(insertion("a"))
          if (isFirst) {
            isFirst = false
            yield* read(select("select pg_terminate_backend(pg_backend_pid())"))
          }
          return Result.void
        })
        yield* together([commitSet(dying.procedure), putInSet("b")])
        expect(dying.runs()).toBe(2)
        expect(yield* entries).toStrictEqual(["a", "b"])
      }),
    ))

  it.each([
    ["has arrived", true, ["a", "b"]],
    ["has not arrived", false, []],
  ] as const)(
    "during the commit leaves each set uncertain, and none is run again: the commit %s",
    (_, arrives, written) =>
      onDatabase(
        Effect.gen(function* () {
          const url = yield* freshDatabase
          const proxy = yield* cutAtCommit(url, arrives)
          const sets = ["a", "b"].map((name) => counted(() => puttingIn(name)))
          const failures = yield* Effect.provide(
            together(sets.map(({ procedure }) => Effect.flip(commitSet(procedure)))),
            PostgresStorage.layer(proxy),
          )
          for (const failure of failures) expect(failure).toMatchObject({ fault: "uncertain", operation: "commit" })
          expect(sets.map(({ runs }) => runs())).toStrictEqual([1, 1])
          yield* untilStoreHasLeft(url)
          expect(yield* Effect.provide(entries, PostgresStorage.layer(url))).toStrictEqual(written)
        }),
      ),
  )

  it("during a commit makes refused sets run again: the data that they read may never have been committed", () =>
    onDatabase(
      Effect.gen(function* () {
        const proxy = yield* cutAtCommit(yield* freshDatabase, false)
        const seeing = commitSet(function* (): Refusable<ReadonlyArray<unknown>> {
          yield* read(select("select 1"))
          return Result.fail(yield* read(select("select name from setting")))
        })
        const exits = together([Effect.exit(putInSet("a")), Effect.exit(seeing)])
        const [written, refusal] = yield* Effect.provide(exits, PostgresStorage.layer(proxy))
        expect(written !== undefined && Exit.isFailure(written)).toBe(true)
        expect(refusal).toStrictEqual(Exit.fail([]))
      }),
    ))
})

const select = (sql: string) => CompiledQuery.raw(sql)

const insertion = (name: string) => CompiledQuery.raw("insert into setting (name, value) values ($1, '')", [name])

function* refused(): Refusable<string> {
  yield* read(select("select 1"))
  return Result.fail("refused")
}

/** Returns the id of its transaction. */
function* telling(): Refusable<never> {
  return Result.succeed(yield* transactionOf())
}

/** Commits sets that arrive in one tick. */
const together = <A, E, R>(sets: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.forEach(sets, (set) => set, { concurrency: "unbounded" })

/** A procedure, and how often it was begun. */
const counted = <E>(procedure: () => Refusable<E>) => {
  let runs = 0
  return {
    procedure: () => {
      runs += 1
      return procedure()
    },
    runs: () => runs,
  }
}
