/**
 * Faults of ours on the wire: the caller learns that it may ask again, the log learns why.
 */
import { ServerError } from "@vintem/contract"
import {
  BatchConflict,
  LinkConflict,
  OrderConflict,
  StorageUnavailable,
  SubscriptionConflict,
} from "@vintem/domain/ports"
import { Effect } from "effect"

/** Storage that fails, and an order, link, batch or subscription that never stopped changing under us. */
export const orServerError = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    self,
    (
      error,
    ): error is Extract<E, StorageUnavailable | OrderConflict | LinkConflict | BatchConflict | SubscriptionConflict> =>
      error instanceof StorageUnavailable ||
      error instanceof OrderConflict ||
      error instanceof LinkConflict ||
      error instanceof BatchConflict ||
      error instanceof SubscriptionConflict,
    (error) => Effect.andThen(Effect.logError("storage failed", error), Effect.fail(new ServerError())),
  )
