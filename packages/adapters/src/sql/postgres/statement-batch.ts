/**
 * Statements that are sent and answered together.
 *
 * The driver ends each query with a `Sync`: the server then sends its answer, with one system call for each statement,
 * and runs the next one even if the last one failed. Here a batch has one `Sync`, after its last statement, and the
 * server runs nothing after a failed statement. So `begin` can be sent with the statements of its transaction, and
 * `commit` with the last of them.
 *
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
import { type Connection, type CustomTypesConfig, type PoolClient, Query, type QueryResult } from "pg"

/** The methods that the driver calls on a query; its types omit them. The messages are those of the protocol. */
declare module "pg" {
  interface QueryConfig<I> {
    /** Sends a statement without parameters like one with parameters: a simple query ends with an answer of its own. */
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

/** The result of a batch. */
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

/** The driver sees one query, and waits for its one end. */
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
    // They are bound: V8 would keep arrow functions, and everything they refer to, until its next full collection
    // (docs/decisions/engineering.md#0308).
    this.submit = this.#submit.bind(this)
    this.callback = this.#called.bind(this)
  }

  /** The driver calls this if no answer comes in time, and destroys the connection. */
  #called(cause: Error | null): void {
    if (cause) this.#end(cause, true)
  }

  /**
   * If a value has no text form, the driver throws here: then nothing further is sent, and what has run is not
   * committed.
   */
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

  /**
   * The server has skipped the following statements without preparing them, but the driver assumes that they are
   * prepared.
   */
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
