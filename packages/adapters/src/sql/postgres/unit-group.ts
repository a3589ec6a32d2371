/**
 * Several units of work in one transaction.
 *
 * A round: each unit runs until it waits for an answer; the statements of all are sent as one batch; each unit gets its answer. After the last
 * round one commit ends all units.
 *
 * A unit sees what the others have written, as if that had been committed: either all are, or none is. A unit that fails or loses its caller
 * and has written nothing drops out, and the others go on. If it has written, or if a statement fails, the whole group is rolled back, and
 * every unit is run again alone.
 *
 * @see docs/decisions/storage.md#0307
 */
import { Effect } from "effect"
import type { PoolClient } from "pg"
import type { GroupEnd, GroupMember, GroupOfUnit, WaitingUnit } from "./group-member.ts"
import { groupSettings } from "./group-settings.ts"
import { lateTransaction } from "./late-transaction.ts"
import { type Answer, noResult, type RunningUnit, takeUnsent } from "./running-unit.ts"
import { isUncertain, type Unsent } from "./transaction.ts"
import type { UnitPlace } from "./unit-place.ts"

/** What one unit asks in a round. */
interface Request {
  readonly statements: ReadonlyArray<Unsent>
  readonly answered: (answer: Answer) => void
}

/** Runs units to their common end. @returns whether they were committed */
export const runGroup = (
  { adding, pool, tell }: UnitPlace,
  client: PoolClient,
  units: ReadonlyArray<WaitingUnit>,
): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const transaction = lateTransaction(client, groupSettings)
    const members: Array<GroupMember> = []
    /** What is asked in the next round. */
    const requests: Array<Request> = []
    /** What units have left unsent that have ended. */
    const unsent: Array<Unsent> = []
    const whenEnded: Array<() => void> = []
    let hasEnded = false
    /** Statements are under way, or units are being continued: `advance` is called again afterwards. */
    let isBusy = true

    const advance = (): void => {
      if (isBusy) return
      for (const { running, state } of members) if (state() === "succeeded") unsent.push(...takeUnsent(running))
      const step = nextStep(members, requests.length > 0)
      isBusy = step !== "wait"
      if (step === "ask") ask()
      else if (step === "commit") commit()
      else if (step === "rollBack") rollBack()
    }

    const ask = (): void => {
      const asked = requests.splice(0)
      const before = unsent.splice(0)
      transaction.send([...before, ...asked.flatMap(({ statements }) => statements)], (results, failed) => {
        if (failed !== undefined) {
          rollBack()
          return
        }
        let at = before.length
        for (const { answered, statements } of asked) {
          at += statements.length
          answered({ result: results[at - 1] ?? noResult, failed: undefined })
        }
        isBusy = false
        advance()
      })
    }

    const commit = (): void => {
      const sums = members.flatMap(({ running, state }) => (state() === "succeeded" ? running.sums : []))
      transaction.commit([...unsent, ...adding(sums)], (failed) => {
        if (failed === undefined) end({ _tag: "Committed" })
        else if (isUncertain(failed)) end({ _tag: "Uncertain", failed })
        else rollBack()
      })
    }

    const rollBack = (): void => {
      for (const { state, stop } of members) if (state() === "running") stop()
      transaction.rollBack(() => end({ _tag: "RolledBack" }))
    }

    const end = (how: GroupEnd): void => {
      hasEnded = true
      // If it is not known whether it was committed, listeners read again and see.
      if (how._tag !== "RolledBack") {
        tell(members.flatMap(({ running, state }) => (state() === "succeeded" ? running.changes : [])))
      }
      for (const { answer } of members) answer(how)
      for (const one of whenEnded) one()
      resume(Effect.succeed(how._tag === "Committed"))
    }

    const group: GroupOfUnit = {
      pool,
      acquireName: nameHolders(),
      advance,
      end: Effect.callback((done) => {
        if (hasEnded) done(Effect.void)
        else whenEnded.push(() => done(Effect.void))
      }),
      send: (statements, answered) => {
        requests.push({ statements, answered })
        advance()
      },
    }
    for (const { isCanceled, join } of units) if (!isCanceled) members.push(join(group))
    isBusy = false
    advance()
  })

/** What a group does when its units have run as far as they can. */
const nextStep = (
  members: ReadonlyArray<GroupMember>,
  hasRequests: boolean,
): "rollBack" | "wait" | "ask" | "commit" => {
  if (members.some(hasWrittenInVain)) return "rollBack"
  if (members.some(isBetweenAnswers)) return "wait"
  return hasRequests ? "ask" : "commit"
}

const hasWrittenInVain = ({ running, state }: GroupMember): boolean =>
  running.hasWritten && (state() === "failed" || state() === "stopped")

const isBetweenAnswers = ({ running, state }: GroupMember): boolean => state() === "running" && running.unanswered === 0

/** Who holds which name: within one transaction the database has nobody wait for a name. @returns whether a unit has the name now */
const nameHolders = () => {
  const holders = new Map<string, RunningUnit>()
  return (unit: RunningUnit, name: string): boolean => {
    const holder = holders.get(name) ?? unit
    holders.set(name, holder)
    return holder === unit
  }
}
