/**
 * Retries a unit after a conflict. If two writers save the same order, link, batch or subscription, the later one gets a conflict: it reads
 * again and decides again.
 */
import { Effect, Predicate } from "effect"

/**
 * The most retries of a piece of work. Each conflict means that another writer succeeded: with n payers at one link, at
 * most 2n commits are tried.
 */
const timesMax = 50

/** @param work - reads the order, decides and commits; repeated after each conflict, and in the end failing with it */
export const againOnConflict = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => again(work, timesMax)

/** Retries have no delay: there is nothing to wait for, and little work is repeated. */
const again = <A, E, R>(work: Effect.Effect<A, E, R>, times: number): Effect.Effect<A, E, R> =>
  Effect.catchIf(
    work,
    (error) => times > 0 && isConflict(error),
    () => again(work, times - 1),
  )

const isConflict = (error: unknown): boolean => conflicts.some((tag) => Predicate.isTagged(error, tag))

const conflicts = ["OrderConflict", "LinkConflict", "BatchConflict", "SubscriptionConflict"]
