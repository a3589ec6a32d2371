/**
 * Brings a PostgreSQL database up to date while other processes use it.
 */
import { setTimeout } from "node:timers/promises"
import { Kysely, PostgresDialect } from "kysely"
import { type Migration, Migrator } from "kysely/migration"
import { type Client, type ClientBase, Pool, type PoolConfig } from "pg"
import { DatabaseIsNewer } from "../engine/database-is-newer.ts"
import { postgres } from "../engine/dialect.ts"
import { migrations } from "../schema/migrations.ts"
import { connectionConfig, defaultLockTimeoutMillis, openClient } from "./connection-pool.ts"
import { serversOf } from "./servers.ts"

/** The number of the lock that a migration holds; any number, but always the same. */
const migrationLock = 4_127_853_206
const lockRetryMillis = 50
/** A table of many rows takes long; a statement that waits for no lock may take long. */
const migrationTimeoutMillis = 3_600_000

/** Who holds a table that a migration needs. */
export interface TableHolder {
  readonly table: string
  /** PostgreSQL's name of the lock. */
  readonly mode: string
  /** The server process's id, for `pg_terminate_backend`. */
  readonly pid: number
  readonly application: string
}

/**
 * Other transactions held a lock that the migration needs for too long, and it was rolled back. Run it again when they
 * have ended.
 */
export class MigrationLocked extends Error {
  override readonly name = "MigrationLocked"
  /** None if another process is migrating. */
  readonly migration: string | null
  readonly holders: ReadonlyArray<TableHolder>

  constructor(migration: string | null, holders: ReadonlyArray<TableHolder>, options?: ErrorOptions) {
    super(
      migration === null
        ? "Another process is still migrating the database."
        : `Migration ${migration} waited too long for a table. Held are: ${holders
            .map(({ application, mode, pid, table }) => `${table} (${mode}) by process ${pid} ${application}`)
            .join(", ")}.`,
      options,
    )
    this.migration = migration
    this.holders = holders
  }
}

/**
 * Applies the migrations this database has not seen, each in a transaction of its own. Safe to run again, and from several
 * processes at once: the second waits, and then finds nothing to do. Throws `MigrationLocked` if it would wait longer than
 * `lockWaitMillis`, for another process that migrates or for a table; migrations applied before that stay.
 *
 * @param steps - all migrations; a test may give others than those of this version
 */
export const migrate = async (
  url: string,
  lockWaitMillis = defaultLockTimeoutMillis,
  steps: Steps = known,
): Promise<void> => {
  const servers = serversOf(url)
  const config = connectionConfig(servers, {
    lockTimeoutMillis: lockWaitMillis,
    statementTimeoutMillis: migrationTimeoutMillis,
  })
  const client = await openClient(servers, config)
  await migrateBeside(client, config, performance.now() + lockWaitMillis, steps).finally(() => client.end())
}

/** `client` holds the lock and watches; the migrations run on another connection. */
const migrateBeside = async (client: Client, config: PoolConfig, deadline: number, steps: Steps): Promise<void> => {
  await requireKnown(client, steps)
  if ((await pendingMigrations(client, steps)).length === 0) return
  await migrateAlone(client, deadline)
  const pending = await pendingMigrations(client, steps)
  const pool = new Pool({ ...config, max: 1 })
  pool.on("error", () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...steps }) } })
  try {
    for (const name of pending) await apply(migrator, client, name)
  } finally {
    await db.destroy()
  }
}

/** The lock is the connection's, and ends with it. */
const migrateAlone = async (client: ClientBase, deadline: number): Promise<void> => {
  while (true) {
    const { rows } = await client.query({ text: "select pg_try_advisory_lock($1) as held", values: [migrationLock] })
    if (rows[0].held === true) return
    if (performance.now() >= deadline) throw new MigrationLocked(null, [])
    await setTimeout(lockRetryMillis)
  }
}

const apply = async (migrator: Migrator, client: Client, name: string): Promise<void> => {
  const { error } = await migrator.migrateTo(name)
  if (error === undefined) return
  throw isLockTimeout(error) ? new MigrationLocked(name, await holders(client), { cause: error }) : error
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "55P03"

const holders = async (client: ClientBase): Promise<ReadonlyArray<TableHolder>> => {
  const { rows } = await client.query<TableHolder>(
    `select distinct class.relname as table, lock.mode, lock.pid, coalesce(activity.application_name, '') as application
     from pg_locks as lock
     join pg_class as class on class.oid = lock.relation
     left join pg_stat_activity as activity on activity.pid = lock.pid
     where lock.granted and lock.pid <> pg_backend_pid() and class.relkind = 'r' and class.relnamespace = current_schema()::regnamespace
     order by 1, 2`,
  )
  return rows
}

/** Migrations by name. */
type Steps = Readonly<Record<string, Migration>>

const known: Steps = migrations(postgres)

/** The migrations a database has not seen yet, by name. */
export const pendingMigrations = async (client: ClientBase, steps = known): Promise<ReadonlyArray<string>> => {
  const applied = new Set(await appliedMigrations(client))
  return Object.keys(steps).filter((name) => !applied.has(name))
}

/** Throws `DatabaseIsNewer` if a later version has migrated the database. */
export const requireKnown = async (client: ClientBase, steps = known): Promise<void> => {
  const applied = await appliedMigrations(client)
  if (applied.some((name) => !Object.hasOwn(steps, name))) throw new DatabaseIsNewer()
}

const appliedMigrations = async (client: ClientBase): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query("select to_regclass('kysely_migration') is null as fresh")
  if (rows[0].fresh === true) return []
  const applied = await client.query<{ name: string }>("select name from kysely_migration")
  return applied.rows.map(({ name }) => name)
}
