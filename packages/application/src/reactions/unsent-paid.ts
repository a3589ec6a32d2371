/**
 * The alarm for a payment whose charge counted as never sent: the proof of that was wrong, and may be wrong for others.
 *
 * @see docs/decisions/orders.md#0341
 */
import { type Attempt, isPaidThoughUnsent } from "@vintem/domain/order"
import { Effect } from "effect"
import type { Steps } from "./steps.ts"

/** Part of a unit. If the unit runs again, the alarm repeats: that is better than no alarm. */
export const alarmOfUnsent = ({ before, after }: Steps): Effect.Effect<void> => {
  const found = after.attempts.filter((attempt) => isPaidThoughUnsent(attempt) && !wasKnown(before.attempts, attempt))
  if (found.length === 0) return Effect.void
  const { company, number } = after.details
  const sentence = "a charge that counted as never sent was paid: its order records a late payment"
  return Effect.forEach(found, ({ key }) => Effect.logError(sentence, { company, order: number, key }), {
    discard: true,
  })
}

const wasKnown = (before: ReadonlyArray<Attempt>, { id }: Attempt): boolean =>
  before.some((attempt) => attempt.id === id && isPaidThoughUnsent(attempt))
