/**
 * Whether a connection keeps its session: a pooler in transaction mode gives each transaction another one of the server's. What the service
 * sets on a connection, its prepared statements and what it listens to would then belong to somebody else.
 */
import type { Client } from "pg"

/** What the driver has, and its types leave out. */
declare module "pg" {
  interface Client {
    /** The process of the server, as the server names it when the connection is opened. */
    readonly processID: number
  }
}

/** A pooler stands before PostgreSQL and keeps no sessions. The service refuses to start. */
export class PoolerKeepsNoSession extends Error {
  override readonly name = "PoolerKeepsNoSession"

  constructor() {
    super(
      "Connections to the database do not keep their session: there is a pooler in transaction mode in front of it.",
    )
  }
}

/** One round finds nothing if other clients of the pooler happen to move its sessions the same way; so many in a row never did. */
const roundsOfPooler = 20

/**
 * Throws `PoolerKeepsNoSession` if the connections share the server's sessions. One is asked twice in a row, then is idle while the other is in
 * a transaction: a pooler in transaction mode gives the other one what the idle one had, or the idle one something else when it asks again.
 */
export const requireKeptSession = async (first: Client, second: Client): Promise<void> => {
  const rounds = (await isDirect(first)) && (await isDirect(second)) ? 1 : roundsOfPooler
  for (let round = 0; round < rounds; round += 1) {
    await requireApart(first, second)
    await requireApart(second, first)
  }
}

/** The server names its process to who connects. A pooler names one of its own making. */
const isDirect = async (client: Client): Promise<boolean> => client.processID === (await serverProcess(client))

const requireApart = async (idle: Client, busy: Client): Promise<void> => {
  const before = await serverProcess(idle)
  if ((await serverProcess(idle)) !== before) throw new PoolerKeepsNoSession()
  await busy.query("begin")
  try {
    if ((await serverProcess(busy)) === before) throw new PoolerKeepsNoSession()
    if ((await serverProcess(idle)) !== before) throw new PoolerKeepsNoSession()
  } finally {
    await busy.query("rollback")
  }
}

const serverProcess = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  return Number(rows[0]?.pid)
}
