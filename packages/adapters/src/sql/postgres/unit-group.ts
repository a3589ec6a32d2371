/**
 * Several units of work in one transaction.
 *
 * Each runs until it waits for an answer. Then what all of them ask leaves in one piece, is answered in one, and each runs on: a round. When
 * the last has ended, one commit is that of all. So a statement costs no journey of its own, and a unit no transaction.
 *
 * A unit sees what the others have written, as if they had been committed: all are, or none is. Where one fails that has written, or a
 * statement fails, all are undone, and each is to be run again alone.
 *
 * @see docs/decisions/storage.md#0307
 */
import { type Context, Effect, Exit } from "effect"
import type { PoolClient } from "pg"
import { ask, type ConnectionPool } from "./connection-pool.ts"
import { groupBeginning } from "./group-beginning.ts"
import { type Answer, beginUnit, newUnit, noResult, type RunningUnit } from "./running-unit.ts"
import { isUncertain, type Lost, rollback, sendAll, sendCommit, type Unsent } from "./transaction.ts"
import type { Tell, UnitEnd } from "./unit-end.ts"

/** A unit that waits for a group. */
export interface Applicant {
  /** Begins it in a group. */
  readonly join: (group: Joined) => Member
  /** Ends it without having begun it. */
  readonly refuse: () => void
  /** Its caller is gone. */
  isWithdrawn: boolean
}

/** What a unit is given by its group. */
interface Joined {
  readonly pool: ConnectionPool
  readonly send: RunningUnit["send"]
  readonly mayHold: (unit: RunningUnit, name: string) => boolean
  /** To be called when the unit has ended by itself. */
  readonly ended: () => void
  /** The caller of the unit is gone. Ends when it is certain what became of the unit. */
  readonly leave: (member: Member) => Effect.Effect<void>
}

/** How a group ended. */
type Verdict =
  | { readonly _tag: "Committed" }
  | { readonly _tag: "Undone" }
  | { readonly _tag: "Uncertain"; readonly by: Lost }

/** A unit of a group. */
interface Member {
  readonly running: RunningUnit
  readonly state: () => "running" | "succeeded" | "failed" | "stopped"
  readonly stop: () => void
  readonly leave: Effect.Effect<void>
  /** Tells its caller. Called once, last. */
  readonly answer: (verdict: Verdict) => void
}

/** What one unit asks in a round. */
interface Question {
  readonly statements: ReadonlyArray<Unsent>
  readonly answered: (answer: Answer) => void
}

/** Has a unit apply for a group. `Again` says that it has to be run alone, and that nothing of it was written. */
export const inGroup = <A, E, R>(
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
  apply: (applicant: Applicant) => void,
): Effect.Effect<UnitEnd<A, E>> =>
  Effect.callback((resume) => {
    const end = (how: UnitEnd<A, E>): void => resume(Effect.succeed(how))
    let member: Member | undefined
    const applicant: Applicant = {
      isWithdrawn: false,
      refuse: () => end({ _tag: "Again", way: "alone" }),
      join: (group) => {
        member = memberOf(group, context, unit, end)
        return member
      },
    }
    apply(applicant)
    return Effect.suspend(() => {
      applicant.isWithdrawn = true
      return member?.leave ?? Effect.void
    })
  })

const memberOf = <A, E, R>(
  group: Joined,
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
  end: (how: UnitEnd<A, E>) => void,
): Member => {
  const running: RunningUnit = newUnit({
    pool: group.pool,
    holdsEntries: false,
    mayHold: (name) => group.mayHold(running, name),
    send: group.send,
  })
  let exit: Exit.Exit<A, E> | undefined
  let isStopped = false
  const begun = beginUnit(context, running, unit, (how) => {
    exit = how
    group.ended()
  })
  const member: Member = {
    running,
    stop: () => {
      isStopped = true
      begun.stop()
    },
    state: () => {
      if (exit === undefined) return isStopped ? "stopped" : "running"
      return Exit.isSuccess(exit) && running.again === undefined ? "succeeded" : "failed"
    },
    leave: Effect.suspend(() => group.leave(member)),
    answer: (verdict) => {
      if (running.again !== undefined) end({ _tag: "Again", way: running.again })
      else if (exit === undefined || verdict._tag === "Undone") end({ _tag: "Again", way: "alone" })
      else if (verdict._tag === "Committed" || Exit.isFailure(exit)) end({ _tag: "Ended", exit })
      else end({ _tag: "Uncertain", failure: verdict.by.failure })
    },
  }
  return member
}

