/**
 * Connections to one PostgreSQL database. Their settings make sure that no commit is lost and that every wait ends.
 */
import { Effect, type Scope } from "effect"
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig, type QueryResult, types } from "pg"
import { type Servers, serversOf } from "./servers.ts"
import { failureOf, isConnectionLost, isNotWritable, isOutdatedPlan, PostgresFailure } from "./sql-state.ts"
import { type Statement, sendBatch } from "./statement-batch.ts"

/** What the driver takes, and its types leave out. */
declare module "pg" {
  interface QueryConfig<I> {
    /** The longest wait for its answer, milliseconds. */
    query_timeout?: number
  }
}

export interface ConnectionOptions {
  /** How many connections at most, including those for long reads; 10 by default. */
  readonly poolSize?: number | undefined
  /** How long a long read may take, milliseconds. */
  readonly longReadTimeoutMillis?: number | undefined
  /** How long a statement may take, milliseconds. */
  readonly statementTimeoutMillis?: number | undefined
  /** How long a statement waits for a lock of a row or a table, milliseconds. */
  readonly lockTimeoutMillis?: number | undefined
  /** The longest wait for a connection, milliseconds: if the database is far away, or all connections are in use. */
  readonly connectTimeoutMillis?: number | undefined
}

const defaultPoolSize = 10
export const defaultLockTimeoutMillis = 5_000
const defaultStatementTimeoutMillis = 30_000
const defaultConnectTimeoutMillis = 5_000
/** No caller waits longer for a list, and with two connections no other caller waits longer for a turn. */
const defaultLongReadTimeoutMillis = 10_000
/** One connection in this many is for long reads. */
const connectionsForOneLong = 5
/** How long the service waits beyond the server's own limit; then it treats the connection as dead. */
const answerMarginMillis = 5_000
/** How long a transaction may be idle: only this process or the network can delay a unit. */
const idleInTransactionMillis = 15_000

/** The silence after which the other machine is probed. Linux probes ten times, a second apart. */
const keepAliveInitialDelayMillis = 5_000

/** The settings of every connection of this service, in a pool or not. `Client` is the class of the connections. */
export const connectionConfig = (servers: Servers, options: ConnectionOptions, isReadOnly = false) => {
  const statementTimeout = options.statementTimeoutMillis ?? defaultStatementTimeoutMillis
  const connectTimeout = options.connectTimeoutMillis ?? defaultConnectTimeoutMillis
  const guards = settingsQuery({
    synchronous_commit: "on", // a server's own setting may acknowledge commits that are not on the disk; ours does not
    default_transaction_isolation: "read committed",
    default_transaction_read_only: isReadOnly ? "on" : "off",
    statement_timeout: statementTimeout,
    lock_timeout: options.lockTimeoutMillis ?? defaultLockTimeoutMillis,
    idle_in_transaction_session_timeout: idleInTransactionMillis,
  })
  return {
    Client: clientOf(servers, { text: guards, query_timeout: connectTimeout }),
    application_name: "vintem",
    connectionTimeoutMillis: connectTimeout,
    query_timeout: statementTimeout + answerMarginMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis,
    types: { getTypeParser: parserOf },
  } satisfies PoolConfig
}

/**
 * Our own values, which need no quoting. The server's default is read before ours replaces it: an operator may use it
 * to make a server that is no standby refuse writes.
 */
