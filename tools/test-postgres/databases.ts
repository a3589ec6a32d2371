/** Databases for tests: each copied from a template, empty when it is handed out, and reused when it is returned. */
import { setTimeout } from "node:timers/promises"
import { Client } from "pg"

/** A database that nobody has written to, and that nobody else writes to. */
export interface TestDatabase {
  readonly url: string
  /** Empties it. Nobody else may use it at the time. */
  readonly reset: () => Promise<void>
  /** Empties it for the next user, once all other connections to it have ended. */
  readonly giveBack: () => Promise<void>
}

/**
 * @param serverUrl - of a database whose user may create others
 * @param run - the name of the test run: its databases begin with it
 * @param prepare - migrates the template, once per run; every database begins as its copy
 */
export const testDatabases = (serverUrl: string, run: string, prepare: (url: string) => Promise<void>) => {
  const template = `${run}_template`
  const idle: Array<Kept> = []
  let count = 0
  let whenPrepared: Promise<void> | undefined

  const makeTemplate = () =>
    onServer(serverUrl, async (server) => {
      await server.query("select pg_advisory_lock(hashtext($1))", [template])
      const { rowCount } = await server.query("select from pg_database where datname = $1", [template])
      if (rowCount === 1) return
      await server.query(`create database "${template}_begun"`)
      await prepare(urlOf(serverUrl, `${template}_begun`))
      await server.query(`alter database "${template}_begun" rename to "${template}"`)
    })

  const make = async (from: string): Promise<string> => {
    count += 1
    const name = `${run}_${process.pid}_${count}`
    await onServer(serverUrl, (server) =>
      server.query(`create database "${name}" template "${from}" strategy file_copy`),
    )
    return urlOf(serverUrl, name)
  }

  return {
    /** Migrated. */
    fresh: async (): Promise<TestDatabase> => {
      whenPrepared ??= makeTemplate()
      await whenPrepared
      const kept = idle.pop() ?? (await keep(await make(template)))
      const reset = async () => {
        await kept.client.query(kept.reset)
      }
      return {
        url: kept.url,
        reset,
        giveBack: async () => {
          await untilAlone(kept.client)
          await reset()
          idle.push(kept)
        },
      }
    },
    /** Without any table, as a server makes it. */
    empty: (): Promise<string> => make("template0"),
    /** Closes its connections. */
    close: () => Promise.all(idle.splice(0).map(({ client }) => client.end())),
  }
}

/** Drops all databases of a run, if the server outlives it. */
export const dropDatabases = (serverUrl: string, run: string): Promise<void> =>
  onServer(serverUrl, async (server) => {
    const { rows } = await server.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [run],
    )
    for (const { name } of rows) await server.query(`drop database "${name}" with (force)`)
  })

interface Kept {
  readonly url: string
  readonly client: Client
  /** Deletes every row, and restarts the numbering. */
  readonly reset: string
}

const keep = async (url: string): Promise<Kept> => {
  const client = new Client({ connectionString: url, application_name: "vintem tests" })
  client.on("error", () => {})
  await client.connect()
  return { url, client, reset: await resetOf(client) }
}

/** PostgreSQL completes a closed connection's last work, and may commit it afterwards. */
const untilAlone = async (client: Client): Promise<void> => {
  const others =
    "select from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1"
  while ((await client.query(others)).rowCount !== 0) await setTimeout(5)
}

/** Deleting few rows takes a tenth of truncating as many tables, if foreign keys need not be checked. */
const resetOf = async (client: Client): Promise<string> => {
  const tables = await namesBy(
    client,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'",
  )
  const sequences = await namesBy(client, "select sequencename as name from pg_sequences where schemaname = 'public'")
  const { rowCount } = await client.query("select from pg_roles where rolname = current_user and rolsuper")
  if (rowCount === 0) return `truncate ${tables.join(", ")} restart identity; ${emptyOtherSchemas}`
  return [
    "begin",
    "set local session_replication_role = replica",
    ...tables.map((table) => `delete from ${table}`),
    emptyOtherSchemas,
    ...sequences.map((sequence) => `select setval('${sequence}', 1, false)`),
    "commit",
  ].join(";")
}

/** Tables of other schemas are created at their first use. */
const emptyOtherSchemas = `do $$ declare kept text; begin
  for kept in select format('%I.%I', schemaname, tablename) from pg_tables
    where schemaname not in ('public', 'pg_catalog', 'information_schema')
  loop execute 'delete from ' || kept; end loop;
end $$`

const namesBy = async (client: Client, query: string): Promise<ReadonlyArray<string>> =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => `"${name}"`)

const onServer = async <A>(url: string, use: (server: Client) => Promise<A>): Promise<A> => {
  const server = new Client({ connectionString: url })
  await server.connect()
  return use(server).finally(() => server.end())
}

const urlOf = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
