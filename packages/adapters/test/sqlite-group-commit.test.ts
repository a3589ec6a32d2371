/**
 * Units of work on SQLite beyond the contract: who shares a commit with whom, and what happens when the file is locked
 * or the disk is full.
 */
import { readFileSync } from "node:fs"
import { StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import BetterSqlite from "better-sqlite3"
import { Cause, Data, Deferred, Effect, Exit, Fiber, Layer, type Scope } from "effect"
import fc from "fast-check"
import { CompiledQuery } from "kysely"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { ConstraintViolated, Executor } from "../src/sql/engine/executor.ts"
import type { CommittedGroup } from "../src/sql/sqlite/commit-watch.ts"
import { inMemory as inMemoryFile } from "../src/sql/sqlite/database.ts"
import { groupCommit } from "../src/sql/sqlite/group-commit.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import { AwaitedInUnit, WrittenAfterUnit } from "../src/unit-of-work/unit-defects.ts"
import { layerFreshFile } from "./sqlite-file.ts"

describe("units that arrive together", () => {
  const time = noTimePasses()

  it("share one physical commit", () =>
    onFile(
      Effect.gen(function* () {
        yield* together(ordinals(64).map((n) => commit(Effect.andThen(put(`${n}`), put(`${n} again`)))))
        expect(yield* physicalCommits).toBe(1)
        expect(yield* entries).toHaveLength(128)
        for (const n of [64, 65, 66]) yield* commit(put(`${n}`))
        expect(yield* physicalCommits).toBe(4)
      }),
    ))

  it("are run in several groups if there are many, so that none waits for all of them", () =>
    onFile(
      Effect.gen(function* () {
        yield* together(ordinals(1_000).map((n) => put(`${n}`)))
        expect(yield* entries).toStrictEqual(ordinals(1_000).map(String))
        expect(yield* physicalCommits).toBeGreaterThan(1)
        expect(yield* physicalCommits).toBeLessThan(10)
      }),
    ))

  it("leave the next tick to others once they have taken 15 ms", () =>
    onFile(
      Effect.gen(function* () {
        const taking = (millis: number, index: number) =>
          Effect.andThen(
            put(`${index}`),
            Effect.sync(() => time.pass(millis)),
          )
        const groups = [[5, 5, 5], [200], [14, 3], [1]]
        yield* together(groups.flat().map((millis, index) => commit(taking(millis, index))))
        expect(yield* entries).toStrictEqual(groups.flat().map((_, index) => `${index}`))
        expect(yield* physicalCommits).toBe(groups.length)
      }),
    ))

  it("are reported to the watch, with their time and the first one's wait", () => {
    const groups: Array<CommittedGroup> = []
    const { pause, submit } = groupCommit(new BetterSqlite(inMemoryFile), {
      ...unwatched,
      committed: (group) => groups.push(group),
    })
    const goOn = pause()
    const unit = (millis: number) => () => {
      time.pass(millis)
      return { isCommitted: true, value: null, lostBy: undefined, writes: [] }
    }
    return new Promise<void>((resolve, reject) => {
      submit(unit(4), () => {}, reject)
      time.pass(1_000)
      submit(unit(6), () => resolve(), reject)
      goOn()
    }).then(() => expect(groups).toStrictEqual([{ units: 2, seconds: 0.01, longestWaitSeconds: 1.01 }]))
  })

  it("are answered when all of them are on the disk, none before", () =>
    onFile(
      Effect.gen(function* () {
        const other = yield* otherConnection
        const seen = other.prepare("select count(*) from entry").pluck()
        const counts = yield* together(ordinals(20).map((n) => Effect.map(commit(put(`${n}`)), () => seen.get())))
        expect(counts).toStrictEqual(ordinals(20).map(() => 20))
      }),
    ))

  it("are not affected by one that fails, dies, is interrupted or breaks a constraint", () =>
    onFile(
      Effect.gen(function* () {
        yield* put("taken")
        const exits = yield* together(
          [
            put("first"),
            Effect.andThen(put("failed"), Effect.fail("given up")),
            Effect.andThen(put("died"), Effect.die("a defect")),
            Effect.andThen(put("interrupted"), Effect.interrupt),
            Effect.andThen(put("refused"), put("taken")),
            put("last"),
          ].map((unit) => Effect.exit(commit(unit))),
        )
        expect(exits.map(Exit.isSuccess)).toStrictEqual([true, false, false, false, false, true])
        expect(exits.map(defectOf)[4]).toBeInstanceOf(ConstraintViolated)
        expect(yield* entries).toStrictEqual(["taken", "first", "last"])
        expect(yield* physicalCommits).toBe(2)
      }),
    ))

  it("keep their numbers if a later one is undone", () =>
    onFile(
      Effect.gen(function* () {
        const placed = (name: string) =>
          Effect.flatMap(Executor, ({ write }) =>
            Effect.map(
              write("entries.put", CompiledQuery.raw("insert into entry (name) values (?) returning place", [name])),
              ({ rows }) => rows,
            ),
          )
        const undone = Effect.andThen(placed("undone"), Effect.fail("given up"))
        const units = [placed("first"), undone, placed("second"), undone, placed("third")]
        const exits = yield* together(units.map((unit) => Effect.exit(commit(unit))))
        const told = exits.flatMap((exit) => (Exit.isSuccess(exit) ? exit.value : []))
        const { read } = yield* Executor
        expect(yield* read("entries.all", CompiledQuery.raw("select place from entry order by place"))).toEqual(told)
        expect(yield* entries).toStrictEqual(["first", "second", "third"])
      }),
    ))

  it("are all given up as locked if another process writes while one of them is undone", () =>
    onFile(
      Effect.gen(function* () {
        const other = yield* otherConnection
        const { raw } = yield* SqliteStorage.SqliteDatabase
        afterRollback(raw, () => other.exec("insert into entry (name) values ('of another')"))
        const units = [put("first"), Effect.andThen(put("undone"), Effect.fail("given up")), put("last")]
        const exits = yield* together(units.map((unit) => Effect.exit(commit(unit))))
        expect(exits.map(faultOf)).toStrictEqual(["locked", "locked", undefined])
        expect(yield* entries).toStrictEqual(["of another", "last"])
      }),
    ))

  it("leave out one whose caller was interrupted while it waited", () =>
    onFile(
      Effect.gen(function* () {
        let hasRun = false
        const unit = Effect.andThen(
          Effect.sync(() => {
            hasRun = true
          }),
          put("withdrawn"),
        )
        const first = yield* Effect.forkChild(commit(put("first")), { startImmediately: true })
        const withdrawn = yield* Effect.forkChild(commit(unit), { startImmediately: true })
        const kept = yield* Effect.forkChild(commit(put("kept")), { startImmediately: true })
        yield* Fiber.interrupt(withdrawn)
        yield* Fiber.joinAll([first, kept])
        expect(hasRun).toBe(false)
        expect(yield* entries).toStrictEqual(["first", "kept"])
      }),
    ))

  it("wait while commits are paused, also those that were to run next", async () => {
    const { pause, submit } = groupCommit(new BetterSqlite(inMemoryFile), unwatched)
    const answers: Array<string> = []
    const submitted = (name: string) =>
      submit(
        () => ({ isCommitted: true, value: name, lostBy: undefined, writes: [] }),
        (value) => answers.push(value),
        (cause) => expect.fail(String(cause)),
      )
    submitted("before")
    const resume = pause()
    submitted("meanwhile")
    await Effect.runPromise(laterTicks)
    expect(answers).toStrictEqual([])
    resume()
    await Effect.runPromise(laterTicks)
    expect(answers).toStrictEqual(["before", "meanwhile"])
  })

  it("model: in any order of actions, the store has the same content as if they had come one by one", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.array(plans, { maxLength: 12 }), { maxLength: 6 }), (batches) =>
        onFile(
          Effect.gen(function* () {
            let expected: ReadonlyArray<string> = []
            for (const batch of batches) {
              const endings: Array<Ending> = []
              for (const plan of batch) {
                const { after, ending } = oneByOne(expected, plan)
                expected = after
                endings.push(ending)
              }
              const exits = yield* together(batch.map((plan) => Effect.exit(commit(unitOf(plan)))))
              expect(exits.map(endingOf)).toStrictEqual(endings)
              expect(yield* entries).toStrictEqual(expected)
            }
          }),
        ),
      ),
    ))
})

