/** Our own faults on the wire: the answer tells the caller to retry, and the log says why. */
import { ServerError, TooManyRequests } from "@vintem/contract"
import {
  BatchConflict,
  LinkConflict,
  OrderConflict,
  StorageUnavailable,
  SubscriptionConflict,
} from "@vintem/domain/ports"
import { Effect } from "effect"

/** Seconds before a refused list may be requested again. */
const busySeconds = 5

/**
 * Turns these into 500: storage that fails, and an object that kept changing while we tried to save it. Turns these
 * into 429: lists that the caller requests too often, or that take too long.
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
