/**
 * The rows of a PostgreSQL at one moment, as a file of SQLite: so that one set of checks covers both engines.
 */
import { SqliteDatabase } from "@vintem/adapters"
import { Client } from "pg"

/** @param file - is made */
export const copyToFile = async (databaseUrl: string, file: string): Promise<void> => {
  await SqliteDatabase.migrate(file)
  const copy = SqliteDatabase.openDatabase(file)
  const database = new Client({ connectionString: databaseUrl, application_name: "crash" })
  await database.connect()
  try {
    copy.pragma("foreign_keys = off")
    await database.query("begin isolation level repeatable read read only")
    const tables = copy.prepare<[], string>("select name from sqlite_master where type = 'table'").pluck().all()
    // Subscriptions are counted by triggers, here as there. The lengths of other lists are not compared.
    const copied = tables.filter((name) => !/^(?:sqlite|kysely)_|_count$/u.test(name))
    for (const table of [...copied, "order_count"]) {
      const text = totals[table] ?? `select * from ${table}`
      const { fields, rows } = await database.query({ text, rowMode: "array" })
      const insert = copy.prepare(
        `insert into ${table} (${fields.map(({ name }) => name).join(", ")}) values (${fields.map(() => "?").join(", ")})`,
      )
      copy.transaction(() => {
        copy.exec(`delete from ${table}`)
        for (const row of rows) insert.run(...row)
      })()
    }
  } finally {
    copy.close()
    await database.end()
  }
}

/** A total is the sum of several rows there, and one row here. */
const totals: Readonly<Record<string, string>> = {
  order_count: "select company_id, status, day, sum(count) as count from order_count group by company_id, status, day",
  order_figure: `select company_id, kind, day, method, reason, sum(count) as count, sum(amount) as amount
    from order_figure group by company_id, kind, day, method, reason`,
}
