/**
 * Rewrites PostgreSQL tables where a migration asks for it, so that no deleted data is left in their files.
 *
 * The write-ahead log of the migration, archives of it, replicas and backups are beyond this: they are as old as they are.
 */
import type { ClientBase } from "pg"
import { uncleaned } from "../engine/uncleaned.ts"

/** Those that a migration has deleted something from, each with a column of text. */
const tables = [
  { table: "idempotency", column: "body" },
  { table: "setting", column: "value" },
] as const

/**
 * Rewrites the tables. Only their owner can; each is locked while it is written. Throws where a lock is held for too long, or the role may
 * not; the request then stays.
 *
 * A column is given a value that is the same, so that PostgreSQL writes a new file with the rows that are there. `VACUUM FULL` would take along
 * the deleted rows that some open transaction might still look for: that of a backup, or of an automatic `ANALYZE`.
 */
export const cleanFreedRows = async (client: ClientBase): Promise<void> => {
  for (const { column, table } of tables) {
    const before = await fileOf(client, table)
    try {
      await client.query(`alter table "${table}" alter column "${column}" type text using "${column}" || ''`)
    } catch (cause) {
      throw isForbidden(cause) ? new NotOwner(table, { cause }) : cause
    }
    if ((await fileOf(client, table)) === before) throw new Error(`PostgreSQL did not write the table ${table} anew.`)
  }
  await client.query({ text: "delete from setting where name = $1", values: [uncleaned] })
}

const isForbidden = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "42501"

/** Whether a migration has asked for it and it was not done since. */
export const isUncleaned = async (client: ClientBase): Promise<boolean> => {
  const { rows } = await client.query("select to_regclass('setting') is null as fresh")
  if (rows[0].fresh === true) return false
  const marks = await client.query({ text: "select 1 from setting where name = $1", values: [uncleaned] })
  return marks.rows.length > 0
}

/** A table that was written anew has a new file. */
const fileOf = async (client: ClientBase, table: string): Promise<string> => {
  const { rows } = await client.query({ text: "select pg_relation_filenode($1::regclass) as file", values: [table] })
  return String(rows[0].file)
}

/** The role does not own the table: have the owner run `vintem migrate`. */
class NotOwner extends Error {
  override readonly name = "NotOwner"

  constructor(table: string, options: ErrorOptions) {
    super(`Only the owner of the table ${table} can write it anew: run vintem migrate as that role.`, options)
  }
}
