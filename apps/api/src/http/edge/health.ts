/**
 * Whether the process lives, and whether it should be given work.
 */
import { Context, Effect, Latch, Layer } from "effect"
import { HttpRouter } from "effect/http"
import type { StorageTrouble } from "../../storage.ts"
import { json } from "./answers.ts"

export class Readiness extends Context.Service<
  Readiness,
  {
    /** What keeps the service from working, in a word; nothing where it is ready. */
    readonly fault: Effect.Effect<StorageTrouble | "stopping" | null>
    /** Every answer asks. */
    readonly isStopping: () => boolean
    /** Waits until no new work is wanted any more. */
    readonly stopped: Effect.Effect<void>
    /** From now on no new work is wanted. */
    readonly stop: Effect.Effect<void>
  }
>()("@vintem/api/http/Readiness") {}

/** @param storageFault - asks the storage whether it is reachable, up to date, and takes writes */
export const readiness = <R>(storageFault: Effect.Effect<StorageTrouble | null, never, R>) =>
  Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const services = yield* Effect.context<R>()
      const stopping = yield* Latch.make()
      return Readiness.of({
        fault: Effect.suspend(() =>
          stopping.isOpen() ? Effect.succeed("stopping" as const) : Effect.provideContext(storageFault, services),
        ),
        isStopping: () => stopping.isOpen(),
        stopped: stopping.await,
        stop: Effect.asVoid(stopping.open),
      })
    }),
  )

export const livePath = "/health/live"
export const readyPath = "/health/ready"

export const healthPaths = [
  { method: "GET", path: livePath },
  { method: "GET", path: readyPath },
] as const

export const alive = { status: "ok" }

export const health = Layer.mergeAll(
  HttpRouter.add("GET", livePath, Effect.succeed(json(200, alive))),
  HttpRouter.add(
    "GET",
    readyPath,
    Effect.gen(function* () {
      const fault = yield* (yield* Readiness).fault
      return fault === null ? json(200, { status: "ok" }) : json(503, { status: fault })
    }),
  ),
)
