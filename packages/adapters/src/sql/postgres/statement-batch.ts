/**
 * Statements that leave in one piece and are answered in one.
 *
 * The driver ends each query with a `Sync`: there the server sends its answer, one call of the system for each statement, and it takes the
 * next one whatever became of the last. Here a batch has one `Sync`, after its last statement. What follows a statement that fails is not
 * run: so `begin` may leave with the statements of its transaction, and `commit` with the last of them.
 *
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
import { type Connection, type CustomTypesConfig, type PoolClient, Query, type QueryResult } from "pg"

/** What the driver calls on a query, which its types leave out. Messages are those of the protocol, to be passed on. */
declare module "pg" {
  interface QueryConfig<I> {
    /** Has a statement without parameters sent as one that has some: a simple query ends with an answer of its own. */
    queryMode?: "extended"
  }
  interface Query<R, I> {
    callback: (cause: Error | null) => void
    handleRowDescription(message: object): void
    handleDataRow(message: object): void
    handleCommandComplete(message: object, connection: Connection): void
    handleReadyForQuery(connection: Connection): void
    handleError(cause: unknown, connection: Connection): void
  }
}

/** A statement with its parameters; `name` if it is prepared once for each connection. */
export interface Statement {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
  readonly name?: string
}

/** What became of a batch. */
export interface BatchOutcome {
  /** The results of the statements that ran, in order. */
  readonly results: ReadonlyArray<QueryResult>
  /** Why the next one was not; undefined if all were. */
  readonly cause: unknown
  /** Whether the connection no longer knows what it has prepared. */
  readonly isSpoilt: boolean
}

/** @param ended - called once, when the server has answered for the whole batch, or one statement has failed. Must not throw. */
export const sendBatch = (
  client: PoolClient,
  statements: ReadonlyArray<Statement>,
  ended: (outcome: BatchOutcome) => void,
): void => {
  client.query(new StatementBatch(client, statements, ended))
}

/** A query to the driver: it waits for one end, as of any other. */
class StatementBatch extends Query {
  readonly #statements: ReadonlyArray<Statement>
  readonly #queries: ReadonlyArray<Query>
  readonly #results: Array<QueryResult> = []
  readonly #ended: (outcome: BatchOutcome) => void
  /** The index of the statement that the server answers next. */
  #at = 0
  #unsendable: Error | undefined
  #hasEnded = false

  /** @param types - what reads values of the server's types */
  constructor(types: CustomTypesConfig, statements: ReadonlyArray<Statement>, ended: (outcome: BatchOutcome) => void) {
    super("")
    this.#statements = statements
    this.#ended = ended
    this.#queries = statements.map(
      ({ name, text, values }) =>
        new Query(
          { ...(name === undefined ? {} : { name }), text, values: [...values], types, queryMode: "extended" },
          (cause, result) => {
            if (cause) this.#unsendable = cause
            else this.#results.push(result)
          },
        ),
    )
    this.#nameCurrent()
    // They are bound: V8 would keep arrow functions, and what they name, until its next full collection (docs/decisions/engineering.md#0308).
    this.submit = this.#submit.bind(this)
    this.callback = this.#called.bind(this)
  }

  /** The driver calls this if no answer comes in time, and destroys the connection. */
  #called(cause: Error | null): void {
    if (cause) this.#end(cause, true)
  }

  /** A value that has no text is found out by the driver here: then nothing that follows leaves, and what was run is not committed. */
  #submit(connection: Connection): void {
    connection.stream.cork()
    for (const query of this.#queries) {
      if (this.#unsendable === undefined) query.submit(withoutSync(connection))
    }
    connection.sync()
    connection.stream.uncork()
  }

  override handleRowDescription(message: object): void {
    this.#queries[this.#at]?.handleRowDescription(message)
  }

  override handleDataRow(message: object): void {
    this.#queries[this.#at]?.handleDataRow(message)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    this.#queries[this.#at]?.handleCommandComplete(message, withoutSync(connection))
    const name = this.#statements[this.#at]?.name
    if (name !== undefined) preparedOn(connection).add(name)
    this.#at += 1
    this.#nameCurrent()
  }

  override handleReadyForQuery(connection: Connection): void {
    const cause = this.#unsendable
    this.#takeResults(connection)
    this.callback(null)
    this.#end(cause, cause !== undefined)
  }

  /** The server has skipped what follows, and with it what was to be prepared there; the driver takes it for prepared. */
  override handleError(cause: unknown, connection: Connection): void {
    const prepared = preparedOn(connection)
    const skipped = this.#statements.slice(this.#at + 1)
    this.#takeResults(connection)
    this.callback(null)
    this.#end(
      cause,
      skipped.some(({ name }) => name !== undefined && !prepared.has(name)),
    )
  }

  #takeResults(connection: Connection): void {
    for (const query of this.#queries.slice(0, this.#at)) query.handleReadyForQuery(connection)
  }

  /** The driver notes under this name what the server says it has prepared. */
  #nameCurrent(): void {
    const { name, text } = this.#statements[this.#at] ?? {}
    Object.assign(this, { name, text })
  }

  #end(cause: unknown, isSpoilt: boolean): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#ended({ results: this.#results, cause, isSpoilt })
  }
}

const quiet = new WeakMap<Connection, Connection>()

/** The connection for a query that is not the last: it sends no `Sync`. */
const withoutSync = (connection: Connection): Connection => {
  const known = quiet.get(connection)
  if (known !== undefined) return known
  const made: Connection = Object.create(connection, { sync: { value: () => {} } })
  quiet.set(connection, made)
  return made
}

const prepared = new WeakMap<Connection, Set<string>>()

/** Names of the statements that a batch has prepared on a connection. */
const preparedOn = (connection: Connection): Set<string> => {
  const known = prepared.get(connection) ?? new Set()
  prepared.set(connection, known)
  return known
}
