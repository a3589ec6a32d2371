/**
 * The statements by which a transaction begins and ends, and how it may be lost.
 */
import { CompiledQuery } from "kysely"
import type { PoolClient, QueryResult } from "pg"
import { send } from "./connection-pool.ts"
import { failureOf, isConnectionLost, type PostgresFailure } from "./sql-state.ts"
import type { Statement } from "./statement-batch.ts"

/** A statement that leaves with others. */
export interface Unsent {
  readonly operation: string
  readonly statement: Statement
}

/** The statement after which a transaction can only be undone. */
export interface Lost {
  readonly operation: string
  readonly failure: PostgresFailure
}

export const begin: Unsent = { operation: "begin", statement: { name: "begin", text: "begin", values: [] } }
export const commit: Unsent = { operation: "commit", statement: { name: "commit", text: "commit", values: [] } }
export const rollback: Statement = { text: "rollback", values: [] }

const heldText = "select pg_advisory_xact_lock(hashtextextended($1, 0))"

/** Has the transaction wait for all others that hold this name. By its hash: two names that share one wait for each other for nothing. */
export const heldQuery = (name: string): CompiledQuery => CompiledQuery.raw(heldText, [name])

/** Has transactions that collided wait for one another. */
export const oneAtATime: Unsent = {
  operation: "begin",
  statement: { text: heldText, values: ["units that collided"] },
}

/** Called once with the results of all statements; or with the first that failed, and the results of those before it. */
export type Answered = (results: ReadonlyArray<QueryResult>, lost: Lost | undefined) => void

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

/** Sends the last statements of a transaction with its commit. @param ended - with what kept it from being committed, if anything did */
export const sendCommit = (
  client: PoolClient,
  last: ReadonlyArray<Unsent>,
  ended: (lost: Lost | undefined) => void,
): void =>
  sendAll(client, [...last, commit], (results, lost) => {
    const command = results.at(-1)?.command
    ended(lost ?? (command === "COMMIT" ? undefined : endedInstead(command)))
  })

const endedInstead = (command: string | undefined): Lost => ({
  operation: commit.operation,
  failure: failureOf(new Error(`${command} instead`)),
})

/** Whether a transaction may have been committed, though its commit had no answer: unless the server itself refused a statement before. */
export const isUncertain = ({ failure, operation }: Lost): boolean =>
  isConnectionLost(failure) && (operation === commit.operation || failure.state === "")
