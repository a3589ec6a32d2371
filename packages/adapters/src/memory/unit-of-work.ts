/**
 * Units of work in memory.
 *
 * A unit awaits only repositories, and these answer at once. So a whole unit runs before any other fiber: no other unit sees half of it,
 * and two cannot interleave.
 */
import { UnitOfWork } from "@vintem/domain/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scheduler from "effect/Scheduler"
import { AwaitedInUnit } from "../unit-of-work/unit-defects.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  UnitOfWork,
  Effect.gen(function* () {
    const { undoLog } = yield* Tables

    const commit = <A, E, R>(unit: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.contextWith((context: Context.Context<R>) => {
        if (undoLog.isOpen) return unit // it is part of the unit that is running
        undoLog.open()
        const exit = runAtOnce(context, unit)
        if (Exit.isSuccess(exit)) undoLog.keep()
        else undoLog.takeBack()
        return exit
      })

    return UnitOfWork.of({ commit })
  }),
)

/** Runs an effect to its end before anything else runs; an effect that has to wait is stopped. */
const runAtOnce = <A, E, R>(context: Context.Context<R>, unit: Effect.Effect<A, E, R>): Exit.Exit<A, E> => {
  const fiber = Effect.runForkWith(context)(unit, { scheduler: new Scheduler.MixedScheduler("sync") })
  fiber.currentDispatcher.flush()
  const exit = fiber.pollUnsafe()
  if (exit !== undefined) return exit
  fiber.interruptUnsafe()
  return Exit.die(new AwaitedInUnit())
}
