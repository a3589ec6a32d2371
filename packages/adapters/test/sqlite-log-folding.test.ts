/**
 * What a copy of the file alone has, made while the service goes on: `cp vintem.db`.
 */
import { execFileSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { dirname } from "node:path"
import BetterSqlite from "better-sqlite3"
import { Effect, Fiber, type Layer } from "effect"
import { describe, expect, it, vi } from "vitest"
import { Executor } from "../src/kysely/executor.ts"
import { migrate, openDatabase } from "../src/kysely/sqlite/database.ts"
import * as SqliteStorage from "../src/kysely/sqlite/sqlite-storage.ts"
import { freshFile } from "./sqlite-file.ts"

describe("the SQLite file alone", () => {
  it("has everything after a quiet moment", () =>
    onFreshFile((file) =>
      Effect.gen(function* () {
        yield* put("one")
        yield* put("two")
        yield* eventuallyHas(file, ["one", "two"])
        yield* put("three") // it is no matter of the first moment only
        yield* eventuallyHas(file, ["one", "two", "three"])
      }).pipe(Effect.provide(SqliteStorage.layer(file))),
    ))

  it("is not far behind where no moment is quiet", () =>
    onFreshFile((file) =>
      Effect.gen(function* () {
        yield* put("first")
        let commits = 0
        const busy = yield* Effect.forkChild(
          Effect.forever(
            Effect.suspend(() => {
              commits += 1
              return Effect.andThen(put(`again ${commits % 10}`), Effect.sleep(5))
            }),
          ),
        )
        yield* eventuallyHas(file, ["first"])
        const later = `later ${commits}`
        yield* put(later)
        yield* eventuallyHas(file, [later])
        expect(busy.pollUnsafe()).toBe(undefined)
        yield* Fiber.interrupt(busy)
      }).pipe(Effect.provide(SqliteStorage.layer(file))),
    ))

  it("has everything once whoever was reading it has ended", () =>
    onFreshFile((file) =>
      Effect.gen(function* () {
        yield* put("before")
        yield* eventuallyHas(file, ["before"])
        const reader = new BetterSqlite(file, { readonly: true })
        reader.exec("begin")
        reader.prepare("select * from setting").all()
        yield* put("meanwhile")
        yield* Effect.sleep(1_000) // so that moving it has been tried in vain
        expect(namesIn(file)).not.toContain("meanwhile")
        reader.exec("commit")
        yield* eventuallyHas(file, ["meanwhile"])
        reader.close()
      }).pipe(Effect.provide(SqliteStorage.layer(file))),
    ))

  it("gets what a process left in the log that was killed, before anything else is committed", () =>
    onFreshFile((file) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => migrate(file))
        const killed = openDatabase(file)
        killed.exec("insert into setting (name, value) values ('of the dead', '')")
        const folder = dirname(file)
        for (const end of ["", "-wal"]) execFileSync("cp", [`${file}${end}`, `${folder}/copy.db${end}`])
        killed.close()
        expect(namesIn(`${folder}/copy.db`)).not.toContain("of the dead")
        yield* Effect.provide(
          eventuallyHas(`${folder}/copy.db`, ["of the dead"]),
          SqliteStorage.layer(`${folder}/copy.db`),
        )
      }),
    ))

  it("has everything when it is closed, and is alone then", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        yield* Effect.provide(put("last"), SqliteStorage.layer(file))
        expect(readdirSync(dirname(file))).toEqual(["vintem.db"])
        expect(namesIn(file)).toContain("last")
      }),
    ))

  it("has everything when it is closed while others have it open", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        yield* Effect.promise(() => migrate(file))
        const other = openDatabase(file)
        yield* Effect.provide(put("last"), SqliteStorage.layer(file))
        expect(namesIn(file)).toContain("last")
        other.close()
      }),
    ))
})

type Stored = Layer.Success<ReturnType<typeof SqliteStorage.layer>>

const onFreshFile = <E>(test: (file: string) => Effect.Effect<void, E, never>): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(freshFile, test)))

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
  const names = isMade ? raw.prepare("select name from setting").pluck().all() : []
  raw.close()
  execFileSync("rm", ["-f", copy, `${copy}-wal`, `${copy}-shm`])
  return names
}

/** A copy that is made amid the moving may be torn: then it is made again. */
const eventuallyHas = (file: string, names: ReadonlyArray<string>) =>
  Effect.promise(() =>
    vi.waitFor(() => expect(namesIn(file)).toEqual(expect.arrayContaining([...names])), {
      timeout: 120_000,
      interval: 20,
    }),
  )
