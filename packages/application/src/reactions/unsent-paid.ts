/**
 * The alarm for money that came though its charge counted as never sent: the proof of that was wrong, and that of others may be.
 *
 * @see docs/decisions/orders.md#0341
 */
import { type Attempt, isPaidThoughUnsent } from "@vintem/domain/order"
import { Effect } from "effect"
import type { Steps } from "./steps.ts"

/** Part of a unit. A unit that is run again says it again: that is better than never. */
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
