/**
 * Whether a connection keeps its session: a pooler in transaction mode gives each transaction another one of the
 * server's. The service's settings, prepared statements and `listen` would then belong to another client.
 */
import type { Client } from "pg"

/** What the driver has, and its types leave out. */
declare module "pg" {
  interface Client {
    /** The process of the server, as the server names it when the connection is opened. */
    readonly processID: number
  }
}

/** A pooler between the service and PostgreSQL keeps no sessions. The service refuses to start. */
export class PoolerKeepsNoSession extends Error {
  override readonly name = "PoolerKeepsNoSession"

  constructor() {
    super(
      "Connections to the database do not keep their session: there is a pooler in transaction mode in front of it.",
    )
  }
}

/**
 * A single round can miss it if other clients of the pooler happen to move its sessions in the same way; this many in a
 * row never did.
 */
const roundsOfPooler = 20

/**
 * Throws `PoolerKeepsNoSession` if the connections share the server's sessions. One connection asks twice in a row,
 * then is idle while the other is in a transaction. A pooler in transaction mode then gives the other the session of
 * the idle one, or gives the idle one another session when it asks again.
 */
export const requireKeptSession = async (first: Client, second: Client): Promise<void> => {
  const rounds = (await isDirect(first)) && (await isDirect(second)) ? 1 : roundsOfPooler
  for (let round = 0; round < rounds; round += 1) {
    await requireApart(first, second)
    await requireApart(second, first)
  }
}

/** The server tells a client the number of its process. A pooler invents a number. */
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
