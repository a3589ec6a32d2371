/** Answers 404 for objects that the company does not have, for any caller. */
import { NoSuchBatch, NoSuchLink, NoSuchSubscription } from "@vintem/application"
import { NotFound } from "@vintem/contract"
import { Effect } from "effect"

type Missing = NoSuchBatch | NoSuchLink | NoSuchSubscription

/** Answers 404 if the company has no such batch, link or subscription. */
export const orNotFound = <A, E, R>(self: Effect.Effect<A, E | Missing, R>) =>
  Effect.catchIf(
    self,
    (error): error is Missing =>
      error instanceof NoSuchBatch || error instanceof NoSuchLink || error instanceof NoSuchSubscription,
    () => Effect.fail(new NotFound()),
  )