/** Where a group works, and who is told of it. */
export interface GroupPlace {
  readonly pool: ConnectionPool
  readonly client: PoolClient
  readonly tell: Tell
}

/** Runs units to their common end. @returns whether they were committed */
export const runGroup = (
  { client, pool, tell }: GroupPlace,
  applicants: ReadonlyArray<Applicant>,
): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const members: Array<Member> = []
    const holders = new Map<string, RunningUnit>()
    const onEnd: Array<() => void> = []
    /** What is asked in the next round. */
    const questions: Array<Question> = []
    /** What is to be sent before the next statement: the beginning of the transaction, and what units have left that have ended. */
    const first: Array<Unsent> = [...groupBeginning]
    const unsentOf = new WeakSet<RunningUnit>()
    let hasBegun = false
    let isSpoilt = false
    let hasEnded = false
    /** The server is being asked, or units run: they are looked at when all have run. */
    let isBusy = true

    const goOn = (): void => {
      if (isBusy) return
      for (const { running, state } of members) {
        const how = state()
        if ((how === "failed" || how === "stopped") && running.hasWritten) isSpoilt = true
        if (how === "succeeded" && !unsentOf.has(running)) {
          unsentOf.add(running)
          first.push(...running.unsent)
        }
      }
      if (isSpoilt) undo()
      else if (members.some(({ running, state }) => state() === "running" && running.unanswered === 0)) return
      else if (questions.length > 0) askTogether()
      else if (hasBegun || first.length > groupBeginning.length) commitTogether()
      else end({ _tag: "Committed" }) // none has asked anything
    }

    const askTogether = (): void => {
      isBusy = true
      const asked = questions.splice(0)
      const before = takeFirst()
      sendAll(client, [...before, ...asked.flatMap(({ statements }) => statements)], (results, lost) => {
        if (lost !== undefined) {
          undo()
          return
        }
        let at = before.length
        for (const { answered, statements } of asked) {
          at += statements.length
          answered({ result: results[at - 1] ?? noResult, lost: undefined })
        }
        isBusy = false
        goOn()
      })
    }

    const commitTogether = (): void => {
      isBusy = true
      sendCommit(client, takeFirst(), (lost) => {
        if (lost === undefined) end({ _tag: "Committed" })
        else if (isUncertain(lost)) end({ _tag: "Uncertain", by: lost })
        else undo()
      })
    }

    const takeFirst = (): ReadonlyArray<Unsent> => {
      hasBegun = true
      return first.splice(0)
    }

    /** If even the rollback fails, the connection is gone and the transaction with it. */
    const undo = (): void => {
      isBusy = true
      for (const { state, stop } of members) if (state() === "running") stop()
      const undone: Verdict = { _tag: "Undone" }
      if (!hasBegun) end(undone)
      else
        Effect.runFork(
          Effect.andThen(
            Effect.ignore(ask(client, rollback)),
            Effect.sync(() => end(undone)),
          ),
        )
    }

    const end = (verdict: Verdict): void => {
      hasEnded = true
      // Where it is not known whether it was committed, listeners read again and see.
      if (verdict._tag !== "Undone") {
        tell(members.flatMap(({ running, state }) => (state() === "succeeded" ? running.changes : [])))
      }
      for (const { answer } of members) answer(verdict)
      for (const one of onEnd.splice(0)) one()
      resume(Effect.succeed(verdict._tag === "Committed"))
    }

    const joined: Joined = {
      pool,
      send: (statements, answered) => {
        questions.push({ statements, answered })
        goOn()
      },
      mayHold: (unit, name) => {
        const holder = holders.get(name) ?? unit
        holders.set(name, holder)
        return holder === unit
      },
      ended: goOn,
      leave: ({ stop }) =>
        Effect.callback((left) => {
          if (hasEnded) {
            left(Effect.void)
            return
          }
          onEnd.push(() => left(Effect.void))
          stop()
          goOn()
        }),
    }
    for (const { isWithdrawn, join } of applicants) if (!isWithdrawn) members.push(join(joined))
    isBusy = false
    goOn()
  })
