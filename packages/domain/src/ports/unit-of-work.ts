/**
 * Several writes as one: all of them on disk, or none.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageUnavailable } from "./storage-unavailable.ts"

export class UnitOfWork extends Context.Service<
  UnitOfWork,
  {
    /**
     * Runs `unit` as one atomic, durable commit; repositories used inside join it. When this succeeds the writes are on disk and
     * the next read sees them; when it fails, in whatever way, none of them happened.
     *
     * A unit awaits nothing but repositories: no clock, no acquirer, no sleep. Adapters may run it more than once, so it makes no
     * other change to the world. A unit inside a unit is part of the outer one.
     */
    readonly commit: <A, E, R>(unit: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>
  }
>()("@vintem/domain/ports/UnitOfWork") {}
