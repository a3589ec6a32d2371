/**
 * Whether two databases hold the same rows, what is random or a time in them apart: a ratio between servers that do unequal work
 * would mean nothing.
 */
import BetterSqlite from "better-sqlite3"
import { asked } from "./postgres-server.ts"

/** Rows as text, as `sqliteRows` and `postgresRows` give them. */
export type Rows = ReadonlyArray<string>

/** Throws with the first row in which they differ. */
export const compareRows = (left: Rows, right: Rows): void => {
  for (let row = 0; row < Math.max(left.length, right.length); row += 1) {
    if (left[row] !== right[row]) {
      throw new Error(`The baseline does other work than the service:\n${left[row]}\n${right[row]}`)
    }
  }
}

/**
 * Every row of every table of a file. SQLite's own `sqlite_sequence` is among them: it tells of rows that were deleted again. Left
 * out is what migrations and the first start write for themselves: settings, and who made the demo company and its key.
 */
export const sqliteRows = (file: string): Rows => {
  const database = new BetterSqlite(file, { readonly: true })
  const tables = database
    .prepare<unknown[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'kysely_%' and name not in (${ofTheStart}) order by name`,
    )
    .pluck()
    .all()
  const rows = tables.flatMap((table) =>
    asTexts(
      table,
      database
        .prepare<unknown[], object>(
          `select * from ${table}${table === "sqlite_sequence" ? ` where name not in (${ofTheStart})` : ""}`,
        )
        .all()
        .map((row) => JSON.stringify(row)),
    ),
  )
  database.close()
  return rows
}

const ofTheStart = "'setting', 'audit_entry', 'audit_length', 'users', 'membership'"

/** The same of a PostgreSQL database, with the last number of each sequence in place of `sqlite_sequence`. */
export const postgresRows = async (url: string): Promise<Rows> => {
  const tables = await asked<{ name: string }>(
    url,
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename not like 'kysely_%' and tablename not in (${ofTheStart}) order by 1`,
  )
  const rows: Array<string> = []
  for (const { name } of tables) {
    const held = await asked<{ row: string }>(url, `select row_to_json(held)::text as row from ${name} as held`)
    rows.push(
      ...asTexts(
        name,
        held.map(({ row }) => row),
      ),
    )
  }
  const sequences = await asked<{ row: string }>(
    url,
    `select row_to_json(given)::text as row from (select sequencename, last_value from pg_sequences order by 1) as given
     where not exists (select 1 from pg_tables where tablename in (${ofTheStart}) and sequencename like tablename || '\\_%\\_seq')`,
  )
  return [...rows, ...sequences.map(({ row }) => row)]
}

const asTexts = (table: string, rows: Rows): Rows => rows.map((row) => `${table} ${anonymous(row)}`).sort()

/** Replaces what differs between two runs by a word of the same kind, and leaves everything else. */
const anonymous = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, "(uuid)")
    .replace(/\b[0-9a-f]{32}\b/gu, "(attempt key)")
    .replace(/\b[0-9A-HJKMNP-TV-Z]{15}\b/gu, "(order number)")
    .replace(/(publicKey\\?"|public_key"):(\\?")[\w-]{30}\\?"/gu, "$1:$2(public key)$2")
    .replace(/\b[0-9A-F]{20}\b/gu, "(tid)")
    .replace(/(nsu\\?"):(\\?")\d{9}\\?"/gu, "$1:$2(nsu)$2")
    .replace(/\b\d{13}\b/gu, "(time)")
