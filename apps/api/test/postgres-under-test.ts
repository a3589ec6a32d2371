/** PostgreSQL databases that live as long as a test file: copies of one that was migrated once. */
import { PostgresDatabase } from "@vintem/adapters"
import { testDatabases } from "@vintem/test-postgres"
import type {} from "@vintem/test-postgres/global-setup"
import { Client } from "pg"
import { inject } from "vitest"
import { atTheEnd } from "./at-the-end.ts"
import type { DatabaseUnderTest, LentDatabase, Row } from "./database-under-test.ts"

const databases = testDatabases(inject("postgresUrl"), inject("postgresRun"), (url) => PostgresDatabase.migrate(url))

export interface PostgresUnderTest extends LentDatabase {
  /** Cuts the service's connections in any state. @returns how many there were */
  readonly cutConnections: () => Promise<number>
}

export const lendPostgres = async (): Promise<PostgresUnderTest> => {
  const { url, giveBack } = await databases.fresh()
  const client = new Client({ connectionString: url, application_name: "test" })
  await client.connect()
  const query: DatabaseUnderTest["query"] = async (text) => (await client.query(text)).rows
  const execute: DatabaseUnderTest["execute"] = async (text) => {
    await client.query(text)
  }
  return {
    url,
    query,
    execute,
    forbidUpdates: (table) =>
      execute(
        `create function forbidden_${table}() returns trigger language plpgsql
           as $$ begin raise exception 'planted by a test'; end $$;
         create trigger forbidden before update on ${table} for each row execute function forbidden_${table}()`,
      ),
    allowUpdates: (table) => execute(`drop function forbidden_${table} cascade`),
    contents: async () => {
      const tables = await query("select tablename as name from pg_tables where schemaname = 'public'")
      const rows: Array<Row> = []
      for (const { name } of tables) rows.push(...(await query(`select kept::text as row from "${name}" as kept`)))
      // A text that is quoted as part of a row is not in its original form.
      return rows.map(({ row }) => String(row).replaceAll('""', '"')).join("\n")
    },
    cutConnections: async () =>
      (
        await query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'vintem'`,
        )
      ).length,
    giveBack: async () => {
      await client.end()
      await giveBack()
    },
  }
}

/** A database that is returned after the current test, or after the file if no test runs yet. */
export const newPostgres = async (): Promise<PostgresUnderTest> => {
  const database = await lendPostgres()
  atTheEnd(database.giveBack)
  return database
}

/** A database without tables, as a server makes it. */
export const emptyPostgresUrl = (): Promise<string> => databases.empty()
