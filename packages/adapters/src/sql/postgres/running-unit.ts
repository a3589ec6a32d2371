/**
 * A unit of work while it runs: between the beginning and the end of its transaction.
 */
import type { Change } from "@vintem/domain/ports"
import { Context, Effect, Exit, Fiber, Scheduler } from "effect"
import type { QueryResult } from "pg"
import { AwaitedInUnit } from "../../unit-of-work/unit-defects.ts"
import type { Sum } from "../engine/sums.ts"
import type { ConnectionPool } from "./connection-pool.ts"
import type { FailedStatement, Unsent } from "./transaction.ts"

export interface RunningUnit {
  readonly pool: ConnectionPool
  /** False after it has ended, even if one of its fibers still lives. */
  isOpen: boolean
  /** How many of its statements have not been answered yet. */
  unanswered: number
  /** Called after each answer, once the fiber that waited for it has continued. */
  onAnswer: () => void
  /** The first of its statements that failed: its transaction can only be rolled back. */
  failed: FailedStatement | undefined
  /** What it has written since it last waited for an answer. */
  readonly unsent: Array<Unsent>
  /** What is notified once it is committed. */
  readonly changes: Array<Change>
  /** Its additions to sums: sent with the commit, or before it reads sums. */
  readonly sums: Array<Sum>
  /** Sends its statements in one piece. @param answered - with the answer to the last of them */
  readonly send: (statements: ReadonlyArray<Unsent>, answered: (answer: Answer) => void) => void
}

/** The result of the last of some statements, or of the first that failed. */
export interface Answer {
  readonly result: QueryResult
  readonly failed: FailedStatement | undefined
}

/** The result of a statement that gave none. */
export const noResult: QueryResult = { command: "", rowCount: null, oid: 0, fields: [], rows: [] }

/** A unit before its first statement. */
export const newUnit = (way: Pick<RunningUnit, "pool" | "send">): RunningUnit => ({
  ...way,
  isOpen: true,
  unanswered: 0,
  onAnswer: () => {},
  failed: undefined,
  unsent: [],
  changes: [],
  sums: [],
})

/** The writes of a unit that are still unsent, to be sent now. */
const takeUnsent = (unit: RunningUnit): ReadonlyArray<Unsent> => unit.unsent.splice(0)

/** Sends the writes that are still unsent, then this statement. */
export const sendWithUnsent = (unit: RunningUnit, last: Unsent, answered: (answer: Answer) => void): void => {
  unit.send([...takeUnsent(unit), last], answered)
}

/** The unit of the running effect: its writes are part of it. */
const CurrentUnit = Context.Reference<RunningUnit | undefined>("@vintem/adapters/sql/postgres/CurrentUnit", {
  defaultValue: () => undefined,
})

/** The unit on this database that an effect is part of; a unit on another database does not count. */
export const unitAround = <R>(context: Context.Context<R>, pool: ConnectionPool): RunningUnit | undefined => {
  const unit = Context.get(context, CurrentUnit)
  return unit?.pool === pool ? unit : undefined
}

/**
 * Runs a unit. It may wait only for answers to its statements: waiting for anything else fails it with `AwaitedInUnit`.
 *
 * @param onEnd - called once, possibly before this returns; never after the unit was interrupted
 * @returns interrupts the unit
 */
const beginUnit = <A, E, R>(
  context: Context.Context<R>,
  running: RunningUnit,
  unit: Effect.Effect<A, E, R>,
  onEnd: (exit: Exit.Exit<A, E>) => void,
): (() => Fiber.Fiber<unknown, unknown>) => {
  const fiber = Effect.runForkWith(Context.add(context, CurrentUnit, running))(unit, {
    scheduler: new Scheduler.MixedScheduler("sync"),
  })
  const end = (exit: Exit.Exit<A, E>): void => {
    running.isOpen = false
    onEnd(exit)
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
  // It is named before it is assigned: otherwise V8 would keep it until the next full collection (docs/decisions/engineering.md#0308).
  const onAnswer = (): void => {
    // A fiber that the unit forked may not have run yet.
    if (!isOver()) setImmediate(stopWhereItWaits)
  }
  running.onAnswer = onAnswer
  onAnswer()
  return () => {
    running.isOpen = false
    fiber.interruptUnsafe()
    return fiber
  }
}

/** `beginUnit` as an effect. */
export const runBetweenAnswers = <A, E, R>(
  context: Context.Context<R>,
  running: RunningUnit,
  unit: Effect.Effect<A, E, R>,
): Effect.Effect<Exit.Exit<A, E>> =>
  Effect.callback((resume) => {
    const interrupt = beginUnit(context, running, unit, (exit) => resume(Effect.succeed(exit)))
    return Effect.suspend(() => Effect.asVoid(Fiber.await(interrupt())))
  })
