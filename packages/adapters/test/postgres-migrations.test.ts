/** Migrating a PostgreSQL database, alone or with others on it. */
import { Effect, type Scope } from "effect"
import { sql } from "kysely"
import type { Migration } from "kysely/migration"
import { Client } from "pg"
import { describe, expect, it } from "vitest"
import { postgres } from "../src/sql/engine/dialect.ts"
import { MigrationLocked, migrate, pendingMigrations } from "../src/sql/postgres/database.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import { migrations } from "../src/sql/schema/migrations.ts"
import { emptyDatabase } from "./postgres-database.ts"

describe("a database", () => {
  it("gets every table, and then lacks no migration", () =>
    onEmptyDatabase(
      Effect.fnUntraced(function* (url, client) {
        const before = yield* told(pendingMigrations(client))
        expect(before).toStrictEqual(["0001-schema"])
        const pending = Effect.flatMap(PostgresStorage.PostgresDatabase, (database) => database.pendingMigrations)
        expect(yield* Effect.provide(pending, PostgresStorage.layerUnmigrated(url))).toStrictEqual(before)
        expect(yield* Effect.provide(pending, PostgresStorage.layer(url))).toStrictEqual([])
        expect(yield* told(tablesOf(client))).toContain("orders")
      }),
    ))

  it("is migrated once, however many processes begin together, and a repetition changes nothing", () =>
    onEmptyDatabase(
      Effect.fnUntraced(function* (url, client) {
        yield* told(Promise.all(Array.from({ length: 3 }, () => migrate(url, 30_000))))
        const after = yield* told(lookAt(client))
        yield* told(migrate(url))
        expect(yield* told(lookAt(client))).toStrictEqual(after)
        expect(after.pending).toStrictEqual([])
      }),
    ))

  it("is given up if another process migrates it all the while", () =>
    onEmptyDatabase(
      Effect.fnUntraced(function* (url, client) {
        yield* told(client.query("select pg_advisory_lock(4127853206)"))
        const failure = yield* Effect.flip(open(url, 1))
        expect(failure).toMatchObject({
          fault: "locked",
          operation: "postgres.open",
          cause: { migration: null, holders: [] },
        })
        expect(yield* told(tablesOf(client))).toStrictEqual([])
        yield* told(client.query("select pg_advisory_unlock_all()"))
        yield* open(url)
        expect(yield* told(pendingMigrations(client))).toStrictEqual([])
      }),
    ))

  it("is given up if another connection holds a table for too long, names the table, and keeps the earlier steps", () =>
    onEmptyDatabase(
      Effect.fnUntraced(function* (url, client) {
        yield* told(migrate(url))
        yield* told(client.query("begin; lock table company in row exclusive mode"))
        const { rows } = yield* told(client.query<{ pid: number }>("select pg_backend_pid() as pid"))
        const failure = yield* Effect.flip(Effect.tryPromise({ try: () => migrate(url, 1, later), catch: locked }))
        const holder = { table: "company", mode: "RowExclusiveLock", pid: rows[0]?.pid, application: "somebody else" }
        expect(failure).toMatchObject({ migration: "0003-city", holders: [holder] })
        expect(String(failure)).toContain("company (RowExclusiveLock) by process")
        yield* told(client.query("rollback"))
        expect(yield* told(pendingMigrations(client, later))).toStrictEqual(["0003-city"])
        yield* told(migrate(url, 30_000, later))
        expect(yield* told(pendingMigrations(client, later))).toStrictEqual([])
      }),
    ))

  it("waits for a writer", () =>
    onEmptyDatabase(
      Effect.fnUntraced(function* (url, client) {
        yield* told(migrate(url))
        yield* told(client.query("begin; lock table company in row exclusive mode"))
        const release = told(
          client
            .query("select pg_sleep(0.1)")
            .then(() => client.query("insert into setting values ('theirs', ''); commit")),
        )
        yield* Effect.all([told(migrate(url, 30_000, later)), release], { concurrency: "unbounded" })
        expect(yield* told(pendingMigrations(client, later))).toStrictEqual([])
        expect((yield* told(client.query("select name from setting"))).rows).toStrictEqual([{ name: "theirs" }])
      }),
    ))

  it("keeps the migrations before one that fails, and nothing of that one", () =>
    onEmptyDatabase(
      Effect.fnUntraced(function* (url, client) {
        yield* told(client.query("create table in_the_way (id int)"))
        const failing = {
          ...later,
          "0003-city": step("create table half_way (id int)", "create table in_the_way (id int)"),
        }
        const failure = yield* Effect.flip(
          Effect.tryPromise({ try: () => migrate(url, 1_000, failing), catch: String }),
        )
        expect(failure).toContain("in_the_way")
        expect(yield* told(pendingMigrations(client, failing))).toStrictEqual(["0003-city"])
        const tables = yield* told(tablesOf(client))
        expect([tables.includes("orders"), tables.includes("half_way")]).toStrictEqual([true, false])
      }),
    ))

  it.each([
    ["brought up to date", PostgresStorage.layer],
    ["taken as it is", PostgresStorage.layerUnmigrated],
    ["looked at", PostgresStorage.layerReadOnly],
  ])("is refused if a later version has migrated it: %s", (_, layer) =>
    onEmptyDatabase(
      Effect.fnUntraced(function* (url, client) {
        yield* told(migrate(url))
        yield* told(client.query("insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')"))
        const failure = yield* Effect.flip(Effect.provide(Effect.void, layer(url)))
        expect(failure).toMatchObject({
          fault: "corrupt",
          operation: "postgres.open",
          cause: { name: "DatabaseIsNewer" },
        })
      }),
    ),
  )
})

/** A migration of these statements. */
const step = (...statements: ReadonlyArray<string>): Migration => ({
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

/** A later version's possible changes: its own step, and a changed table. */
const later = {
  ...migrations(postgres),
  "0002-note": step("create table note (id bigint)"),
  "0003-city": step("alter table company add column state text"),
}

const locked = (cause: unknown): MigrationLocked => {
  expect(cause).toBeInstanceOf(MigrationLocked)
  return cause instanceof MigrationLocked ? cause : new MigrationLocked(null, [])
}

const told = <A>(answer: Promise<A>): Effect.Effect<A> => Effect.promise(() => answer)

const open = (url: string, lockTimeoutMillis?: number) =>
  Effect.provide(Effect.void, PostgresStorage.layer(url, { lockTimeoutMillis }))

/** With another connection, which looks on. */
const onEmptyDatabase = <A, E>(test: (url: string, client: Client) => Effect.Effect<A, E, Scope.Scope>): Promise<A> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        const client = new Client({ connectionString: url, application_name: "somebody else" })
        yield* Effect.acquireRelease(told(client.connect()), () => told(client.end()))
        return yield* test(url, client)
      }),
    ),
  )

const namesIn = async (client: Client, query: string): Promise<ReadonlyArray<string>> =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)

const tablesOf = (client: Client) =>
  namesIn(
    client,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1",
  )

/** A database's columns, indexes and triggers, and the migrations that it lacks. */
const lookAt = async (client: Client) => ({
  columns: await namesIn(
    client,
    "select concat_ws(' ', table_name, column_name, data_type, is_nullable) as name from information_schema.columns where table_schema = 'public' order by 1",
  ),
  indexes: await namesIn(client, "select indexdef as name from pg_indexes where schemaname = 'public' order by 1"),
  triggers: await namesIn(client, "select tgname as name from pg_trigger where not tgisinternal order by 1"),
  pending: await pendingMigrations(client),
})
