/**
 * SQLite files that live as long as a test file.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqliteDatabase } from "@vintem/adapters"
import BetterSqlite from "better-sqlite3"
import type { DatabaseUnderTest, LentDatabase, Row } from "./database-under-test.ts"

export const lendSqlite = (): LentDatabase => {
  const folder = mkdtempSync(join(tmpdir(), "vintem-sqlite-"))
  const file = join(folder, "vintem.db")

  const onFile = <A>(use: (database: BetterSqlite.Database) => A): A => {
    const database = new BetterSqlite(file)
    const books = SqliteDatabase.booksFile(file)
    if (existsSync(books)) database.exec(`attach '${books}' as simulated`)
    try {
      return use(database)
    } finally {
      database.close()
    }
  }
  const execute: DatabaseUnderTest["execute"] = async (text) => {
    onFile((database) => database.exec(text))
  }
  return {
    url: `sqlite:${file}`,
    query: async (text) => onFile((database) => database.prepare<[], Row>(text).all()),
    execute,
    forbidUpdates: (table) =>
      execute(
        `create trigger ${triggerOf(table)} before update on ${table.split(".").at(-1)} begin select raise(abort, 'planted by a test'); end`,
      ),
    allowUpdates: (table) => execute(`drop trigger ${triggerOf(table)}`),
    // Includes deleted data, and data that has not reached the file itself yet.
    contents: async () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "utf8"))
        .join("\n"),
    giveBack: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The trigger is in its table's schema. */
const triggerOf = (table: string): string => table.replace(/^(.*\.)?/u, "$1forbidden_")
