/**
 * Faults of ours on the wire: the caller learns that it may ask again, the log learns why.
 */
import { ServerError, TooManyRequests } from "@vintem/contract"
import {
  BatchConflict,
  LinkConflict,
  OrderConflict,
  StorageUnavailable,
  SubscriptionConflict,
} from "@vintem/domain/ports"
import { Effect } from "effect"

/** After how long a list that was not read may be asked for again, seconds. */
const busySeconds = 5

/**
 * Storage that fails, and an order, link, batch or subscription that never stopped changing under us. Lists that the caller asks for too
 * often, or that take too long, are too many requests.
 */
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
    (error) => answerTo(error),
  )

const answerTo = (error: unknown): Effect.Effect<never, ServerError | TooManyRequests> =>
  error instanceof StorageUnavailable && error.fault === "busy"
    ? Effect.andThen(
        Effect.logWarning("a list was not read", error),
        Effect.fail(new TooManyRequests({ retryAfterSeconds: busySeconds })),
      )
    : Effect.andThen(Effect.logError("storage failed", error), Effect.fail(new ServerError()))
