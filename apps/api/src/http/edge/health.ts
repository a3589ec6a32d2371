/** Liveness and readiness: whether the process runs, and whether it should get requests. */
import { Context, Effect, Latch, Layer } from "effect"
import { HttpRouter } from "effect/http"
import type { StorageTrouble } from "../../storage.ts"
import { json } from "./body/answers.ts"

/** The acquirer refuses our requests. Payers' pages, the panel and webhooks still work, so the process stays ready. */
export type Degradation = "signature_refused"

export class Readiness extends Context.Service<
  Readiness,
  {
    /** One word for what keeps the service from working; null if it is ready. */
    readonly fault: Effect.Effect<StorageTrouble | "stopping" | null>
    /** One word for what does not work in a ready service; null if everything does. */
    readonly degraded: Effect.Effect<Degradation | null>
    /** Every answer asks this. */
    readonly isStopping: () => boolean
    /** Waits until `stop`. */
    readonly stopped: Effect.Effect<void>
    /** From now on the service reports that it wants no new requests. */
    readonly stop: Effect.Effect<void>
  }
>()("@vintem/api/http/Readiness") {}

/** @param storageFault - checks that the storage is reachable, up to date, and takes writes */
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