describe("a unit that awaits something other than its store", () => {
  it("is a defect, and undone", () =>
    onFile(
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        const unit = Effect.gen(function* () {
          yield* put("before")
          yield* Deferred.await(answered)
          yield* put("after")
        })
        const [exit, other] = yield* Effect.all([Effect.exit(commit(unit)), Effect.exit(commit(put("bystander")))], {
          concurrency: "unbounded",
        })
        expect(defectOf(exit)).toBeInstanceOf(AwaitedInUnit)
        expect(other).toStrictEqual(Exit.void)
        yield* Deferred.succeed(answered, undefined)
        yield* laterTicks
        expect(yield* entries).toStrictEqual(["bystander"])
      }),
    ))

  it("cannot write later, even if it cannot be stopped", () =>
    onFile(
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        const wrote = yield* Deferred.make<Exit.Exit<void, StorageUnavailable>>()
        const unit = Effect.uninterruptible(
          Effect.gen(function* () {
            yield* put("before")
            yield* Deferred.await(answered)
            yield* Deferred.succeed(wrote, yield* Effect.exit(put("after")))
          }),
        )
        expect(defectOf(yield* Effect.exit(commit(unit)))).toBeInstanceOf(AwaitedInUnit)
        yield* Deferred.succeed(answered, undefined)
        expect(defectOf(yield* Deferred.await(wrote))).toBeInstanceOf(WrittenAfterUnit)
        expect(yield* entries).toStrictEqual([])
      }),
    ))

  it("does not control a fiber it leaves behind: that fiber's writes are defects of its own", () =>
    onFile(
      Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        const unit = Effect.andThen(
          put("inside"),
          Effect.forkDetach(Effect.andThen(Deferred.await(answered), put("left"))),
        )
        const left = yield* commit(unit)
        yield* Deferred.succeed(answered, undefined)
        expect(defectOf(yield* Fiber.await(left))).toBeInstanceOf(WrittenAfterUnit)
        expect(yield* entries).toStrictEqual(["inside"])
      }),
    ))

  it("may not write to another database: one commit cannot cover both", () =>
    onFile(
      Effect.gen(function* () {
        const other = yield* Layer.build(layerWithEntries(SqliteStorage.layer(":memory:")))
        const unit = Effect.andThen(put("here"), Effect.provideContext(put("there"), other))
        expect(defectOf(yield* Effect.exit(commit(unit)))).toBeInstanceOf(AwaitedInUnit)
        yield* laterTicks
        expect(yield* entries).toStrictEqual([])
        expect(yield* Effect.provideContext(entries, other)).toStrictEqual([])
      }),
    ))
})

