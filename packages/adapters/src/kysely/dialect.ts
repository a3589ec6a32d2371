/**
 * What differs between the engines. Everything else is one set of queries.
 */

import type { RawBuilder } from "kysely"
import {
  type ColumnDefinitionBuilder,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely"
import type { Tables } from "./tables.ts"

export interface Dialect {
  readonly name: "sqlite"
  /** Builds and compiles queries; it has no connection, so nothing can be run past the `Executor`. */
  readonly build: Kysely<Tables>
  /** The type of a whole number of up to 64 bits. */
  readonly integer: "integer"
  /** Makes a column number its rows, upwards and never again. */
  readonly numbered: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  /**
   * Ends the definition of a table that is only ever reached by its primary key, so that the rows live in that index. For short
   * rows: SQLite gives each one beyond some 1 000 bytes a page of its own there.
   */
  readonly keptByKey: RawBuilder<unknown>
  /** Makes a trigger: statements that run with each inserted row, called `new` in them. Each ends in a semicolon. */
  readonly onInsert: (table: string, trigger: string, statements: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The same for each row of which a column has changed: `old` and `new`. */
  readonly onUpdate: (
    table: string,
    column: string,
    trigger: string,
    statements: RawBuilder<unknown>,
  ) => RawBuilder<unknown>
}

export const sqlite: Dialect = {
  name: "sqlite",
  build: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  integer: "integer",
  numbered: (column) => column.primaryKey().autoIncrement(),
  keptByKey: sql`without rowid`,
  onInsert: (table, trigger, statements) =>
    sql`create trigger ${sql.ref(trigger)} after insert on ${sql.table(table)} begin ${statements} end`,
  onUpdate: (table, column, trigger, statements) =>
    sql`create trigger ${sql.ref(trigger)} after update of ${sql.ref(column)} on ${sql.table(table)}
      when old.${sql.ref(column)} <> new.${sql.ref(column)} begin ${statements} end`,
}
