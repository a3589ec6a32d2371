/**
 * Several write sets in one transaction.
 *
 * It works in rounds: each set runs until it waits for an answer; the statements of all sets are sent together; each
 * set gets its answers. After the last round, one commit ends them all.
 *
 * If a set is refused and has written nothing, it leaves, and the others continue. If it has written, or if a statement
 * fails, everything is rolled back, and each set runs again alone.
 *
 * @see docs/decisions/storage.md#0307
 */
import type { CompiledQuery } from "kysely"
import type { PoolClient, QueryResult } from "pg"
import type { Written } from "../engine/procedure.ts"
import type { CommitPlace } from "./commit-place.ts"
import { lateTransaction } from "./late-transaction.ts"
import type { Asked, Running, SetOutcome, SetToCommit } from "./running-set.ts"
import type { Statement } from "./statement-batch.ts"
import { type FailedStatement, isUncertain, type Unsent } from "./transaction.ts"

/** The place of commits. */
export interface SetPlace extends CommitPlace {
  readonly statements: (query: CompiledQuery) => Statement
  readonly writtenBy: (result: QueryResult) => Written<never>
}

/**
 * Runs sets to their common end. A set that runs alone is not run again.
 *
 * @param settings - sent once, after `begin`
 * @param ended - called once, after the `end` of each set
 */
export const runSets = (
  { adding, statements, tell, writtenBy }: SetPlace,
  client: PoolClient,
  sets: ReadonlyArray<SetToCommit>,
  settings: ReadonlyArray<Unsent>,
  ended: (isCommitted: boolean) => void,
): void => {
  const transaction = lateTransaction(client, settings)
  const isAlone = sets.length === 1
  const members = sets.map((set): Member => ({ set, running: set.begin(), hasWritten: false }))

  const goOn = (): void => {
    const failed = members.filter(hasFailed)
    if (failed.length === members.length || failed.some(({ hasWritten }) => hasWritten)) {
      rollBack(undefined)
      return
    }
    const questions = members.flatMap(questionsOf)
    if (members.some(({ running }) => running.state() === "waits")) ask(questions)
    else commit(questions)
  }

  const ask = (questions: ReadonlyArray<Question>): void =>
    transaction.send(unsentOf(questions), (results, failed) => {
      if (failed !== undefined) {
        rollBack(failed)
        return
      }
      for (const [place, { asked, member }] of questions.entries()) {
        const result = results[place]
        if (result === undefined) continue
        if (asked.kind === "write" && (asked.answered === null || result.rowCount !== 0)) member.hasWritten = true
        asked.answered?.(writtenBy(result))
      }
      goOn()
    })

  const unsentOf = (questions: ReadonlyArray<Question>): ReadonlyArray<Unsent> =>
    questions.map(({ asked, member }) => ({ operation: member.set.operation, statement: statements(asked.query) }))

  const commit = (last: ReadonlyArray<Question>): void => {
    const sums = members.flatMap((member) => (hasFailed(member) ? [] : member.running.sums))
    transaction.commit([...unsentOf(last), ...adding(sums)], (failed) => {
      if (failed !== undefined && !isUncertain(failed)) {
        rollBack(failed)
        return
      }
      // If it is not known whether it was committed, listeners read again and see.
      tell(members.flatMap((member) => (hasFailed(member) ? [] : member.running.changes)))
      end(failed === undefined, (member) => {
        if (failed === undefined) return { _tag: "Ended" }
        return hasFailed(member) ? { _tag: "Again" } : { _tag: "Uncertain", failure: failed.failure }
      })
    })
  }

  /** @param failed - the statement that failed; undefined if a set has */
  const rollBack = (failed: FailedStatement | undefined): void =>
    transaction.rollBack(() =>
      end(false, () => {
        if (!isAlone) return { _tag: "Again" }
        return failed === undefined ? { _tag: "Ended" } : { _tag: "RolledBack", failed }
      }),
    )

  const end = (isCommitted: boolean, outcomeOf: (member: Member) => SetOutcome): void => {
    for (const member of members) member.set.end(outcomeOf(member))
    ended(isCommitted)
  }

  goOn()
}

/** A set in its transaction. */
interface Member {
  readonly set: SetToCommit
  readonly running: Running
  hasWritten: boolean
}

interface Question {
  readonly asked: Asked
  readonly member: Member
}

const hasFailed = ({ running }: Member): boolean => running.state() === "failed"

/** The statements that a set sends now. A failed set sends no more. */
const questionsOf = (member: Member): ReadonlyArray<Question> => {
  const asked = member.running.asked.splice(0)
  return hasFailed(member) ? [] : asked.map((one) => ({ asked: one, member }))
}