describe("a file that another connection has locked", () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it("is waited for, while reads and timers continue", () =>
    onFile(
      Effect.gen(function* () {
        const other = yield* otherConnection
        other.exec("begin immediate; insert into entry (name) values ('theirs')")
        const fiber = yield* Effect.forkChild(commit(put("ours")))
        for (let tick = 0; tick < 5; tick++) {
          yield* Effect.sleep("5 millis") // does not count up if waiting blocks the event loop
          expect(yield* entries).toStrictEqual([])
        }
        other.exec("commit")
        yield* Fiber.join(fiber)
        expect(yield* entries).toStrictEqual(["theirs", "ours"])
      }),
    ))

  it("is given up as locked after a while, each unit after its own", () =>
    onFile(
      Effect.gen(function* () {
        const other = yield* otherConnection
        other.exec("begin immediate")
        vi.useFakeTimers({ toFake: ["setTimeout", "performance"] })
        const early = yield* Effect.forkChild(Effect.exit(commit(put("early"))), { startImmediately: true })
        yield* laterTicks
        vi.advanceTimersByTime(3_000)
        const late = yield* Effect.forkChild(Effect.exit(commit(put("late"))), { startImmediately: true })
        vi.advanceTimersByTime(3_000)
        expect(faultOf(yield* Fiber.join(early))).toBe("locked")
        other.exec("rollback")
        vi.advanceTimersByTime(1_000)
        expect(yield* Fiber.join(late)).toStrictEqual(Exit.void)
        vi.useRealTimers()
        yield* commit(put("next"))
        expect(yield* entries).toStrictEqual(["late", "next"])
      }),
    ))

  it("is left alone once every caller has gone", () =>
    onFile(
      Effect.gen(function* () {
        const other = yield* otherConnection
        other.exec("begin immediate")
        const fiber = yield* Effect.forkChild(commit(put("gone")), { startImmediately: true })
        yield* laterTicks
        yield* Fiber.interrupt(fiber)
        other.exec("rollback")
        yield* put("next")
        expect(yield* entries).toStrictEqual(["next"])
      }),
    ))
})

