/**
 * A relay between a program and its PostgreSQL that counts statements, commits and round trips.
 *
 * It reads the messages of the protocol and changes none. A round trip begins each time that the program sends after
 * the server has sent: everything in one piece is one.
 *
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"

/** Counts since the relay was started. */
export interface Passed {
  /** Statements that the server has completed, including `begin` and `commit`. */
  readonly statements: number
  /** Committed transactions, including single statements that write. */
  readonly commits: number
  readonly roundTrips: number
  /** Messages that request an answer (`Sync`, or a simple query): the server sends after each. */
  readonly syncs: number
}

export interface CountingRelay {
  /** The database's URL through the relay. */
  readonly url: string
  readonly passed: () => Passed
  readonly stop: () => void
}

export const countingRelay = async (databaseUrl: string): Promise<CountingRelay> => {
  const to = new URL(databaseUrl)
  const counts = { statements: 0, commits: 0, roundTrips: 0, syncs: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname)
    const inPairs = [client, upstream] as const
    for (const [one, other] of [inPairs, inPairs.toReversed()]) {
      sockets.add(one)
      one.setNoDelay()
      one.on("error", () => other.destroy()).on("close", () => other.destroy())
    }
    countPassing(client, upstream, counts)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = new URL(databaseUrl)
  url.port = String(portOf(server))
  return {
    url: url.href,
    passed: () => ({ ...counts }),
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const countPassing = (client: Socket, upstream: Socket, counts: { -readonly [Name in keyof Passed]: number }): void => {
  let hasAnswered = true
  let isInTransaction = false
  // The first message of a client has no type.
  const asked = messages(0, (type) => {
    if (type === "S" || type === "Q") counts.syncs += 1
  })
  const answered = messages(1, (type, body) => {
    if (type !== "C") return
    const command = body.subarray(0, -1).toString("latin1").split(" ", 1)[0] ?? ""
    counts.statements += 1
    if (command === "COMMIT" || (!isInTransaction && writing.has(command))) counts.commits += 1
    if (command === "BEGIN") isInTransaction = true
    if (command === "COMMIT" || command === "ROLLBACK") isInTransaction = false
  })
  client.on("data", (bytes) => {
    if (hasAnswered) counts.roundTrips += 1
    hasAnswered = false
    asked(bytes)
    upstream.write(bytes)
  })
  upstream.on("data", (bytes) => {
    hasAnswered = true
    answered(bytes)
    client.write(bytes)
  })
}

const writing: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"])

/** Splits a stream into messages: a type of one byte, which the first may lack, and a length that counts itself. */
const messages = (firstTypeBytes: 0 | 1, each: (type: string, body: Buffer) => void): ((bytes: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  let typeBytes: number = firstTypeBytes
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < end) return
      each(typeBytes === 0 ? "" : rest.toString("latin1", 0, 1), rest.subarray(typeBytes + 4, end))
      typeBytes = 1
      rest = rest.subarray(end)
    }
  }
}

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("A listening relay has a port.")
  return address.port
}
