/**
 * A unit of work while it runs: between the beginning and the end of a transaction, which is its own or that of a group.
 */

import type { Change } from "@vintem/domain/ports"
import { Context, Effect, Exit, Fiber, Scheduler } from "effect"
import type { QueryResult } from "pg"
import { AwaitedInUnit } from "../engine/unit-defects.ts"
import type { ConnectionPool } from "./connection-pool.ts"
import type { Lost, Unsent } from "./transaction.ts"

/** Why a unit has to be run again, though nothing failed: it holds names of what it reads, or it is alone in its transaction. */
export type Again = "holding" | "alone"

export interface RunningUnit {
  readonly pool: ConnectionPool
  /** False once it has ended, however long a fiber of its own may live on. */
  isOpen: boolean
  /** How many of its statements have not been answered yet. */
  unanswered: number
  /** Called after each answer, once the fiber that waited for it has continued. */
  onAnswer: () => void
  lostBy: Lost | undefined
  /** What it has written since it last waited for an answer. */
  readonly unsent: Array<Unsent>
  /** Whether a row was changed. */
  hasWritten: boolean
  /** Whether entries that it may replace are held from before it reads them. */
  readonly holdsEntries: boolean
  /** The entries it has read without holding them. */
  readonly entriesRead: Set<string>
  /** It was stopped, and is run again. */
  again: Again | undefined
  /** What is notified once it is committed. */
  readonly changes: Array<Change>
  /** Sends its statements in one piece. @param answered - with the answer to the last of them */
  readonly send: (statements: ReadonlyArray<Unsent>, answered: (answer: Answer) => void) => void
  /** Whether it may hold a name. Others in its transaction would not wait for it. */
  readonly mayHold: (name: string) => boolean
}

/** What came of the last of some statements, or of the first that failed. */
export interface Answer {
  readonly result: QueryResult
  readonly lost: Lost | undefined
}

/** The result of a statement that gave none. */
export const noResult: QueryResult = { command: "", rowCount: null, oid: 0, fields: [], rows: [] }

/** What a unit is before its first statement. */
export const newUnit = (way: Pick<RunningUnit, "holdsEntries" | "mayHold" | "pool" | "send">): RunningUnit => ({
  ...way,
  isOpen: true,
  unanswered: 0,
  onAnswer: () => {},
  lostBy: undefined,
  unsent: [],
  hasWritten: false,
  entriesRead: new Set(),
  again: undefined,
  changes: [],
})

/** Sends a statement, and before it what left no other way. */
export const sendWithUnsent = (unit: RunningUnit, last: Unsent, answered: (answer: Answer) => void): void => {
  if (unit.unsent.length > 0) unit.hasWritten = true
  unit.send([...unit.unsent.splice(0), last], answered)
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

/** A unit that has begun. */
export interface Begun {
  /** Ends it where it stands: it is not heard of again. */
  readonly stop: () => Fiber.Fiber<unknown, unknown>
}

/**
 * Runs a unit. It may wait only for answers to its statements: a unit that waits for anything else is detected and stopped.
 *
 * @param ended - called once, with how it ended; not where it was stopped. Perhaps before this returns
 */
export const beginUnit = <A, E, R>(
  context: Context.Context<R>,
  running: RunningUnit,
  unit: Effect.Effect<A, E, R>,
  ended: (exit: Exit.Exit<A, E>) => void,
): Begun => {
  const fiber = Effect.runForkWith(Context.add(context, CurrentUnit, running))(unit, {
    scheduler: new Scheduler.MixedScheduler("sync"),
  })
  const end = (exit: Exit.Exit<A, E>): void => {
    running.isOpen = false
    ended(exit)
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
  return {
    stop: () => {
      running.isOpen = false
      fiber.interruptUnsafe()
      return fiber
    },
  }
}

/** The same as an effect. */
export const runBetweenAnswers = <A, E, R>(
  context: Context.Context<R>,
  running: RunningUnit,
  unit: Effect.Effect<A, E, R>,
): Effect.Effect<Exit.Exit<A, E>> =>
  Effect.callback((resume) => {
    const begun = beginUnit(context, running, unit, (exit) => resume(Effect.succeed(exit)))
    return Effect.suspend(() => Effect.asVoid(Fiber.await(begun.stop())))
  })