describe("a disk that is full", () => {
  noTimePasses()

  const ample = "x".repeat(1_000_000)

  it("fails the unit without space and those before it in its commit, and accepts the next once there is space", () =>
    onFile(
      Effect.gen(function* () {
        yield* put("before")
        const units = [
          put("small"),
          Effect.andThen(put("half"), put(ample)),
          Effect.andThen(put("another half"), put(`${ample}!`)),
          put("small too"),
        ]
        yield* leaveRoomForPages(2)
        const exits = yield* together(units.map((unit) => Effect.exit(commit(unit))))
        expect(exits.map((exit) => (Exit.isSuccess(exit) ? "written" : faultOf(exit)))).toStrictEqual([
          "full",
          "full",
          "full",
          "written",
        ])
        expect(yield* entries).toStrictEqual(["before", "small too"])

        yield* leaveRoomForPages(1_000_000)
        yield* together(units.slice(0, 3).map(commit))
        expect(yield* entries).toStrictEqual([
          "before",
          "small too",
          "small",
          "half",
          ample,
          "another half",
          `${ample}!`,
        ])
        expect(yield* integrity).toBe("ok")
      }),
    ))

  it("fails a unit that ignores it: its earlier writes are lost", () =>
    onFile(
      Effect.gen(function* () {
        yield* leaveRoomForPages(2)
        const unit = Effect.andThen(
          put("first"),
          Effect.andThen(Effect.ignore(put(ample)), Effect.ignore(put("after"))),
        )
        const exit = yield* Effect.exit(commit(unit))
        expect(faultOf(exit)).toBe("full")
        expect(yield* entries).toStrictEqual([])
      }),
    ))

  it("names the statement without space", () =>
    onFile(
      Effect.gen(function* () {
        yield* leaveRoomForPages(2)
        const failure = yield* Effect.flip(commit(put(ample)))
        expect(failure.operation).toBe("entries.put")
      }),
    ))
})

describe("a closed database", () => {
  it("is unreachable, and does not keep its caller waiting", () =>
    onFile(
      Effect.gen(function* () {
        const { raw } = yield* SqliteStorage.SqliteDatabase
        raw.close()
        expect(faultOf(yield* Effect.exit(commit(put("late"))))).toBe("unreachable")
        expect(faultOf(yield* Effect.exit(entries))).toBe("unreachable")
      }),
    ))
})

describe("the settings of a connection", () => {
  it.each([
    ["synchronous", 2],
    ["journal_mode", "wal"],
    ["foreign_keys", 1],
    ["fullfsync", 1],
    ["busy_timeout", 0],
    ["wal_autocheckpoint", 32_000], // a last resort: see wal-checkpointing.ts
    ["temp_store", 2], // in memory
  ])("%s is %s", (pragma, value) =>
    onFile(
      Effect.gen(function* () {
        const { raw } = yield* SqliteStorage.SqliteDatabase
        expect(raw.pragma(pragma, { simple: true })).toBe(value)
      }),
    ),
  )
})

const unwatched = { begun: () => {}, committing: () => {}, undone: () => {}, committed: () => {} }

const ordinals = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n)

// The store: a table of names, each once

type Store = Layer.Success<typeof layerFreshFile>

const layerWithEntries = <E>(sqlite: Layer.Layer<Store, E>) =>
  Layer.effectDiscard(
    Effect.map(SqliteStorage.SqliteDatabase, ({ raw }) => {
      raw.exec("create table entry (place integer primary key, name text not null unique)")
      raw.pragma("wal_checkpoint(truncate)")
    }),
  ).pipe(Layer.provideMerge(sqlite))

const onFile = <A, E>(test: Effect.Effect<A, E, Store | Scope.Scope>): Promise<A> =>
  Effect.runPromise(Effect.scoped(test).pipe(Effect.provide(layerWithEntries(layerFreshFile))))

const put = (name: string) =>
  Effect.flatMap(Executor, ({ write }) =>
    Effect.asVoid(write("entries.put", CompiledQuery.raw("insert into entry (name) values (?)", [name]))),
  )

const entries = Effect.flatMap(Executor, ({ read }) =>
  Effect.map(read("entries.all", CompiledQuery.raw("select name from entry order by place")), (rows) =>
    rows.map((row) => String(Reflect.get(Object(row), "name"))),
  ),
)

