/** Changes the files of a run past the service, so that tests can see the checks notice it. */
import { join } from "node:path"
import BetterSqlite from "better-sqlite3"
import type { CrashReport } from "./crash-run.ts"

/** Copies of the two files, for tampering. @param name - in words; unique in the folder */
export const copiesOf = (
  { file, books }: CrashReport,
  folder: string,
  name: string,
): readonly [file: string, books: string] => {
  const copy = (from: string, kind: string) => {
    const to = join(folder, `${name.replaceAll(/\W/gu, "-")}-${kind}.db`)
    const database = new BetterSqlite(from, { readonly: true })
    database.prepare("vacuum into ?").run(to)
    database.close()
    return to
  }
  return [copy(file, "service"), copy(books, "acquirer")]
}

/**
 * @param sql - for the service's file; the acquirer's books are attached to it as `books`. Fails if it changes nothing.
 */
export const tamper = (file: string, books: string, sql: string): void => {
  const database = new BetterSqlite(file)
  database.pragma("foreign_keys = off")
  database.prepare("attach ? as books").run(books)
  database.exec(sql)
  const changes = database.prepare<[], number>("select total_changes()").pluck().get() ?? 0
  database.close()
  if (changes === 0) throw new Error(`Nothing was changed: ${sql}`)
}
