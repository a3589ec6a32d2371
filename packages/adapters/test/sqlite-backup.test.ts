/** A database that is copied while others write to it, and restored: the copy's content, and the refusals. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import BetterSqlite from "better-sqlite3"
import { Effect, Option } from "effect"
import * as SqliteBackup from "../src/sql/sqlite/backup.ts"
import { migrate, openDatabase } from "../src/sql/sqlite/database.ts"
import { serviceLock } from "../src/sql/sqlite/service-lock.ts"
import { freshFile } from "./sqlite-file.ts"

const silent = () => Effect.void

/** A migrated database, with a table whose rows are counted; it ends with the scope. */
const database = Effect.gen(function* () {
  const file = yield* freshFile
  yield* Effect.promise(() => migrate(file))
  const open = yield* Effect.acquireRelease(
    Effect.sync(() => openDatabase(file)),
    (one) => Effect.sync(() => one.close()),
  )
  open.exec("create table written (id integer primary key, text text)")
  return { file, open, write: (rows: number) => fill(open, rows), folder: dirname(file) }
})

const fill = (open: BetterSqlite.Database, rows: number): void => {
  const insert = open.prepare("insert into written (text) values (?)")
  open.transaction(() => {
    for (let row = 0; row < rows; row += 1) insert.run("x".repeat(1_000))
  })()
}

const rowsIn = (file: string): number => {
  const open = new BetterSqlite(file, { readonly: true })
  try {
    return open.prepare<[], number>("select count(*) from written").pluck().get() ?? 0
  } finally {
    open.close()
  }
}

describe("a backup", () => {
  it.live("has everything committed when it began, and nothing that is committed meanwhile", () =>
    Effect.gen(function* () {
      const { file, folder, write } = yield* database
      write(20_000)
      const to = join(folder, "copy.db")
      const told: Array<SqliteBackup.PagesCopied> = []
      const onProgress = (progress: SqliteBackup.PagesCopied) =>
        Effect.sync(() => {
          told.push(progress)
          write(10)
        })
      const { bytes } = yield* SqliteBackup.backup({ from: file, to, onProgress })
      expect(told.length).toBeGreaterThan(1)
      expect([rowsIn(to), rowsIn(file)]).toEqual([20_000, 20_000 + 10 * told.length])
      expect(bytes).toBe(statSync(to).size)
    }),
  )

  it.live("is one file, for its owner alone", () =>
    Effect.gen(function* () {
      const { file, folder, write } = yield* database
      write(1)
      const to = join(folder, "copy.db")
      yield* SqliteBackup.backup({ from: file, to, onProgress: silent })
      expect(rowsIn(to)).toBe(1)
      expect(readdirSync(folder).filter((name) => name.startsWith("copy"))).toEqual(["copy.db"])
      expect(statSync(to).mode & 0o777).toBe(0o600)
    }),
  )

  it.live("overwrites nothing, and leaves nothing if it fails", () =>
    Effect.gen(function* () {
      const { file, folder } = yield* database
      const kept = join(folder, "kept.db")
      writeFileSync(kept, "something else")
      const faults = [
        yield* Effect.flip(SqliteBackup.backup({ from: file, to: kept, onProgress: silent })),
        yield* Effect.flip(SqliteBackup.backup({ from: file, to: file, onProgress: silent })),
        yield* Effect.flip(SqliteBackup.backup({ from: file, to: join(folder, "no", "copy.db"), onProgress: silent })),
      ]
      expect(faults).toMatchObject([
        { _tag: "FileExists", file: kept },
        { _tag: "FileExists", file },
        { _tag: "NoFolder", folder: join(folder, "no") },
      ])
      expect(readFileSync(kept, "utf8")).toBe("something else")
      expect(readdirSync(folder).filter((name) => name.includes("copy") || name.includes("part"))).toEqual([])
    }),
  )

  it.live("that is interrupted leaves no file", () =>
    Effect.gen(function* () {
      const { file, folder, write } = yield* database
      write(20_000)
      const to = join(folder, "copy.db")
      const ended = yield* Effect.timeoutOption(
        SqliteBackup.backup({ from: file, to, onProgress: () => Effect.sync(() => write(1)) }),
        1,
      )
      expect(Option.isNone(ended)).toBe(true)
      expect(readdirSync(folder).filter((name) => name.startsWith("copy"))).toEqual([])
    }),
  )

  it.live("of a foreign database is refused", () =>
    Effect.gen(function* () {
      const file = yield* freshFile
      const [text, foreign, to] = ["text", "foreign", "copy"].map((name) => join(dirname(file), `${name}.db`))
      writeFileSync(String(text), "not a database at all, whatever its name says".repeat(30))
      new BetterSqlite(String(foreign)).exec("create table t (x)").close()
      for (const from of [String(text), String(foreign), file]) {
        const fault = yield* Effect.flip(SqliteBackup.backup({ from, to: String(to), onProgress: silent }))
        expect([from, fault]).toMatchObject([from, { _tag: "NoDatabase", file: from }])
      }
    }),
  )

  it.live("of a later version's database is refused", () =>
    Effect.gen(function* () {
      const { file, folder, open } = yield* database
      open.prepare("insert into kysely_migration (name, timestamp) values ('9999-later', '')").run()
      const to = join(folder, "copy.db")
      const fault = yield* Effect.flip(SqliteBackup.backup({ from: file, to, onProgress: silent }))
      expect(fault).toMatchObject({ _tag: "WrittenByLater", file })
    }),
  )

  it.live("that came out damaged does not get its name", () =>
    Effect.gen(function* () {
      const { file, folder, open, write } = yield* database
      write(200)
      open.pragma("wal_checkpoint(TRUNCATE)")
      const bytes = readFileSync(file)
      const broken = join(folder, "broken.db")
      // The last page is one of rows: its header says nothing sensible any more.
      writeFileSync(broken, Buffer.concat([bytes.subarray(0, -4_096), Buffer.alloc(4_096, 0xff)]))
      const to = join(folder, "copy.db")
      const fault = yield* Effect.flip(SqliteBackup.backup({ from: broken, to, onProgress: silent }))
      expect(fault._tag).toBe("FileDamaged")
      expect(readdirSync(folder).filter((name) => name.startsWith("copy"))).toEqual([])
    }),
  )
})

