/**
 * Whether the process lives, and whether it should be given work.
 */
import { Context, Effect, Latch, Layer } from "effect"
import { HttpRouter } from "effect/http"
import type { StorageTrouble } from "../../storage.ts"
import { json } from "./body/answers.ts"

/** The acquirer refuses what it is asked. Pages of payers, the panel and webhooks go on, so the process is given work. */
export type Degradation = "signature_refused"

export class Readiness extends Context.Service<
  Readiness,
  {
    /** What keeps the service from working, in a word; nothing if it is ready. */
    readonly fault: Effect.Effect<StorageTrouble | "stopping" | null>
    /** What does not work of a service that is ready all the same, in a word; nothing if all does. */
    readonly degraded: Effect.Effect<Degradation | null>
    /** Every answer asks. */
    readonly isStopping: () => boolean
    /** Waits until no new work is wanted any more. */
    readonly stopped: Effect.Effect<void>
    /** From now on no new work is wanted. */
    readonly stop: Effect.Effect<void>
  }
>()("@vintem/api/http/Readiness") {}

/** @param storageFault - asks the storage whether it is reachable, up to date, and takes writes */
export const readiness = <R, R2 = never>(
  storageFault: Effect.Effect<StorageTrouble | null, never, R>,
  degraded: Effect.Effect<Degradation | null, never, R2> = Effect.succeed(null),
) =>
  Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const services = yield* Effect.context<R | R2>()
      const stopping = yield* Latch.make()
      return Readiness.of({
        fault: Effect.suspend(() =>
          stopping.isOpen() ? Effect.succeed("stopping" as const) : Effect.provideContext(storageFault, services),
        ),
        degraded: Effect.provideContext(degraded, services),
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
      const readiness = yield* Readiness
      const fault = yield* readiness.fault
      if (fault !== null) return json(503, { status: fault })
      const degraded = yield* readiness.degraded
      return json(200, degraded === null ? { status: "ok" } : { status: "ok", degraded })
    }),
  ),
)
