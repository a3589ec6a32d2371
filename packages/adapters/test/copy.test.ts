/** Copying a database to another, of its own engine or the other: complete, interrupted at every place, and refused. */
import { existsSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import { expect, it } from "@effect/vitest"
import { instant } from "@vintem/domain/calendar"
import { JobQueue } from "@vintem/domain/ports"
import BetterSqlite from "better-sqlite3"
import { Clock, Effect, type Scope } from "effect"
import fc from "fast-check"
import { sql } from "kysely"
import { describe } from "vitest"
import { copiedTables, passingTables } from "../src/sql/copy/copied-tables.ts"
import { type Copied, sqliteFile } from "../src/sql/copy/copy-side.ts"
import type { CopyStep } from "../src/sql/copy/database-copy.ts"
import { Executor } from "../src/sql/engine/executor.ts"
import * as Settings from "../src/sql/engine/settings.ts"
import { serviceLock } from "../src/sql/sqlite/service-lock.ts"
import { contentsOf, engines, fill, kept, sqlOn, using } from "./copied-shop.ts"
import { copied, copyBetween, interruptedAfter } from "./copy-between.ts"
import { freshFile } from "./sqlite-file.ts"

// Between the other engines: copy.deep.test.ts.
copyBetween("SQLite", "PostgreSQL")

describe.each(["SQLite", "PostgreSQL"] as const)("the tables of %s", (engine) => {
  it.live("are each copied, counted by triggers, or worthless afterwards", () =>
    Effect.gen(function* () {
      const database = yield* engines[engine].fresh
      const tables = yield* using(
        database,
        Effect.flatMap(Executor, ({ dialect, read }) => read("test", dialect.tableNames.compile(dialect.build))),
      )
      const ours = tables.map(({ name }) => name).filter((name) => !/^(?:kysely_|sqlite_)/u.test(name))
      expect(ours.toSorted()).toStrictEqual([...copiedTables.map(({ name }) => name), ...passingTables].toSorted())
    }),
  )
})

describe("a copy", () => {
  const source = Effect.tap(engines.SQLite.fresh, fill)
  const target = engines.SQLite.empty

  it.live("is not begun while a service runs on the file, and no service begins until it has ended", () =>
    Effect.gen(function* () {
      const file = yield* freshFile
      const [from, to] = [sqliteFile(file), yield* target]
      yield* using(from, Effect.void)
      const held = Effect.scoped(serviceLock(file))
      const refused = Effect.andThen(serviceLock(file), Effect.flip(copied(from, to)))
      expect(yield* Effect.scoped(refused)).toMatchObject({ _tag: "SourceServed", file: realpathSync(file) })
      const locks = new Set<string>()
      const onStep = () => Effect.map(Effect.exit(held), ({ _tag }) => void locks.add(_tag))
      yield* copied(from, to, { onStep })
      expect(locks).toStrictEqual(new Set(["Failure"]))
      yield* held
    }),
  )

  it.live("is whole when it was interrupted after every single batch", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* source, yield* target]
      let runs = 1
      while (!(yield* interruptedAfter(1, from, to))) runs += 1
      expect(runs).toBeGreaterThan(2 * copiedTables.length)
      expect(yield* contentsOf(to)).toStrictEqual(yield* contentsOf(from))
    }),
  )

  it.live("is whole after any interruptions, whatever the size of its batches", () =>
    Effect.gen(function* () {
      const from = yield* source
      const contents = yield* contentsOf(from)
      const runs = fc.array(
        fc.record({ batches: fc.integer({ min: 1, max: 60 }), size: fc.integer({ min: 1, max: 9 }) }),
        {
          minLength: 1,
          maxLength: 5,
        },
      )
      const property = fc.asyncProperty(runs, (interruptions) =>
        Effect.gen(function* () {
          const to = yield* target
          for (const { batches, size } of interruptions) yield* interruptedAfter(batches, from, to, size)
          yield* copied(from, to)
          expect(yield* contentsOf(to)).toStrictEqual(contents)
        }).pipe(Effect.scoped, Effect.runPromise),
      )
      yield* Effect.promise(() => fc.assert(property, { numRuns: 6 }))
    }),
  )

  it.live("reports where it resumes", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* source, yield* target]
      const steps: Array<CopyStep> = []
      const isHalfWay = ({ table, rows, step }: CopyStep) => step === "copied" && table === "orders" && rows >= 3
      yield* Effect.exit(copied(from, to, { onStep: (step) => (isHalfWay(step) ? Effect.interrupt : Effect.void) }))
      yield* copied(from, to, { onStep: (step) => Effect.sync(() => steps.push(step)) })
      expect(steps.slice(0, 2)).toStrictEqual([
        { step: "resumed", table: "orders", rows: 3, total: kept },
        { step: "copied", table: "orders", rows: 6, total: kept },
      ])
    }),
  )

  const refused = (
    title: string,
    expected: object,
    prepare: (from: Copied, to: Copied) => Effect.Effect<unknown, unknown, Scope.Scope>,
  ) =>
    it.live(title, () =>
      Effect.gen(function* () {
        const [from, to] = [yield* source, yield* target]
        yield* prepare(from, to)
        const before = yield* Effect.exit(contentsOf(from))
        expect(yield* Effect.flip(copied(from, to))).toMatchObject(expected)
        expect(yield* Effect.exit(contentsOf(from))).toStrictEqual(before)
      }),
    )

  const fromLater = sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`
  const asEarlier = sql`delete from kysely_migration where name = '0001-schema'`

  refused("is refused where a later version has migrated the source", { _tag: "SideIsNewer", side: "source" }, (from) =>
    sqlOn(from, fromLater),
  )
  refused(
    "is refused where a later version has migrated the target",
    { _tag: "SideIsNewer", side: "target" },
    (_, to) => Effect.andThen(using(to, Effect.void), sqlOn(to, fromLater)),
  )
  refused("is refused into a database with orders of its own", { _tag: "TargetNotEmpty", table: "company" }, (_, to) =>
    fill(to),
  )
  refused("is refused into a copy of another database", { _tag: "TargetOfAnother" }, (_, to) =>
    Effect.flatMap(source, (other) => copied(other, to)),
  )
  refused(
    "is refused while jobs are done on the source",
    { _tag: "SourceInUse", jobs: 2 },
    Effect.fnUntraced(function* (from) {
      const now = instant(yield* Clock.currentTimeMillis)
      const until = instant(now + 3_600_000)
      yield* using(
        from,
        Effect.flatMap(JobQueue, ({ claim }) => claim({ queue: "work", lease: "mine", now, until, limit: 2 })),
      )
    }),
  )
  refused(
    "is not gone on with where the source was written to since",
    { _tag: "SourceChanged", tables: ["reminder"] },
    (from, to) => Effect.andThen(interruptedAfter(20, from, to), sqlOn(from, addReminder)),
  )
  refused(
    "is refused from a copy that was interrupted",
    { _tag: "SourceUnfinished" },
    Effect.fnUntraced(function* (from) {
      const record = { source: "", marks: {}, place: { table: "job", after: null, rows: 0 } }
      yield* sqlOn(from, sql`insert into setting (name, value) values ('copy', ${JSON.stringify(record)})`)
    }),
  )

  it.live("is refused if a row refers to nothing, as other programs may leave it", () =>
    Effect.gen(function* () {
      const file = yield* freshFile
      yield* fill(sqliteFile(file))
      const careless = new BetterSqlite(file)
      careless.pragma("foreign_keys = off")
      careless.exec("delete from product where id = 3")
      careless.close()
      expect(yield* Effect.flip(copied(sqliteFile(file), yield* target))).toMatchObject({
        _tag: "SourceBroken",
        table: "checkout",
      })
    }),
  )

  it.live("is refused from an outdated database, which stays unchanged", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* source, yield* target]
      yield* sqlOn(from, asEarlier)
      for (let times = 0; times < 2; times++) {
        expect(yield* Effect.flip(copied(from, to))).toMatchObject({
          _tag: "SourceOutdated",
          pending: ["0001-schema"],
        })
      }
    }),
  )

  it.live("leaves an outdated database in use unchanged", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* source, yield* source]
      yield* sqlOn(to, asEarlier)
      for (let times = 0; times < 2; times++) {
        expect(yield* Effect.flip(copied(from, to))).toMatchObject({ _tag: "TargetNotEmpty" })
      }
    }),
  )

  it.live("replaces the settings of a database that was started and never used", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* source, yield* target]
      const settings = Effect.flatMap(Settings.Settings, ({ keep }) =>
        Effect.all([keep("secret_key_check", "of another key"), keep("its own", "value")]),
      )
      yield* using(to, settings)
      yield* copied(from, to)
      expect(yield* contentsOf(to)).toStrictEqual(yield* contentsOf(from))
    }),
  )

  it.live("may be copied in its turn", () =>
    Effect.gen(function* () {
      const [first, second, third] = [yield* source, yield* target, yield* target]
      yield* copied(first, second)
      yield* copied(second, third)
      expect(yield* contentsOf(third)).toStrictEqual(yield* contentsOf(first))
    }),
  )

  it.live("continues despite an expired lease, as a killed worker leaves it", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* source, yield* target]
      const claim = { queue: "work", lease: "dead", now: instant(1_000), until: instant(2_000), limit: 1 } as const
      yield* using(
        from,
        Effect.flatMap(JobQueue, (queue) => queue.claim(claim)),
      )
      yield* copied(from, to)
      expect(yield* contentsOf(to)).toStrictEqual(yield* contentsOf(from))
    }),
  )

  it.live("of a missing file creates none, on neither side", () =>
    Effect.gen(function* () {
      const [missing, to] = [yield* freshFile, yield* freshFile]
      expect(yield* Effect.flip(copied(sqliteFile(missing), sqliteFile(to)))).toMatchObject({
        _tag: "SideUnavailable",
        side: "source",
        operation: "sqlite.open",
      })
      expect([existsSync(missing), existsSync(to)]).toStrictEqual([false, false])
    }),
  )

  it.live("of a file that is no database is refused", () =>
    Effect.gen(function* () {
      const file = yield* freshFile
      writeFileSync(file, "no database at all, and long enough for a header of one")
      const [other, from] = [sqliteFile(file), yield* source]
      expect(yield* Effect.flip(copied(other, yield* target))).toMatchObject({ side: "source" })
      expect(yield* Effect.flip(copied(from, other))).toMatchObject({ side: "target" })
    }),
  )

  it.live("of a file into itself is refused, by whatever name", () =>
    Effect.gen(function* () {
      const [file, link] = [yield* freshFile, yield* freshFile]
      yield* fill(sqliteFile(file))
      symlinkSync(file, link)
      expect(yield* Effect.flip(copied(sqliteFile(file), sqliteFile(file)))).toMatchObject({ _tag: "OneDatabase" })
      expect(yield* Effect.flip(copied(sqliteFile(file), sqliteFile(link)))).toMatchObject({ _tag: "OneDatabase" })
      const copy = yield* target
      yield* copied(sqliteFile(file), copy)
      expect(yield* Effect.flip(copied(copy, copy))).toMatchObject({ _tag: "OneDatabase" })
    }),
  )

  /** Runs a copy, and the disturbance once it has copied the orders. */
  const disturbed = (from: Copied, to: Copied, disturbance: Effect.Effect<unknown, unknown>) => {
    let isDone = false
    const onStep = ({ step, table, rows }: CopyStep) => {
      if (isDone || step !== "copied" || table !== "orders" || rows < kept) return Effect.void
      isDone = true
      return Effect.asVoid(Effect.orDie(disturbance))
    }
    return Effect.flip(copied(from, to, { onStep }))
  }

  it.live("fails its comparison if the source gains rows meanwhile", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* source, yield* target]
      expect(yield* disturbed(from, to, sqlOn(from, addReminder))).toMatchObject({
        _tag: "SourceChanged",
        tables: ["reminder"],
      })
    }),
  )

  it.live("fails its comparison if rows of the source change meanwhile", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* source, yield* target]
      expect(yield* disturbed(from, to, sqlOn(from, sql`update orders set version = 9 where id = 1`))).toMatchObject({
        _tag: "CopyDiffers",
        tables: [{ table: "orders", missing: 1 }],
      })
    }),
  )

  it.live("fails its comparison if the target gains rows meanwhile", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* source, yield* target]
      const surplus = sql`insert into webhook_sequence (company_id, order_number, last) values (1, 'a', 1)`
      expect(yield* disturbed(from, to, sqlOn(to, surplus))).toMatchObject({
        _tag: "CopyDiffers",
        tables: [{ table: "webhook_sequence", missing: 0, surplus: 1 }],
      })
    }),
  )

  it.live("is given up if the target has a row before it is copied", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* source, yield* target]
      const early = sql`insert into mail_count values ('recipient 1', 'reminder', 'company', '2026-03-01', 9)`
      const expected = { _tag: "TargetChanged", table: "mail_count" }
      expect(yield* disturbed(from, to, sqlOn(to, early))).toMatchObject(expected)
    }),
  )

  it.live("is given up if another copy records its progress there", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* source, yield* target]
      const touched = sql`update setting set value = value || ' ' where name = 'copy'`
      const expected = { _tag: "TargetChanged", table: "setting" }
      expect(yield* disturbed(from, to, sqlOn(to, touched))).toMatchObject(expected)
    }),
  )

  it.live("gives way to another that has resumed it", () =>
    Effect.gen(function* () {
      const [locked, to] = [yield* source, yield* target]
      const from = { ...locked, alone: Effect.void } // as of PostgreSQL, which two may copy at once
      expect(yield* disturbed(from, to, copied(from, to))).toMatchObject({ _tag: "TargetChanged" })
      expect(yield* contentsOf(to)).toStrictEqual(yield* contentsOf(from))
    }),
  )

  it.live("begins in a database whose migration was interrupted", () =>
    Effect.gen(function* () {
      const from = yield* source
      const file = yield* freshFile
      const to = sqliteFile(file)
      yield* sqlOn(to, sql`create table kysely_migration (name text primary key, timestamp text not null)`)
      yield* copied(from, to)
      expect(yield* contentsOf(to)).toStrictEqual(yield* contentsOf(from))
    }),
  )
})

const addReminder = sql`insert into reminder (company_id, link_slug, rule_token, day) values (1, 'a', 'b', 'c')`
