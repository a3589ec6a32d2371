/**
 * What a copy of the file alone has, made while the service goes on: `cp vintem.db`.
 */
import { execFileSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { Executor } from "../src/kysely/executor.ts"
import { migrate, openDatabase } from "../src/kysely/sqlite/database.ts"
import * as SqliteStorage from "../src/kysely/sqlite/sqlite-storage.ts"
import { freshFile } from "./sqlite-file.ts"

describe("the SQLite file alone", () => {
  it.effect("has everything a second after the last commit, each time", () =>
    onFreshFile((file) =>
      Effect.gen(function* () {
        yield* put("one")
        yield* put("two")
        expect(namesIn(file)).not.toContain("one")
        yield* TestClock.adjust(1_000)
        expect(namesIn(file)).toEqual(["one", "two"])
        yield* put("three")
        expect(namesIn(file)).not.toContain("three")
        yield* TestClock.adjust(1_000)
        expect(namesIn(file)).toEqual(["one", "three", "two"])
      }).pipe(Effect.provide(SqliteStorage.layer(file))),
    ),
  )

  it.effect("is no more than ten seconds behind where no moment is quiet", () =>
    onFreshFile((file) =>
      Effect.gen(function* () {
        for (const name of ["one", "two", "three"]) {
          yield* put(name)
          for (let tenths = 0; tenths < 99; tenths += 1) {
            yield* TestClock.adjust(100)
            yield* put("again")
          }
          yield* TestClock.adjust(100)
          expect(namesIn(file)).toContain(name)
        }
      }).pipe(Effect.provide(SqliteStorage.layer(file))),
    ),
  )

  it.effect("has everything once whoever was reading it has ended", () =>
    onFreshFile((file) =>
      Effect.gen(function* () {
        yield* put("before")
        yield* TestClock.adjust(1_000)
        const reader = new BetterSqlite(file, { readonly: true })
        reader.exec("begin")
        reader.prepare("select * from setting").all()
        yield* put("meanwhile")
        yield* TestClock.adjust(60_000)
        expect(namesIn(file)).toEqual(["before"])
        reader.exec("commit")
        yield* TestClock.adjust(2_000)
        expect(namesIn(file)).toEqual(["before", "meanwhile"])
        reader.close()
      }).pipe(Effect.provide(SqliteStorage.layer(file))),
    ),
  )

  it.effect("gets what a process left in the log that was killed, before anything else is committed", () =>
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
          expect(namesIn(left)).toEqual(["of the dead"])
        }).pipe(Effect.provide(SqliteStorage.layer(left)))
      }),
    ),
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

/** One commit. */
const put = (name: string): Effect.Effect<unknown, unknown, Stored> =>
  Effect.flatMap(Executor, ({ dialect: { build }, write }) =>
    write(
      "test.put",
      build
        .insertInto("setting")
        .values({ name, value: "" })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: "again" }))
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
  execFileSync("rm", ["-f", copy, `${copy}-wal`, `${copy}-shm`])
  return names
}
