/**
 * Of two who save an order, a link, a batch or a subscription at the same time one is told that he comes too late: he reads again and decides again.
 */
import { Effect, Predicate } from "effect"

/**
 * Each time somebody loses, somebody else has won: a crowd at one link is through after twice as many turns as it has payers. More than
 * these no store lets in at once.
 */
const timesMax = 50

/** @param work - reads the order, decides and commits; done anew after each conflict, and in the end given up with it */
export const againOnConflict = <A, E, R>(work: Effect.Effect<A, E, R>) => again(work, timesMax)

/** Without a schedule: nobody waits, and hardly any work is done twice. */
const again = <A, E, R>(work: Effect.Effect<A, E, R>, times: number): Effect.Effect<A, E, R> =>
  Effect.catch(work, (error) => (times > 0 && isConflict(error) ? again(work, times - 1) : Effect.fail(error)))

const isConflict = (error: unknown): boolean => conflicts.some((tag) => Predicate.isTagged(error, tag))

const conflicts = ["OrderConflict", "LinkConflict", "BatchConflict", "SubscriptionConflict"]
