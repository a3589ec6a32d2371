/**
 * A unit of work in a group: while it waits for one, while it runs, and when its caller learns what became of it.
 */
import { type Context, Effect, Exit } from "effect"
import { beginUnit, newUnit, type RunningUnit } from "./running-unit.ts"
import type { FailedStatement } from "./transaction.ts"
import type { UnitEnd } from "./unit-end.ts"
import type { UnitPlace } from "./unit-place.ts"

/** A unit that waits for a group. */
export interface WaitingUnit {
  /** Begins it in a group. */
  readonly join: (group: GroupOfUnit) => GroupMember
  /** Has it run alone: it was not begun. */
  readonly runAlone: () => void
  /** Its caller is gone. */
  isCanceled: boolean
}

/** What a unit is given by its group. */
export interface GroupOfUnit extends Pick<UnitPlace, "pool"> {
  readonly send: RunningUnit["send"]
  readonly acquireName: (unit: RunningUnit, name: string) => boolean
  /** To be called when the unit has ended, or was stopped. */
  readonly advance: () => void
  /** Completes when the group has ended. */
  readonly end: Effect.Effect<void>
}

/** How a group ended. */
export type GroupEnd =
  | { readonly _tag: "Committed" }
  | { readonly _tag: "RolledBack" }
  | { readonly _tag: "Uncertain"; readonly failed: FailedStatement }

export interface GroupMember {
  readonly running: RunningUnit
  readonly state: () => "running" | "succeeded" | "failed" | "stopped"
  readonly stop: () => void
  /** Tells its caller. Called once, after the group has ended. */
  readonly answer: (end: GroupEnd) => void
}

/** Has a unit wait for a group. `Again` says that nothing of it was written. @param wait - called once, at once */
export const inGroup = <A, E, R>(
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
  wait: (waiting: WaitingUnit) => void,
): Effect.Effect<UnitEnd<A, E>> =>
  Effect.callback((resume) => {
    const finish = (end: UnitEnd<A, E>): void => resume(Effect.succeed(end))
    let leave: Effect.Effect<void> = Effect.void
    const waiting: WaitingUnit = {
      isCanceled: false,
      runAlone: () => finish({ _tag: "Again", how: "alone" }),
      join: (group) => {
        const member = memberOf(group, context, unit, finish)
        leave = Effect.suspend(() => {
          member.stop()
          group.advance()
          return group.end
        })
        return member
      },
    }
    wait(waiting)
    return Effect.suspend(() => {
      waiting.isCanceled = true
      return leave
    })
  })

const memberOf = <A, E, R>(
  group: GroupOfUnit,
  context: Context.Context<R>,
  unit: Effect.Effect<A, E, R>,
  finish: (end: UnitEnd<A, E>) => void,
): GroupMember => {
  const running: RunningUnit = newUnit({
    pool: group.pool,
    holdsEntries: false,
    acquireName: (name) => group.acquireName(running, name),
    send: group.send,
  })
  let exit: Exit.Exit<A, E> | undefined
  let isStopped = false
  const interrupt = beginUnit(context, running, unit, (how) => {
    exit = how
    group.advance()
  })
  return {
    running,
    stop: () => {
      isStopped = true
      interrupt()
    },
    state: () => {
      if (exit === undefined) return isStopped ? "stopped" : "running"
      return Exit.isSuccess(exit) && running.rerun === undefined ? "succeeded" : "failed"
    },
    answer: (end) => {
      if (running.rerun !== undefined) finish({ _tag: "Again", how: running.rerun })
      else if (exit === undefined || end._tag === "RolledBack") finish({ _tag: "Again", how: "alone" })
      else if (end._tag === "Committed") finish({ _tag: "Ended", exit })
      // It has written nothing, and what it has read may never have been.
      else if (!running.hasWritten) finish({ _tag: "Again", how: "alone" })
      else finish({ _tag: "Uncertain", failure: end.failed.failure })
    },
  }
}