describe("a restore", () => {
  it.live("recreates the database", () =>
    Effect.gen(function* () {
      const { file, folder, write } = yield* database
      write(500)
      const copy = join(folder, "copy.db")
      yield* SqliteBackup.backup({ from: file, to: copy, onProgress: silent })
      const place = join(folder, "new", "vintem.db")
      mkdirSync(dirname(place))
      yield* SqliteBackup.restore({ from: copy, to: place, onProgress: silent })
      yield* Effect.promise(() => migrate(place))
      expect(rowsIn(place)).toBe(500)
      expect(rowsIn(copy)).toBe(500)
    }),
  )

  it.live.each(["", "-wal", "-shm", "-journal"])("is refused if there is a leftover `vintem.db%s`", (ending) =>
    Effect.gen(function* () {
      const { file, folder } = yield* database
      const copy = join(folder, "copy.db")
      yield* SqliteBackup.backup({ from: file, to: copy, onProgress: silent })
      const place = join(folder, "place.db")
      writeFileSync(`${place}${ending}`, "left")
      const fault = yield* Effect.flip(SqliteBackup.restore({ from: copy, to: place, onProgress: silent }))
      expect(fault).toMatchObject({ _tag: "FileExists", file: `${place}${ending}` })
    }),
  )

  it.live("is refused while a service runs there", () =>
    Effect.gen(function* () {
      const { file, folder } = yield* database
      const copy = join(folder, "copy.db")
      yield* SqliteBackup.backup({ from: file, to: copy, onProgress: silent })
      const place = join(folder, "place.db")
      yield* serviceLock(place)
      const fault = yield* Effect.flip(SqliteBackup.restore({ from: copy, to: place, onProgress: silent }))
      expect(fault._tag).toBe("HeldByAnother")
    }),
  )
})
