/** Others on a test's database: further connections, and failing routes to it. */
import { once } from "node:events"
import { connect as connectTo, createServer, type Socket } from "node:net"
import { Effect, Schedule } from "effect"
import { Client } from "pg"
import { ask } from "./postgres-names.ts"

const urlOfStore = Effect.gen(function* () {
  const [row] = yield* ask("select current_database() as name, inet_server_port() as port")
  const found = Object(row)
  return `postgres://vintem@127.0.0.1:${Reflect.get(found, "port")}/${Reflect.get(found, "name")}`
})

/** Another connection, in a transaction. */
export const holding = Effect.fnUntraced(function* (sql: string) {
  const other = yield* connected(yield* urlOfStore)
  yield* Effect.promise(() => other.query(`begin; ${sql}`))
  return other
})

/** Another connection. */
export const connected = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: url, application_name: "somebody else" })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end()),
  )

/**
 * Waits until this many of the store's connections wait for a lock.
 *
 * @param other - looks: the store's only connection may be the one that waits. In a transaction it would always see the
 *   connections of its first
 * look, and none that was opened later, so the snapshot is cleared before each look.
 */
export const untilSomebodyWaits = (other: Client, count = 1) =>
  Effect.promise(async () => {
    await other.query("select pg_stat_clear_snapshot()")
    return other.query(
      `select from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database() and application_name = 'vintem'`,
    )
  }).pipe(Effect.repeat({ until: ({ rowCount }) => rowCount === count, schedule: Schedule.spaced(5) }))

/** PostgreSQL continues with what has arrived after the connection is lost, even a commit. */
export const untilStoreHasLeft = (url: string) =>
  Effect.scoped(
    Effect.flatMap(connected(url), (other) =>
      Effect.promise(() =>
        other.query(
          "select from pg_stat_activity where datname = current_database() and application_name = 'vintem' limit 1",
        ),
      ).pipe(Effect.repeat({ until: ({ rowCount }) => rowCount === 0, schedule: Schedule.spaced(5) })),
    ),
  )

/** A route to a database that is cut at the first commit of a write, before or after forwarding it. */
export const cutAtCommit = (url: string, arrives: boolean) =>
  proxied(url, (near, far, chunk) => {
    if (!chunk.includes("commit\0")) {
      far.write(chunk)
      return
    }
    near.resetAndDestroy()
    if (arrives) far.end(chunk)
    else far.destroy()
  })

/** The last message of a batch, which has no content. */
const syncBytes = 5

/**
 * A route to a database whose first commit arrives, but not the end of its batch: the server's process is shut down
 * before.
 */
export const shutDownAfterCommit = Effect.fnUntraced(function* (url: string) {
  const other = yield* connected(url)
  let isOver = false
  return yield* proxied(url, (_, far, chunk) => {
    if (isOver || !chunk.includes("commit\0")) {
      far.write(chunk)
      return
    }
    isOver = true
    far.write(chunk.subarray(0, -syncBytes))
    void shutDownOnceCommitted(other)
  })
})

const shutDownOnceCommitted = async (other: Client): Promise<void> => {
  const { rowCount } = await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'vintem' and query = 'commit' and wait_event = 'ClientRead'`,
  )
  if (rowCount === 0) setTimeout(() => void shutDownOnceCommitted(other), 5)
}

/** A route to a database that transmits nothing after a signal, and stays open. */
export const silenced = Effect.fnUntraced(function* (url: string) {
  let isSilent = false
  const way = yield* proxied(url, (_, far, chunk) => {
    if (!isSilent) far.write(chunk)
  })
  const fallSilent = Effect.sync(() => {
    isSilent = true
  })
  return { way, fallSilent }
})

/** A route to a database that accepts connections like PgBouncer: only with parameters that it can set on every one. */
export const pooled = (url: string) => {
  const begun = new WeakSet<Socket>()
  return proxied(url, (near, far, chunk) => {
    const stranger = begun.has(near) ? undefined : namesAtStart(chunk).find((name) => !pooledParameters.has(name))
    begun.add(near)
    if (stranger === undefined) far.write(chunk)
    else near.end(fatal("08P01", `unsupported startup parameter: ${stranger}`))
  })
}

const pooledParameters = new Set(["user", "database", "application_name", "client_encoding"])

/** The names of the parameters of a connection, in its first message: length, version, then names and values. */
const namesAtStart = (message: Buffer): ReadonlyArray<string> =>
  message
    .toString("utf8", 8)
    .split("\0")
    .filter((name, at) => at % 2 === 0 && name !== "")

const fatal = (state: string, text: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0M${text}\0\0`)
  const head = Buffer.from("E\0\0\0\0")
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** @param passOn - handles bytes that are sent to the database */
const proxied = (url: string, passOn: (near: Socket, far: Socket, chunk: Buffer) => void) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const { hostname, port } = new URL(url)
        const server = createServer((near) => {
          const far = connectTo(Number(port), hostname)
          far.pipe(near)
          near.on("data", (chunk) => passOn(near, far, chunk))
          for (const socket of [near, far])
            socket.on("error", () => {}).on("close", () => [near, far].map((one) => one.destroy()))
        }).listen(0, "127.0.0.1")
        await once(server, "listening")
        return server
      }),
      (server) => Effect.promise(() => new Promise((resolve) => server.close(resolve))),
    ),
    (server) => {
      const address = server.address()
      const way = new URL(url)
      way.port = String(typeof address === "object" ? address?.port : "")
      return way.href
    },
  )

