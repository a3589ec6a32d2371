/** The bytes of an SQLite file and of its log, after a start that cleans them: deleted data is not found in them. */
import { copyFile, readdir, readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import BetterSqlite from "better-sqlite3"
import { Effect, Logger } from "effect"
import { describe, expect, it } from "vitest"
import { migrate, openDatabase } from "../src/sql/sqlite/database.ts"
import { cleanFreedPages } from "../src/sql/sqlite/freed-pages.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import { freshFile } from "./sqlite-file.ts"

/** Begins each deleted value. */
const deleted = "deleted-value"

/**
 * A file as a killed service leaves it: rows were deleted, the mark requests a cleaning, and the log was not moved into
 * the file.
 */
const leftBehind = Effect.gen(function* () {
  const written = yield* freshFile
  const file = yield* freshFile
  yield* Effect.promise(async () => {
    await migrate(written)
    const database = openDatabase(written)
    database.pragma("secure_delete = OFF") // only so that the test finds what the cleaning removes
    const insert = database.prepare("insert into idempotency values (1, 'company', ?, ?, null, 200, '{}', 0, 0)")
    for (let n = 0; n < 2_000; n++) insert.run(`key ${n}`, `${deleted}-${n}`)
    database.pragma("wal_checkpoint(passive)")
    database.exec("delete from idempotency where key like 'key %'; insert into setting values ('uncleaned', '')")
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

const hasDeleted = (bytes: string): boolean => bytes.includes(deleted)

const isMarked = (file: string): boolean => {
  const database = new BetterSqlite(file, { readonly: true })
  const mark = database.prepare("select 1 from setting where name = 'uncleaned'").get()
  database.close()
  return mark !== undefined
}

const onLeftFile = (test: (file: string) => Effect.Effect<void>) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(leftBehind, test)))

/** A service's actions on a file at its start, and while it is open. */
const opened = <A>(file: string, work: Effect.Effect<A>) =>
  Effect.orDie(Effect.provide(work, SqliteStorage.layer(file)))

describe("a file with deleted data", () => {
  it("has none of it in its bytes once it was opened, nor in its log", () =>
    onLeftFile((file) =>
      Effect.gen(function* () {
        expect(hasDeleted(yield* bytesBeside(file))).toBe(true)
        expect(hasDeleted(yield* opened(file, bytesBeside(file)))).toBe(false)
        expect(hasDeleted(yield* bytesBeside(file))).toBe(false)
        expect(isMarked(file)).toBe(false)
      }),
    ))

  it("is cleaned at the next start if another process kept reading it, or the first was killed in between", () =>
    onLeftFile((file) =>
      Effect.gen(function* () {
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
        expect(hasDeleted(yield* opened(file, bytesBeside(file)))).toBe(false)
        expect(isMarked(file)).toBe(false)
      }),
    ))

  it("serves all the same if it cannot be rewritten, and the log says so", () =>
    onLeftFile((file) =>
      Effect.gen(function* () {
        const lines: Array<string> = []
        const logger = Logger.make(({ message }) => {
          lines.push(String(message))
        })
        // The cleaning's last step is refused, as a full disk would refuse an earlier one.
        const raw = new BetterSqlite(file)
        raw.exec("create trigger kept before delete on setting begin select raise(abort, 'no'); end")
        raw.close()
        expect(yield* opened(file, Effect.succeed("open")).pipe(Effect.provide(Logger.layer([logger])))).toBe("open")
        expect(lines.join("\n")).toContain("can still be found")
      }),
    ))
})

describe("a new file", () => {
  it("needs no cleaning", () =>
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
