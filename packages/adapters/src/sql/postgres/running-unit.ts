/**
 * A unit of work while it runs: between the beginning and the end of a transaction of its own.
 */

import type { Change } from "@vintem/domain/ports"
import { Context, Effect, Exit, Fiber, Scheduler } from "effect"
import type { PoolClient } from "pg"
import { AwaitedInUnit } from "../engine/unit-defects.ts"
import type { ConnectionPool } from "./connection-pool.ts"
import type { PostgresFailure } from "./sql-state.ts"
import type { Statement } from "./statement-batch.ts"

/** The statement after which a transaction can only be undone. */
export interface Lost {
  readonly operation: string
  readonly failure: PostgresFailure
}

/** A statement that leaves with the next one. */
export interface Unsent {
  readonly operation: string
  readonly statement: Statement
}

export interface RunningUnit {
  readonly pool: ConnectionPool
  readonly client: PoolClient
  /** False once it has ended, however long a fiber of its own may live on. */
  isOpen: boolean
  /** How many of its statements have not been answered yet. */
  unanswered: number
  /** Called after each answer, once the fiber that waited for it has continued. */
  onAnswer: () => void
  lostBy: Lost | undefined
  /** What has not left yet: the beginning of its transaction, and what it has written since it last waited for an answer. */
  readonly unsent: Array<Unsent>
  /** Whether entries that it may replace are held from before it reads them. */
  readonly holdsEntries: boolean
  /** The entries it has read without holding them. */
  readonly entriesRead: Set<string>
  /** It replaces what it has read and not held: it has to begin again, and hold. */
  mustHold: boolean
  /** What is notified once it is committed. */
  readonly changes: Array<Change>
}

/** The unit of the running effect: its writes are part of it. */
const CurrentUnit = Context.Reference<RunningUnit | undefined>("@vintem/adapters/sql/postgres/CurrentUnit", {
  defaultValue: () => undefined,
})

/** The unit on this database that an effect is part of; a unit on another database is none of ours. */
export const unitAround = <R>(context: Context.Context<R>, pool: ConnectionPool): RunningUnit | undefined => {
  const unit = Context.get(context, CurrentUnit)
  return unit?.pool === pool ? unit : undefined
}

/**
 * Runs a unit to its end. It may wait only for answers to its statements: a unit that waits for anything else is detected and stopped.
 */
export const runBetweenAnswers = <A, E, R>(
  context: Context.Context<R>,
  running: RunningUnit,
  unit: Effect.Effect<A, E, R>,
): Effect.Effect<Exit.Exit<A, E>> =>
  Effect.callback((resume) => {
    const fiber = Effect.runForkWith(Context.add(context, CurrentUnit, running))(unit, {
      scheduler: new Scheduler.MixedScheduler("sync"),
    })
    const end = (exit: Exit.Exit<A, E>): void => {
      running.isOpen = false
      resume(Effect.succeed(exit))
    }
    const isOver = (): boolean => {
      if (!running.isOpen) return true
      fiber.currentDispatcher.flush()
      const exit = fiber.pollUnsafe()
      if (exit !== undefined) end(exit)
      return exit !== undefined || running.unanswered > 0
    }
    const stopWhereItWaits = (): void => {
      if (isOver()) return
      fiber.interruptUnsafe()
      end(Exit.die(new AwaitedInUnit()))
    }
    running.onAnswer = () => {
      // A fiber that the unit forked may not have run yet.
      if (!isOver()) setImmediate(stopWhereItWaits)
    }
    running.onAnswer()
    return Effect.suspend(() => {
      running.isOpen = false
      return Fiber.interrupt(fiber)
    })
  })
