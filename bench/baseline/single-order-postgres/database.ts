/**
 * The connections of the baseline: statements prepared once on each, and transactions on one of them from beginning to end.
 */
import { Pool, type PoolClient, types } from "pg"

/** As many as the service has unless told otherwise. */
const connections = 10

/** Opens a database that was migrated before, set up as the service sets up its own. */
export const openPool = (connectionString: string): Pool =>
  new Pool({
    connectionString,
    max: connections,
    options: "-c synchronous_commit=on -c default_transaction_isolation=read\\ committed",
    statement_timeout: 30_000,
    query_timeout: 35_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    types: {
      getTypeParser: (type: number, format?: "text" | "binary") =>
        type === types.builtins.INT8 && format !== "binary" ? Number : types.getTypeParser(type, format),
    },
  })

/** A statement of its own, or one of a transaction. */
export type Runner = Pick<PoolClient, "query">

let named = 0

/** A statement that each connection prepares when it first runs it. */
export const prepared = <Row extends object = never>(text: string) => {
  named += 1
  const name = `baseline_${named}`
  return async (runner: Runner, values: ReadonlyArray<unknown>) => {
    const { rowCount, rows } = await runner.query<Row>({ name, text, values: [...values] })
    return { rows, changes: rowCount ?? 0 }
  }
}

/** Runs a unit in a transaction of its own. Its promise is kept after the commit. */
export const committed = async <A>(pool: Pool, unit: (client: PoolClient) => Promise<A>): Promise<A> => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    const value = await unit(client)
    await client.query("commit")
    return value
  } catch (cause) {
    await client.query("rollback")
    throw cause
  } finally {
    client.release()
  }
}
