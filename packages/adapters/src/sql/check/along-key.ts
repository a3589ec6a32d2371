/**
 * Goes through the rows of a table of companies in pieces, along its primary key: by company and id on PostgreSQL, by id on SQLite. So no
 * index is kept for the check alone.
 */
import type { CheckPiece, CheckPlace } from "@vintem/domain/ports"
import { Effect } from "effect"
import { type RawBuilder, type SqlBool, sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import type { Executor } from "../engine/executor.ts"
import type { Parameter } from "../engine/prepared-query.ts"

/** The values of a statement that reads a piece, or data that belongs to its rows. */
export interface PieceStart {
  readonly company: number
  readonly after: number
  readonly lastId: number
  readonly limit: number
}

export const startOf = ({ after, lastId, limit }: CheckPiece): PieceStart => ({
  company: after.company,
  after: after.id,
  lastId,
  limit,
})

interface Row {
  readonly company_id: number
  readonly id: number
}

export const placeOf = ({ company_id, id }: Row): CheckPlace => ({ company: company_id, id })

/** Parts of statements on this table. */
export const alongKey = (dialect: Dialect, table: string) => {
  const [company, id] = [sql.ref<number>(`${table}.company_id`), sql.ref<number>(`${table}.id`)]
  const isById = dialect.name === "sqlite"
  const key = isById ? id : sql`${company}, ${id}`
  const valueOf = (ofCompany: RawBuilder<number>, ofRow: RawBuilder<number>) =>
    isById ? ofRow : sql`(${ofCompany}, ${ofRow})`
  const place = valueOf(company, id)

  return {
    /** The rows are in this order. */
    key,
    /** Whether a row is in the piece or after it, and existed when the check began. */
    isAfter: (value: Parameter<Omit<PieceStart, "limit">>) =>
      sql<SqlBool>`${place} > ${valueOf(value("company"), value("after"))} and ${id} <= ${value("lastId")}`,
  }
}

/**
 * Reads the highest id of a table, null if it is empty. If the primary key begins with the company, it reads each
 * company's highest id from the key; 0 is the platform.
 */
export const selectLastId = ({ name }: Dialect, table: string) =>
  name === "sqlite"
    ? sql<HighestRow>`select max(id) as highest from ${sql.table(table)}`
    : sql<HighestRow>`select max(own.highest) as highest from (select id from company union all select 0) as realm
      cross join lateral (select max(id) as highest from ${sql.table(table)} where company_id = realm.id) as own`

export interface HighestRow {
  readonly highest: number | null
}

/** The highest id of a table; 0 if it is empty. */
export const lastIdOf = ({ dialect, read }: Executor["Service"], operation: string, table: string) =>
  Effect.map(
    Effect.suspend(() => read(operation, selectLastId(dialect, table).compile(dialect.build))),
    ([row]) => row?.highest ?? 0,
  )
