/**
 * The bytes of an SQLite file, and of its log, after an upgrade: nothing that could give card data away is found in them.
 */
import { copyFile, readdir, readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import BetterSqlite from "better-sqlite3"
import { Effect, Logger } from "effect"
import { describe, expect, it } from "vitest"
import { migrate, openDatabase } from "../src/sql/sqlite/database.ts"
import { cleanFreedPages } from "../src/sql/sqlite/freed-pages.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import { freshFile } from "./sqlite-file.ts"

/** What a service of that time left: keys of card payments, their fingerprints, and the key these were made under. */
const fixture = new URL("./fixtures/sqlite-0010-held-jobs.sql", import.meta.url)
const oldKey = "3q2+7wq1T0bX1nGm2l0s4v8yWb7uF5kR9cZx6aHdJtE="
const oldFingerprints = [
  "-4adpTLsAM7kFNbBQJsl4DBG9_hjjaG5-av_Te00iNg",
  "M83D7bI7wQUD4X3PBSyws3RZfze354Tdfy7EkfCqduI",
] as const

/** Begins each fingerprint of a request that was forgotten before the upgrade. */
const forgotten = "forgotten-fingerprint"

/** A file as a killed service leaves it: with rows that were deleted, and a log that was not moved into the file. */
const leftBehind = Effect.gen(function* () {
  const written = yield* freshFile
  const file = yield* freshFile
  yield* Effect.promise(async () => {
    const database = openDatabase(written)
    database.pragma("foreign_keys = OFF")
    database.pragma("secure_delete = OFF") // as it was then
    database.exec(await readFile(fixture, "utf8"))
    const insert = database.prepare("insert into idempotency values ('company:1', ?, ?, null, 200, '{}', 0, 0)")
    for (let n = 0; n < 2_000; n++) insert.run(`key ${n}`, `${forgotten}-${n}`)
    database.pragma("wal_checkpoint(passive)")
    database.exec("delete from idempotency where key like 'key %'")
    for (const ending of ["", "-wal"]) await copyFile(`${written}${ending}`, `${file}${ending}`)
    database.close()
  })
  return file
})

const bytesBeside = (file: string) =>
  Effect.promise(async () => {
    const folder = dirname(file)
    const names = await readdir(folder)
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name))))).toString("latin1")
  })

const secretsIn = (bytes: string): ReadonlyArray<string> =>
  [oldKey, ...oldFingerprints, forgotten].filter((secret) => bytes.includes(secret))

const isMarked = (file: string): boolean => {
  const database = new BetterSqlite(file, { readonly: true })
  const mark = database.prepare("select 1 from setting where name = 'uncleaned'").get()
  database.close()
  return mark !== undefined
}

const onLeftFile = (test: (file: string) => Effect.Effect<void>) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(leftBehind, test)))

/** What a service does to a file at its start, and while it is open. */
const opened = <A>(file: string, work: Effect.Effect<A>) =>
  Effect.orDie(Effect.provide(work, SqliteStorage.layer(file)))

describe("a file that kept fingerprints of card data", () => {
  it("has none of them in its bytes once it was opened, nor in its log, nor the key they were made under", () =>
    onLeftFile((file) =>
      Effect.gen(function* () {
        expect(secretsIn(yield* bytesBeside(file))).toHaveLength(4)
        expect(secretsIn(yield* opened(file, bytesBeside(file)))).toEqual([])
        expect(secretsIn(yield* bytesBeside(file))).toEqual([])
        expect(isMarked(file)).toBe(false)
      }),
    ))

  it("has them after the migration alone: the pages have to be written anew", () =>
    onLeftFile((file) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => migrate(file))
        expect(secretsIn(yield* bytesBeside(file))).not.toEqual([])
        expect(isMarked(file)).toBe(true)
      }),
    ))

  it("is cleaned at the next start where another process kept reading it, or the first was killed in between", () =>
    onLeftFile((file) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => migrate(file))
        const reader = new BetterSqlite(file)
        reader.exec("begin")
        reader.prepare("select * from setting").all()
        const cleaner = openDatabase(file)
        const failure = yield* Effect.orDie(Effect.flip(Effect.tryPromise(() => cleanFreedPages(cleaner, 1))))
        expect(String(failure.cause)).toMatch(/LogInUse|locked/u)
        reader.exec("rollback")
        reader.close()
        cleaner.close()
        expect(isMarked(file)).toBe(true)
        expect(secretsIn(yield* opened(file, bytesBeside(file)))).toEqual([])
        expect(isMarked(file)).toBe(false)
      }),
    ))

  it("serves all the same where it cannot be written anew, and the log says so", () =>
    onLeftFile((file) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => migrate(file))
        const lines: Array<string> = []
        const logger = Logger.make(({ message }) => {
          lines.push(String(message))
        })
        // What the cleaning ends with is refused, as a full disk would refuse what comes before.
        const raw = new BetterSqlite(file)
        raw.exec("create trigger kept before delete on setting begin select raise(abort, 'no'); end")
        raw.close()
        expect(yield* opened(file, Effect.succeed("open")).pipe(Effect.provide(Logger.layer([logger])))).toBe("open")
        expect(lines.join("\n")).toContain("can still be found")
      }),
    ))
})

describe("a new file", () => {
  it("has nothing to be cleaned of", () =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const file = yield* freshFile
          yield* Effect.promise(() => migrate(file))
          expect(isMarked(file)).toBe(false)
        }),
      ),
    ))
})
