/** The content of a copy of the file alone, made while the service runs: `cp vintem.db`. */
import { execFileSync } from "node:child_process"
import { readdirSync, renameSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { setTimeout } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { Effect, Equal, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { Executor } from "../src/sql/engine/executor.ts"
import { migrate, openDatabase } from "../src/sql/sqlite/database.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import { checkpoint, longLog } from "../src/sql/sqlite/wal-checkpoint.ts"
import { freshFile } from "./sqlite-file.ts"

describe("the SQLite file alone", () => {
  it.effect("has everything a second after the last commit, each time", () =>
    onFreshFile((file) =>
      Effect.gen(function* () {
        yield* put("one")
        yield* put("two")
        expect(namesIn(file)).not.toContain("one")
        yield* TestClock.adjust(1_000)
        yield* untilFolded(file, ["one", "two"])
        yield* put("three")
        expect(namesIn(file)).not.toContain("three")
        yield* TestClock.adjust(1_000)
        yield* untilFolded(file, ["one", "three", "two"])
      }).pipe(Effect.provide(SqliteStorage.layer(file))),
    ),
  )

  it.effect("is no more than ten seconds behind if no moment is quiet", () =>
    onFreshFile((file) =>
      Effect.gen(function* () {
        const passTenth = Effect.andThen(put("again"), TestClock.adjust(100))
        yield* put("first")
        yield* Effect.repeat(passTenth, { times: 99 })
        yield* untilFolded(file, ["again", "first"], Effect.void) // the first pass, which no pass goes before
        yield* put("second")
        yield* untilFolded(file, ["again", "first", "second"], passTenth)
      }).pipe(Effect.provide(SqliteStorage.layer(file))),
    ),
  )

  it.effect("has everything once its readers have ended", () =>
    onFreshFile((file) =>
      Effect.gen(function* () {
        yield* put("before")
        yield* TestClock.adjust(1_000)
        yield* untilFolded(file, ["before"])
        const reader = new BetterSqlite(file, { readonly: true })
        reader.exec("begin")
        reader.prepare("select * from setting").all()
        yield* put("meanwhile")
        yield* TestClock.adjust(60_000)
        expect(namesIn(file)).toEqual(["before"])
        reader.exec("commit")
        yield* untilFolded(file, ["before", "meanwhile"], TestClock.adjust(100))
        reader.close()
      }).pipe(Effect.provide(SqliteStorage.layer(file))),
    ),
  )

  it.effect("gets everything that a killed process left in the log, before anything else is committed", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        yield* Effect.promise(() => migrate(file))
        const killed = openDatabase(file)
        killed.exec("insert into setting (name, value) values ('of the dead', '')")
        const left = `${dirname(file)}/left.db`
        for (const end of ["", "-wal"]) execFileSync("cp", [`${file}${end}`, `${left}${end}`])
        killed.close()
        expect(namesIn(left)).toEqual([])
        yield* Effect.gen(function* () {
          yield* TestClock.adjust(1_000)
          yield* untilFolded(left, ["of the dead"])
        }).pipe(Effect.provide(SqliteStorage.layer(left)))
      }),
    ),
  )

  it.effect("has a log next to it that begins again when it is long, while commits continue", () =>
    onFreshFile((file) =>
      Effect.gen(function* () {
        const { raw } = yield* SqliteStorage.SqliteDatabase
        let times = 0
        const putAnotherEachTime = Effect.suspend(() => {
          times += 1
          return put("again", String(times).repeat(100_000)) // unchanged pages are not written
        })
        const pages = Effect.andThen(
          Effect.andThen(putAnotherEachTime, TestClock.adjust(100)),
          Effect.sync(() => checkpoint(raw, "NOOP").pages),
        )
        yield* Effect.repeat(pages, { until: (count) => count >= longLog })
        yield* Effect.repeat(pages, { until: (count) => count < longLog })
        yield* put("last")
        yield* TestClock.adjust(1_000)
        yield* untilFolded(file, ["again", "last"])
      }).pipe(Effect.provide(SqliteStorage.layer(file))),
    ),
  )

  it.effect("gets everything later if the checkpointing thread has failed, which is reported", () =>
    onFreshFile((file) => {
      const told: Array<unknown> = []
      const logger = Logger.make(({ message }) => told.push(message))
      return Effect.gen(function* () {
        yield* put("kept")
        renameSync(file, `${file}-away`)
        yield* TestClock.adjust(1_000)
        yield* Effect.repeat(later, { until: () => told.length > 0 })
        renameSync(`${file}-away`, file)
        expect(told).toEqual([["committed data stays in the write-ahead log for now"]])
        yield* untilFolded(file, ["kept"], TestClock.adjust(10_000))
      }).pipe(Effect.provide(Layer.provide(SqliteStorage.layer(file), Logger.layer([logger]))))
    }),
  )

  it.effect("has everything when it is closed, and is alone then", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        yield* Effect.provide(put("last"), SqliteStorage.layer(file))
        expect(readdirSync(dirname(file))).toEqual(["vintem.db"])
        expect(namesIn(file)).toContain("last")
      }),
    ),
  )

  it.effect("has everything when it is closed while others have it open", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        yield* Effect.promise(() => migrate(file))
        const other = openDatabase(file)
        yield* Effect.provide(put("last"), SqliteStorage.layer(file))
        expect(namesIn(file)).toContain("last")
        other.close()
      }),
    ),
  )
})

type Stored = Layer.Success<ReturnType<typeof SqliteStorage.layer>>

const onFreshFile = <E, R>(test: (file: string) => Effect.Effect<void, E, R>) => Effect.flatMap(freshFile, test)

/**
 * Waits for the checkpointing thread, which no test clock moves. The clock advances meanwhile: if the thread was still
 * at its previous pass when a test moved the clock, the next pass waits for a quiet moment from then on.
 */
const untilFolded = (
  file: string,
  names: ReadonlyArray<string>,
  meanwhile: Effect.Effect<unknown, unknown, Stored> = TestClock.adjust(100),
): Effect.Effect<unknown, unknown, Stored> =>
  Effect.andThen(meanwhile, later).pipe(
    // A copy that is made while the thread writes may be useless.
    Effect.andThen(Effect.option(Effect.try(() => namesIn(file)))),
    Effect.repeat({ until: (found) => Equal.equals(found, Option.some(names)) }),
  )

const later = Effect.promise(() => setTimeout(5))

/** One commit. */
const put = (name: string, value = ""): Effect.Effect<unknown, unknown, Stored> =>
  Effect.flatMap(Executor, ({ dialect: { build }, write }) =>
    write(
      "test.put",
      build
        .insertInto("setting")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: `${value}, again` }))
        .compile(),
    ),
  )

/**
 * The names that a copy of the file has, without its log. Another process copies: closing a file that SQLite has open ends its locks
 * in this one.
 */
const namesIn = (file: string): ReadonlyArray<unknown> => {
  const copy = `${file}-copied`
  execFileSync("cp", [file, copy])
  const raw = new BetterSqlite(copy)
  const isMade = raw.prepare("select 1 from sqlite_master where name = 'setting'").get() !== undefined
  const names = isMade ? raw.prepare("select name from setting order by name").pluck().all() : []
  raw.close()
  for (const end of ["", "-wal", "-shm"]) rmSync(`${copy}${end}`, { force: true })
  return names
}
