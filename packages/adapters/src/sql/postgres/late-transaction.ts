/**
 * A transaction that begins with its first statement. Without one there is nothing to commit, and nothing to roll back.
 */
import type { PoolClient } from "pg"
import { send } from "./connection-pool.ts"
import { type Answered, begin, type FailedStatement, sendAll, sendCommit, type Unsent } from "./transaction.ts"

export interface LateTransaction {
  /** The results are those of these statements. */
  readonly send: (statements: ReadonlyArray<Unsent>, answered: Answered) => void
  /** Sends the last statements and commits. @param ended - gets the failure if the transaction was not committed */
  readonly commit: (last: ReadonlyArray<Unsent>, ended: (failed: FailedStatement | undefined) => void) => void
  /** If even the rollback fails, the connection is gone and the transaction with it. */
  readonly rollBack: (ended: () => void) => void
}

/** @param settings - what is sent once, after `begin` */
export const lateTransaction = (client: PoolClient, settings: ReadonlyArray<Unsent>): LateTransaction => {
  let beginning: ReadonlyArray<Unsent> = [begin, ...settings]
  const hasBegun = (): boolean => beginning.length === 0
  const takeBeginning = (): ReadonlyArray<Unsent> => {
    const taken = beginning
    beginning = []
    return taken
  }
  return {
    send: (statements, answered) => {
      const before = takeBeginning()
      sendAll(client, [...before, ...statements], (results, failed) => answered(results.slice(before.length), failed))
    },
    commit: (last, ended) => {
      if (hasBegun() || last.length > 0) sendCommit(client, [...takeBeginning(), ...last], ended)
      else ended(undefined)
    },
    rollBack: (ended) => {
      if (hasBegun()) send(client, [{ text: "rollback", values: [] }], ended)
      else ended()
    },
  }
}
