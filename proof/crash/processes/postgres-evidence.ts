/** Copies a PostgreSQL's rows at one moment into an SQLite file, so that one set of checks covers both engines. */
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
    for (const table of tables.filter((name) => !/^(?:sqlite|kysely)_/u.test(name))) {
      const { fields, rows } = await database.query({ text: rowsOf(copy, table), rowMode: "array" })
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

/** A sum has several rows on PostgreSQL, and one in the file. */
const rowsOf = (copy: ReturnType<typeof SqliteDatabase.openDatabase>, table: string): string => {
  if (!/^(?:list|order|subscription)_(?:count|figure)$/u.test(table)) return `select * from ${table}`
  const columns = copy.prepare<[], { name: string; pk: number }>(`pragma table_info(${table})`).all()
  const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => name)
  const sums = columns.filter(({ pk }) => pk === 0).map(({ name }) => `sum(${name})::bigint as ${name}`)
  return `select ${[...key, ...sums].join()} from ${table} group by ${key.join()}`
}
