/**
 * Whether a connection keeps its session: a pooler in transaction mode gives each transaction another one of the server's. What the service
 * sets on a connection, its prepared statements and what it listens to would then belong to somebody else.
 */
import type { ClientBase } from "pg"

/** A pooler stands before PostgreSQL and keeps no sessions. The service refuses to start. */
export class PoolerKeepsNoSession extends Error {
  override readonly name = "PoolerKeepsNoSession"

  constructor() {
    super("Connections to the database do not keep their session: a pooler in transaction mode stands before it.")
  }
}

/**
 * Throws `PoolerKeepsNoSession` if two connections share the server's sessions. The first one is idle while the second one is in a transaction:
 * a pooler in transaction mode gives the second one what the first one had, or the first one something else when it asks again.
 */
export const requireKeptSession = async (first: ClientBase, second: ClientBase): Promise<void> => {
  const before = await serverProcess(first)
  await second.query("begin")
  try {
    if ((await serverProcess(second)) === before) throw new PoolerKeepsNoSession()
    if ((await serverProcess(first)) !== before) throw new PoolerKeepsNoSession()
  } finally {
    await second.query("rollback")
  }
}

const serverProcess = async (client: ClientBase): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  return Number(rows[0]?.pid)
}