/** The free session that a pooler lends: the latest returned, or the longest free. */
export type LentFirst = "latest" | "longest free"

/**
 * A route to a database through a pooler in transaction mode: a number of server sessions, each lent for one
 * transaction.
 */
export const pooledByTransaction = (url: string, sessions: number, lentFirst: LentFirst) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const opened = await Promise.all(Array.from({ length: sessions }, () => serverSession(url)))
        const free = [...opened]
        const lend = () => (lentFirst === "latest" ? free.pop() : free.shift())
        const waiting: Array<(session: ServerSession) => void> = []
        const giveBack = (session: ServerSession) => {
          const next = waiting.shift()
          if (next === undefined) free.push(session)
          else next(session)
        }
        const server = createServer((near) =>
          serveByTransaction(near, opened[0]?.greeting ?? Buffer.alloc(0), lend, waiting, giveBack),
        )
        server.listen(0, "127.0.0.1")
        await once(server, "listening")
        return { server, opened }
      }),
      ({ opened, server }) =>
        Effect.promise(async () => {
          for (const { socket } of opened) socket.destroy()
          await new Promise((resolve) => server.close(resolve))
        }),
    ),
    ({ server }) => {
      const address = server.address()
      const way = new URL(url)
      way.port = String(typeof address === "object" ? address?.port : "")
      return way.href
    },
  )

interface ServerSession {
  readonly socket: Socket
  /** The server's messages from the start until it was ready. */
  readonly greeting: Buffer
  /** Takes each whole message of the server. */
  take: (type: string, message: Buffer) => void
}

const serverSession = async (url: string): Promise<ServerSession> => {
  const { hostname, pathname, port, username } = new URL(url)
  const socket = connectTo(Number(port), hostname)
  await once(socket, "connect")
  const parameters = Buffer.from(`user\0${username}\0database\0${pathname.slice(1)}\0\0`)
  const start = Buffer.alloc(8)
  start.writeInt32BE(parameters.length + 8, 0)
  start.writeInt32BE(196_608, 4)
  const greeted: Array<Buffer> = []
  const session = await new Promise<ServerSession>((resolve) => {
    const made = {
      socket,
      get greeting() {
        return Buffer.concat(greeted)
      },
      take: (type: string, message: Buffer) => {
        if (type === "K") message.writeInt32BE(0, 5) // a pooler names no process of the server
        greeted.push(message)
        if (type === "Z") resolve(made)
      },
    }
    socket.on(
      "data",
      messages((type, message) => made.take(type, message)),
    )
    socket.on("error", () => {})
    socket.write(Buffer.concat([start, parameters]))
  })
  return session
}

/** Splits a stream into messages: a letter, the length of the rest, the rest. */
const messages = (take: (type: string, message: Buffer) => void) => {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = rest.readInt32BE(1) + 1
      take(String.fromCharCode(rest[0] ?? 0), rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}

const serveByTransaction = (
  near: Socket,
  greeting: Buffer,
  lend: () => ServerSession | undefined,
  waiting: Array<(session: ServerSession) => void>,
  giveBack: (session: ServerSession) => void,
): void => {
  let hasBegun = false
  let pinned: ServerSession | undefined
  let request: Array<Buffer> = []
  let work = Promise.resolve()
  const ask = (session: ServerSession, sent: Buffer) =>
    new Promise<void>((resolve) => {
      pinned = session
      session.take = (type, message) => {
        near.write(message)
        if (type !== "Z") return
        if (String.fromCharCode(message[5] ?? 0) === "I") {
          pinned = undefined
          giveBack(session)
        }
        resolve()
      }
      session.socket.write(sent)
    })
  const lent = () => pinned ?? lend() ?? new Promise<ServerSession>((resolve) => waiting.push(resolve))
  const take = messages((type, message) => {
    request.push(message)
    if (type !== "Q" && type !== "S") return
    const sent = Buffer.concat(request)
    request = []
    work = work.then(async () => ask(await lent(), sent))
  })
  near.on("error", () => {})
  near.on("data", (chunk: Buffer) => {
    if (hasBegun) return take(chunk)
    hasBegun = true
    near.write(greeting)
  })
}
