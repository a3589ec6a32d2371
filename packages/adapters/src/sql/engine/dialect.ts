/**
 * What differs between the engines. Everything else is one set of queries.
 */

import {
  DummyDriver,
  Kysely,
  type OnConflictBuilder,
  type OnConflictDoNothingBuilder,
  type OnConflictUpdateBuilder,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SelectQueryBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely"
import type { Tables } from "./tables.ts"

export interface Dialect {
  readonly name: "sqlite" | "postgres"
  /**
   * Whether a statement is answered within the process, as fast as it runs. If each one is a round trip to a server, one larger statement
   * costs less than two.
   */
  readonly answersAtOnce: boolean
  /** Builds and compiles queries; it has no connection, so nothing can be run past the `Executor`. */
  readonly build: Kysely<Tables>
  /** The type of a whole number of up to 64 bits. */
  readonly integer: "integer" | "bigint"
  /**
   * The number of the row of a sum that the current transaction adds to. A sum is spread over several rows, because
   * concurrent writers would wait for each other at a single one. Null if there is only one writer at a time, and so
   * one row.
   */
  readonly ownShard: RawBuilder<number> | null
  /** The text that a member has in a column of JSON objects; null if it is null. */
  readonly memberText: (column: string, member: string) => RawBuilder<string | null>
  /** The text at a place of a column of JSON objects, reached by these names; null if nothing is there. */
  readonly placeText: (column: string, ...names: ReadonlyArray<string>) => RawBuilder<string | null>
  /** The elements of a column of JSON arrays, as a table `entry` with a column `value`: names a place in the list of tables. */
  readonly elementsOf: (column: string) => RawBuilder<unknown>
  /** Asks for the tables of the database, `name` by name. */
  readonly tableNames: RawBuilder<{ name: string }>
  /** Asks for the highest number that a numbered table has ever given, in one row; null if it has given none. */
  readonly lastNumber: (table: string) => RawBuilder<{ last: number | null }>
  /** Continues the table's numbering after this number, even if rows were inserted with their own numbers. */
  readonly numberAfter: (table: string, last: number) => RawBuilder<unknown>
  /**
   * Whether the engine merges the parts of a union as it reads them, in the order of the whole. If it does not, each
   * part needs the same order and a limit of its own.
   */
  readonly mergesUnions: boolean
  /**
   * Reads rows that nobody may delete or lock for an update until this unit ends. Others may read them in the same way,
   * and change columns that are not keys.
   */
  readonly lockForKeyShare: <Table extends keyof Tables, O>(
    rows: SelectQueryBuilder<Tables, Table, O>,
  ) => SelectQueryBuilder<Tables, Table, O>
  /** Reads rows that nobody may change until this unit ends. Others may read them in the same way. */
  readonly lockForShare: <Table extends keyof Tables, O>(
    rows: SelectQueryBuilder<Tables, Table, O>,
  ) => SelectQueryBuilder<Tables, Table, O>
  /**
   * Waits until no other unit locks these rows or adds references to them, and reads them. Until this unit ends, the
   * others wait.
   */
  readonly lockForUpdate: <Table extends keyof Tables, O>(
    rows: SelectQueryBuilder<Tables, Table, O>,
  ) => SelectQueryBuilder<Tables, Table, O>
  /** Skips the rows that another unit has locked. */
  readonly skipLocked: <Table extends keyof Tables, O>(
    rows: SelectQueryBuilder<Tables, Table, O>,
  ) => SelectQueryBuilder<Tables, Table, O>
  /**
   * Adds no job if one of its name waits, and locks that one until the unit ends: a worker that is about to settle it waits, and then
   * sees what the unit wrote.
   */
  readonly lockExisting: (
    taken: OnConflictBuilder<Tables, "job">,
  ) => OnConflictDoNothingBuilder<Tables, "job"> | OnConflictUpdateBuilder<Tables, "job">
}

/**
 * Compiles queries for SQLite so that a statement is planned once.
 *
 * For some statements SQLite looks at the values when it makes a plan: at a `limit`, and at what a column equals if
 * there is an order or a join. It plans such a statement again each time values are bound, even the same ones, which
 * takes five to ten times as long as running it. A plus before a value does not change it, not even a text or null, and
 * hides it from the planner.
 */
class PlannedOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return "+?"
  }
}

const withoutConnection = { createDriver: () => new DummyDriver() }

export const sqlite: Dialect = {
  name: "sqlite",
  answersAtOnce: true,
  build: new Kysely<Tables>({
    dialect: {
      ...withoutConnection,
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new PlannedOnceCompiler(),
    },
  }),
  integer: "integer",
  ownShard: null,
  memberText: (column, member) => sql`${sql.ref(column)} ->> ${sql.lit(member)}`,
  placeText: (column, ...names) => sql`${sql.ref(column)} ->> ${sql.lit(`$.${names.join(".")}`)}`,
  elementsOf: (column) => sql`json_each(${sql.ref(column)}) as entry`,
  tableNames: sql`select name from sqlite_master where type = 'table'`,
  lastNumber: (table) => sql`select (select seq from sqlite_sequence where name = ${table}) as last`,
  numberAfter: (table, last) =>
    sql`insert or replace into sqlite_sequence (rowid, name, seq)
      values ((select rowid from sqlite_sequence where name = ${table}), ${table}, ${last})`,
  mergesUnions: true,
  lockForKeyShare: (rows) => rows,
  lockForShare: (rows) => rows,
  lockForUpdate: (rows) => rows,
  skipLocked: (rows) => rows,
  lockExisting: (taken) => taken.doNothing(),
}

/** Over how many rows a sum is spread. */
const countShards = 16

/** The sequence that numbers a table's rows. */
const sequenceOf = (table: string) => sql`pg_get_serial_sequence(${table}, 'id')::regclass`

export const postgres: Dialect = {
  name: "postgres",
  answersAtOnce: false,
  build: new Kysely<Tables>({
    dialect: {
      ...withoutConnection,
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  integer: "bigint",
  ownShard: sql`(pg_backend_pid() % ${sql.lit(countShards)})`,
  memberText: (column, member) => sql`${sql.ref(column)}::json ->> ${sql.lit(member)}`,
  placeText: (column, ...names) => sql`${sql.ref(column)}::json #>> ${sql.lit(`{${names.join(",")}}`)}`,
  elementsOf: (column) => sql`json_array_elements(${sql.ref(column)}::json) as entry(value)`,
  tableNames: sql`select tablename as name from pg_tables where schemaname = current_schema()`,
  lastNumber: (table) => sql`select pg_sequence_last_value(${sequenceOf(table)}) as last`,
  numberAfter: (table, last) => sql`select setval(${sequenceOf(table)}, ${last})`,
  mergesUnions: false,
  lockForKeyShare: (rows) => rows.forKeyShare(),
  lockForShare: (rows) => rows.forShare(),
  lockForUpdate: (rows) => rows.forUpdate(),
  skipLocked: (rows) => rows.forUpdate().skipLocked(),
  lockExisting: (taken) => taken.doUpdateSet((job) => ({ name: job.ref("excluded.name") })),
}
