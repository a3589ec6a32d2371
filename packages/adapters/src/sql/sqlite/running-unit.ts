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
  /** False after it has ended, even if one of its fibers still lives. */
  isOpen: boolean
  /** The failure that made SQLite roll the whole transaction back. Later writes would be a transaction of their own. */
  lostBy: StorageUnavailable | undefined
  /** Its statements that changed something, to be run again if another unit of its transaction is rolled back. */
  readonly writes: Array<() => unknown>
  /** What is notified once it is committed. */
  readonly changes: Array<Change>
  /** Its additions to sums that are not written yet. */
  sums: Array<Sum>
  /**
   * Whether it has written the sums of its transaction so far, its own and those of the units before it, because it
   * reads some.
   */
  hasWrittenSums: boolean
}

/** The unit of the running effect: its writes are part of it. */
const CurrentUnit = Context.Reference<RunningUnit | undefined>("@vintem/adapters/sql/sqlite/CurrentUnit", {
  defaultValue: () => undefined,
})

/** The unit on this database that an effect is part of; a unit on another database does not count. */
export const unitAround = <R>(
  context: Context.Context<R>,
  database: BetterSqlite.Database,
): RunningUnit | undefined => {
  const unit = Context.get(context, CurrentUnit)
  return unit?.database === database ? unit : undefined
}

/** A unit before its first statement. */
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
  // If its fiber yields, as a long one does, or forks, it is resumed here: no other fiber runs meanwhile.
  if (fiber.pollUnsafe() === undefined) fiber.currentDispatcher.flush()
  running.isOpen = false
  const exit = fiber.pollUnsafe()
  if (exit !== undefined) return exit
  fiber.interruptUnsafe()
  return Exit.die(new AwaitedInUnit())
}
