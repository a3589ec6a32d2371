/**
 * Faults of ours on the wire: the caller learns that it may ask again, the log learns why.
 */
import { ServerError } from "@vintem/contract"
import { OrderConflict, StorageUnavailable } from "@vintem/domain"
import { Effect } from "effect"

/** Storage that fails, and an order that never stopped changing under us. */
export const orServerError = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    self,
    (error): error is Extract<E, StorageUnavailable | OrderConflict> =>
      error instanceof StorageUnavailable || error instanceof OrderConflict,
    (error) => Effect.andThen(Effect.logError("storage failed", error), Effect.fail(new ServerError())),
  )
