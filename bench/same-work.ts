/**
 * Whether two databases hold the same rows, what is random or a time in them apart: a ratio between servers that do unequal work
 * would mean nothing.
 */
import BetterSqlite from "better-sqlite3"

/** Throws with the first row in which they differ. */
export const compareRows = (ours: string, theirs: string): void => {
  const left = rowsOf(ours)
  const right = rowsOf(theirs)
  for (let row = 0; row < Math.max(left.length, right.length); row += 1) {
    if (left[row] !== right[row]) {
      throw new Error(`The baseline does other work than the service:\n${left[row]}\n${right[row]}`)
    }
  }
}

/**
 * Every row of every table as text. SQLite's own `sqlite_sequence` is among them: it tells of rows that were deleted again. Left
 * out is what migrations and the first start write for themselves.
 */
const rowsOf = (file: string): ReadonlyArray<string> => {
  const database = new BetterSqlite(file, { readonly: true })
  const tables = database
    .prepare<unknown[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'kysely_%' and name <> 'setting' order by name`,
    )
    .pluck()
    .all()
  const rows = tables.flatMap((table) =>
    database
      .prepare<unknown[], object>(`select * from ${table}`)
      .all()
      .map((row) => `${table} ${anonymous(JSON.stringify(row))}`)
      .sort(),
  )
  database.close()
  return rows
}

/** Puts a word of the same kind for whatever differs between two runs, and leaves everything else as it stands. */
const anonymous = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, "(uuid)")
    .replace(/\b[0-9a-f]{32}\b/gu, "(attempt key)")
    .replace(/\b[0-9A-HJKMNP-TV-Z]{15}\b/gu, "(order number)")
    .replace(/(publicKey\\?"|public_key"):(\\?")[\w-]{22}\\?"/gu, "$1:$2(public key)$2")
    .replace(/\b[0-9A-F]{20}\b/gu, "(tid)")
    .replace(/(nsu\\?"):(\\?")\d{9}\\?"/gu, "$1:$2(nsu)$2")
    .replace(/\b\d{13}\b/gu, "(time)")