const commit = <A, E, R>(unit: Effect.Effect<A, E, R>) => Effect.flatMap(UnitOfWork, (units) => units.commit(unit))

const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

/** Lets everything that is ready to run do so. */
const laterTicks = Effect.forEach(ordinals(5), () => Effect.promise(() => new Promise(setImmediate)), { discard: true })

const otherConnection = Effect.flatMap(SqliteStorage.SqliteDatabase, ({ raw }) =>
  Effect.acquireRelease(
    Effect.sync(() => new BetterSqlite(raw.name)),
    (other) => Effect.sync(() => other.close()),
  ),
)

/**
 * A group ends when it has run for a while. In the tests of this `describe` only they move time, so that a slow machine
 * makes equal groups.
 */
function noTimePasses() {
  let passed = 0
  beforeEach(() => {
    passed = 0
    vi.spyOn(performance, "now").mockImplementation(() => passed)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  return {
    pass: (millis: number): void => {
      passed += millis
    },
  }
}

/**
 * The commits since the write-ahead log was last emptied, counted in the file itself: the last page of each carries the
 * database's size after it.
 *
 * @see https://sqlite.org/fileformat2.html#the_write_ahead_log
 */
const physicalCommits = Effect.map(SqliteStorage.SqliteDatabase, ({ raw }) => {
  const log = readFileSync(`${raw.name}-wal`)
  const pageSize = log.readUInt32BE(8)
  let commits = 0
  for (let frame = 32; frame < log.length; frame += 24 + pageSize) if (log.readUInt32BE(frame + 4) > 0) commits++
  return commits
})

/** Runs something once, after a transaction is rolled back and before another one begins. */
const afterRollback = (raw: BetterSqlite.Database, happens: () => void): void => {
  const statements: { run: BetterSqlite.Statement["run"] } = Object.getPrototypeOf(raw.prepare("rollback"))
  const { run } = statements
  vi.spyOn(statements, "run").mockImplementation(function (this: BetterSqlite.Statement, ...parameters) {
    const done = run.apply(this, parameters)
    if (this.source !== "rollback") return done
    vi.restoreAllMocks()
    happens()
    return done
  })
}

const leaveRoomForPages = (count: number) =>
  Effect.map(SqliteStorage.SqliteDatabase, ({ raw }) => {
    const held = Number(raw.pragma("page_count", { simple: true }))
    raw.pragma(`max_page_count = ${held + count}`)
  })

const integrity = Effect.map(SqliteStorage.SqliteDatabase, ({ raw }) => raw.pragma("integrity_check", { simple: true }))

const defectOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) && Exit.hasDies(exit) ? Cause.squash(exit.cause) : undefined

const faultOf = (exit: Exit.Exit<unknown, unknown>): unknown => {
  const failure = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  return failure instanceof StorageUnavailable ? failure.fault : failure
}

// The model: units that add names and end in some way

type Ending = "succeeded" | "failed" | "died" | "interrupted"

interface Plan {
  readonly names: ReadonlyArray<string>
  readonly ending: Ending
}

/** Few names, so that units often get in each other's way. */
const plans: fc.Arbitrary<Plan> = fc.record({
  names: fc.array(fc.constantFrom(..."abcdefghij"), { maxLength: 4 }),
  ending: fc.constantFrom<Ending>("succeeded", "succeeded", "succeeded", "failed", "died", "interrupted"),
})

class GivenUp extends Data.TaggedError("GivenUp") {}

const unitOf = ({ names, ending }: Plan) => Effect.andThen(Effect.forEach(names, put, { discard: true }), ends[ending])

const ends: Record<Ending, Effect.Effect<void, GivenUp>> = {
  succeeded: Effect.void,
  failed: Effect.fail(new GivenUp()),
  died: Effect.die(new GivenUp()),
  interrupted: Effect.interrupt,
}

const oneByOne = (before: ReadonlyArray<string>, { names, ending }: Plan) => {
  const after = [...before, ...names]
  if (new Set(after).size < after.length) return { after: before, ending: "died" } as const
  return { after: ending === "succeeded" ? after : before, ending }
}

const endingOf = (exit: Exit.Exit<unknown, unknown>): Ending => {
  if (Exit.isSuccess(exit)) return "succeeded"
  if (Exit.hasDies(exit)) return "died"
  return Exit.hasInterrupts(exit) ? "interrupted" : "failed"
}
