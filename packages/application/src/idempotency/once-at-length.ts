/**
 * Does something that takes longer than one unit of work, once per key.
 */
import { instant } from "@vintem/domain/calendar"
import { type StoredAnswer, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { claimKey, releaseKey } from "./claim-key.ts"
import type { KeyedRequest } from "./keyed-request.ts"
import type { Answered } from "./once.ts"

/**
 * Whoever stops half-way is followed by whoever asks next, and that one begins again: `work` must bear it.
 *
 * @param workMillis - how long the work takes at most; past it whoever does it is believed dead
 * @param work - keeps its answer under the key in its last unit, and gives the answer that stands
 */
export const onceAtLength = Effect.fnUntraced(function* <E, R>(
  request: KeyedRequest | null,
  workMillis: number,
  work: Effect.Effect<StoredAnswer, E, R>,
) {
  const { commit } = yield* UnitOfWork
  const now = instant(yield* Clock.currentTimeMillis)
  const claim = yield* commit(claimKey(request, now, workMillis))
  if (claim._tag === "Answered") return { answer: claim.answer, isReplayed: true } satisfies Answered
  const answer = yield* Effect.tapCause(work, () => releaseKey(request))
  return { answer, isReplayed: false } satisfies Answered
})