const settingsQuery = (settings: Readonly<Record<string, string | number>>): string =>
  `select ${[
    "pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as is_read_only",
    ...Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`),
  ].join(", ")}`

/**
 * Connections to the current server of several. A statement makes the settings on each open connection: poolers such as
 * PgBouncer refuse them as parameters of the connection, or drop them silently.
 */
const clientOf = (
  servers: Servers,
  guards: { readonly text: string; readonly query_timeout: number },
): (new (
  config?: string | ClientConfig,
) => Client) =>
  class ServerClient extends Client {
    readonly #url: string

    constructor(config?: string | ClientConfig) {
      const url = servers.current()
      super({ ...(typeof config === "object" ? config : {}), connectionString: url })
      this.#url = url
      serverOf.set(this, url)
      this.on("error", () => {}) // when a connection dies, its statements fail
    }

    /** A pool passes a callback. The driver's types say that it is one of two, so it cannot be called as a function. */
    override connect(callback?: ((cause: Error) => void) | ((cause: null, client: Client) => void)): Promise<Client> {
      const opened = this.#open()
      if (callback === undefined) return opened
      const called = (...outcome: ReadonlyArray<unknown>): void => Reflect.apply(callback, undefined, outcome)
      opened.then((client) => called(null, client), called)
      return opened
    }

    async #open(): Promise<Client> {
      try {
        await super.connect()
        await this.#guard()
      } catch (cause) {
        if (isAnotherTried(failureOf(cause))) servers.leave(this.#url)
        throw cause
      }
      servers.found(this.#url)
      return this
    }

    async #guard(): Promise<void> {
      try {
        const { rows } = await this.query<{ is_read_only: boolean }>(guards)
        if (servers.count > 1 && rows[0]?.is_read_only) throw notWritable(`${this.host}:${this.port}`)
      } catch (cause) {
        await this.end()
        throw cause
      }
    }
  }

/** The server that each connection was opened to. */
const serverOf = new WeakMap<object, string>()

/** A password that one server refuses is not tried at the next one. */
const isAnotherTried = (failure: PostgresFailure): boolean => isConnectionLost(failure) || isNotWritable(failure)

const notWritable = (server: string): PostgresFailure =>
  new PostgresFailure(`The server ${server} takes no writes, and no other server in the list does.`, {
    state: "25006",
  })

/** A connection in no pool, to the first server that takes it. */
export const openClient = async (
  servers: Servers,
  config: ReturnType<typeof connectionConfig>,
  attempts = servers.count,
): Promise<Client> => {
  const moves = servers.moves()
  try {
    return await new config.Client(config).connect()
  } catch (cause) {
    if (attempts <= 1 || servers.moves() === moves) throw cause
    return openClient(servers, config, attempts - 1)
  }
}

/** Whole numbers of 64 bits, and sums of them, as numbers: amounts, instants and ids are all within what a number holds. */
function parserOf(type: number, format?: "text" | "binary") {
  const isWhole = type === types.builtins.INT8 || type === types.builtins.NUMERIC
  return isWhole && format !== "binary" ? wholeNumber : types.getTypeParser(type, format)
}

/** Values too large for a number are not written by this service. They are not rounded: the reader reports that they are no numbers. */
const wholeNumber = (text: string): number => (Number.isSafeInteger(Number(text)) ? Number(text) : Number.NaN)

/** How many connections there are at the moment. */
interface PoolUse {
  readonly used: number
  readonly idle: number
  /** How many units and statements wait for one. */
  readonly pending: number
  /** How many there may be. */
  readonly max: number
}

export interface ConnectionPool {
  readonly use: () => PoolUse
  /**
   * Whether to give up a statement that has found no connection since then (`performance.now()`), or lost one. If a
   * connection was cut, it fails at once, and another may work; if the database is silent, each takes its whole
   * time-out.
   */
  readonly isOverdue: (begunAt: number) => boolean
  /** A connection for as long as `use` lasts; one that has failed is not used again. */
  readonly withConnection: <A, E, R>(
    use: (client: PoolClient) => Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | PostgresFailure, R>
}

/** All connections of a process. */
export interface Connections {
  /** For all but long reads. */
  readonly pool: ConnectionPool
  /** For long reads, which nothing else waits for. */
  readonly longReads: { readonly pool: ConnectionPool; readonly atOnce: number }
  /** Counts both pools together. */
  readonly use: () => PoolUse
}

/**
 * A fifth of the connections, and at least one, is kept for long reads. Each side always has one: with `poolSize` 1
 * there are two while a list is read.
 */
export const connections = (
  url: string,
  options: ConnectionOptions,
  isReadOnly: boolean,
): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.gen(function* () {
    const servers = serversOf(url)
    const max = options.poolSize ?? defaultPoolSize
    const atOnce = Math.max(1, Math.floor(max / connectionsForOneLong))
    const pool = yield* connectionPool(servers, { ...options, poolSize: Math.max(1, max - atOnce) }, isReadOnly)
    const statementTimeoutMillis = options.longReadTimeoutMillis ?? defaultLongReadTimeoutMillis
    const long = yield* connectionPool(servers, { ...options, poolSize: atOnce, statementTimeoutMillis }, true)
    const use = () => sumOf(pool.use(), long.use())
    return { pool, longReads: { pool: long, atOnce }, use }
  })

const sumOf = (one: PoolUse, other: PoolUse): PoolUse => ({
  used: one.used + other.used,
  idle: one.idle + other.idle,
  pending: one.pending + other.pending,
  max: one.max + other.max,
})

/** Connections of one kind. They are closed with the scope, when all that was under way has ended. */
export const connectionPool = (
  servers: Servers,
  options: ConnectionOptions,
  isReadOnly: boolean,
): Effect.Effect<ConnectionPool, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => openPool(servers, options, isReadOnly)),
      (pool) => Effect.promise(() => pool.end()),
    ),
    (pool) => ({
      use: () => ({
        used: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        pending: pool.waitingCount,
        max: options.poolSize ?? defaultPoolSize,
      }),
      isOverdue: (begunAt) =>
        performance.now() - begunAt > (options.connectTimeoutMillis ?? defaultConnectTimeoutMillis) / 2,
      withConnection: (use) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(restore(connect(pool, servers)), (client) =>
            Effect.ensuring(
              restore(use(client)),
              Effect.sync(() => client.release(spoilt.has(client))),
            ),
          ),
        ),
    }),
  )

const openPool = (servers: Servers, options: ConnectionOptions, isReadOnly: boolean): Pool => {
  const pool = new Pool({
    ...connectionConfig(servers, options, isReadOnly),
    pipeline: true, // a unit sends statements that need no answer at once; there are never two units on one connection
    max: options.poolSize ?? defaultPoolSize,
    idleTimeoutMillis: 30_000,
  })
  // A connection that dies unused is replaced when one is needed; one that dies in use fails the statement. Neither may end the process.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => spoilt.add(client)))
  return pool
}

/** Connections that are not to be used again. */
const spoilt = new WeakSet<object>()

/** Makes the pool close a connection when it is returned. */
export const discard = (client: PoolClient): Effect.Effect<void> => Effect.sync(() => spoilt.add(client))

/** Tries each server once. Connections to a server that another one has replaced are closed. */
const connect = (pool: Pool, servers: Servers): Effect.Effect<PoolClient, PostgresFailure> =>
  Effect.suspend(() => {
    let moves = servers.moves()
    return Effect.retry(connectOnce(pool, servers), {
      while: () => {
        const hasMoved = servers.moves() !== moves
        moves = servers.moves()
        return hasMoved
      },
      times: servers.count - 1,
    })
  })

const connectOnce = (pool: Pool, servers: Servers): Effect.Effect<PoolClient, PostgresFailure> =>
  Effect.flatMap(taken(pool), (client) => {
    if (!servers.isLeft(serverOf.get(client) ?? servers.current())) return Effect.succeed(client)
    client.release(true)
    return connectOnce(pool, servers)
  })

/** An interrupted caller that may stop leaves the connection to the next one. */
const taken = (pool: Pool): Effect.Effect<PoolClient, PostgresFailure> =>
  Effect.callback((resume) => {
    let isWanted = true
    pool.connect().then(
      (client) => (isWanted ? resume(Effect.succeed(client)) : client.release()),
      (cause: unknown) => resume(Effect.fail(failureOf(cause))),
    )
    return Effect.sync(() => {
      isWanted = false
    })
  })

/**
 * Sends statements in one piece, and calls back once with the results of those that were run, and how the next one failed; with no failure
 * if all were run. Never throws.
 */
export const send = (
  client: PoolClient,
  statements: ReadonlyArray<Statement>,
  ended: (results: ReadonlyArray<QueryResult>, failure: PostgresFailure | undefined) => void,
): void =>
  sendBatch(client, statements, ({ cause, isSpoilt, results }) => {
    const failure = cause === undefined ? undefined : failureOf(cause)
    if (isSpoilt || (failure !== undefined && isConnectionSpoilt(failure))) {
      spoilt.add(client)
    }
    ended(results, failure)
  })

/** The next statement may succeed on another connection. */
const isConnectionSpoilt = (failure: PostgresFailure): boolean =>
  isConnectionLost(failure) || isOutdatedPlan(failure) || isNotWritable(failure)

/** Asks one statement, as an effect that ends only with the answer, so that a connection is returned to the pool with nothing in flight. */
export const ask = (client: PoolClient, statement: Statement): Effect.Effect<QueryResult, PostgresFailure> =>
  Effect.uninterruptible(
    Effect.callback((resume) =>
      send(client, [statement], ([result], failure) =>
        resume(
          failure === undefined && result !== undefined ? Effect.succeed(result) : Effect.fail(failure ?? unanswered),
        ),
      ),
    ),
  )

const unanswered = failureOf(new Error("The server answered without a result."))
