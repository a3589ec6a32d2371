/**
 * Others on the database of a test: connections of their own, and ways to it that fail.
 */
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
 * Until so many of the store's connections wait for a lock.
 *
 * @param other - looks: the store's only connection may be the one that waits. In a transaction it sees the connections of its first look
 */
export const untilSomebodyWaits = (other: Client, count = 1) =>
  Effect.promise(() =>
    other.query(
      `select from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database() and application_name = 'vintem'`,
    ),
  ).pipe(Effect.repeat({ until: ({ rowCount }) => rowCount === count, schedule: Schedule.spaced(5) }))

/** PostgreSQL goes on with what has arrived after the connection is lost, a commit among it. */
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

/** A way to a database that is cut when the first commit of a write comes by, before or after it has been passed on. */
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

/** A way to a database whose first commit arrives, and not the end of its batch: the server's process is shut down before. */
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

/** A way to a database over which nothing comes any more once it is told so, and which stays open. */
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

/** A way to a database that takes connections as PgBouncer does: only with the parameters that it can have of every one. */
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

/** @param passOn - what becomes of what is sent to the database */
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
