/**
 * A unit of work while it runs: synchronously, from its first statement to its last.
 */
import type { Change, StorageUnavailable } from "@vintem/domain/ports"
import type BetterSqlite from "better-sqlite3"
import { Context, Effect, Exit } from "effect"
import { AwaitedInUnit } from "../../unit-of-work/unit-defects.ts"
import type { Sum } from "../engine/sums.ts"

export interface RunningUnit {
  readonly database: BetterSqlite.Database
  /** False once it has ended, however long a fiber of its own may live on. */
  isOpen: boolean
  /** The failure upon which SQLite undid the whole transaction. What is written after it would be a transaction of its own. */
  lostBy: StorageUnavailable | undefined
  /** Its statements that changed something, to be run once more after another unit of its transaction was undone. */
  readonly writes: Array<() => unknown>
  /** What is notified once it is committed. */
  readonly changes: Array<Change>
  /** What it adds to sums, and has not written. */
  sums: Array<Sum>
  /** Whether it has written what it and the units before it in its transaction add to sums, because it has read some. */
  hasWrittenSums: boolean
}

/** The unit of the running effect: its writes are part of it. */
const CurrentUnit = Context.Reference<RunningUnit | undefined>("@vintem/adapters/sql/sqlite/CurrentUnit", {
  defaultValue: () => undefined,
})

/** The unit on this database that an effect is part of; a unit on another database is none of ours. */
export const unitAround = <R>(
  context: Context.Context<R>,
  database: BetterSqlite.Database,
): RunningUnit | undefined => {
  const unit = Context.get(context, CurrentUnit)
  return unit?.database === database ? unit : undefined
}

/** What a unit is before its first statement. */
export const newUnit = (database: BetterSqlite.Database): RunningUnit => ({
  database,
  isOpen: true,
  lostBy: undefined,
  writes: [],
  changes: [],
  sums: [],
  hasWrittenSums: false,
})

/** Runs a unit to its end before anything else runs; a unit that has to wait is stopped, and may write no more. */
export const runAtOnce = <A, E, R>(
  context: Context.Context<R>,
  running: RunningUnit,
  unit: Effect.Effect<A, E, R>,
): Exit.Exit<A, E> => {
  const fiber = Effect.runForkWith(Context.add(context, CurrentUnit, running))(unit)
  // One that makes way for others, as a long one does, or forks, is resumed here: no other fiber runs meanwhile.
  if (fiber.pollUnsafe() === undefined) fiber.currentDispatcher.flush()
  running.isOpen = false
  const exit = fiber.pollUnsafe()
  if (exit !== undefined) return exit
  fiber.interruptUnsafe()
  return Exit.die(new AwaitedInUnit())
}
