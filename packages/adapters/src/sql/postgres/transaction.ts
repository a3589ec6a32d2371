/**
 * The statements that begin and end a transaction, and how one of them may fail.
 */
import { CompiledQuery } from "kysely"
import type { PoolClient, QueryResult } from "pg"
import { send } from "./connection-pool.ts"
import { failureOf, isConnectionLost, type PostgresFailure } from "./sql-state.ts"
import type { Statement } from "./statement-batch.ts"

/** A statement that is sent together with others. */
export interface Unsent {
  readonly operation: string
  readonly statement: Statement
}

/** The statement after which a transaction can only be rolled back. */
export interface FailedStatement {
  readonly operation: string
  readonly failure: PostgresFailure
}

export const begin: Unsent = { operation: "begin", statement: { name: "begin", text: "begin", values: [] } }
const commit: Unsent = { operation: "commit", statement: { name: "commit", text: "commit", values: [] } }

const lockText = "select pg_advisory_xact_lock(hashtextextended($1, 0))"

/** Takes the lock of a name until the transaction ends. The lock is a hash: two names with one hash wait for each other needlessly. */
export const lockQuery = (name: string): CompiledQuery => CompiledQuery.raw(lockText, [name])

/** Makes transactions that collided wait for each other. */
export const oneAtATime: Unsent = { operation: "begin", statement: { text: lockText, values: ["units that collided"] } }

/** Called once with the results of all statements; or with the first that failed, and the results of those before it. */
export type Answered = (results: ReadonlyArray<QueryResult>, failed: FailedStatement | undefined) => void

/** Sends statements in one piece. Never throws. */
export const sendAll = (client: PoolClient, all: ReadonlyArray<Unsent>, answered: Answered): void =>
  send(
    client,
    all.map(({ statement }) => statement),
    (results, failure) => {
      const operation = all[results.length]?.operation ?? "answer"
      answered(results, failure === undefined ? undefined : { operation, failure })
    },
  )

/**
 * Sends the last statements of a transaction with its commit. @param ended - gets the failure if it was not committed
 */
export const sendCommit = (
  client: PoolClient,
  last: ReadonlyArray<Unsent>,
  ended: (failed: FailedStatement | undefined) => void,
): void =>
  sendAll(client, [...last, commit], (results, failed) => {
    // The server commits before it reads the end of the batch. A failure after that rolls nothing back.
    const command = results[last.length]?.command
    ended(command === "COMMIT" ? undefined : (failed ?? endedInstead(command)))
  })

const endedInstead = (command: string | undefined): FailedStatement => ({
  operation: commit.operation,
  failure: failureOf(new Error(`${command} instead`)),
})

/** Whether the transaction may have been committed: the connection was lost before the commit was answered, and no statement was refused. */
export const isUncertain = ({ failure, operation }: FailedStatement): boolean =>
  isConnectionLost(failure) && (operation === commit.operation || failure.state === "")
