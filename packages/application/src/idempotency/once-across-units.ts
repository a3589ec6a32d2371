/** Runs work of several units once for each idempotency key. */
import { instant } from "@vintem/domain/calendar"
import { type IdempotencyStore, type StorageUnavailable, type StoredAnswer, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { claimKey, releaseKey } from "./claim-key.ts"
import type { KeyedRequest, KeyRefused } from "./keyed-request.ts"
import type { Answered } from "./once.ts"

/**
 * If a process dies half-way, the next request with the key runs `work` again from the beginning: `work` must allow
 * that.
 *
 * @param workMillis - how long the work takes at most; after that its process counts as dead
 * @param work - stores its answer under the key in its last unit, and returns the stored answer
 */
export const onceAcrossUnits = Effect.fnUntraced(function* <E, R>(
  request: KeyedRequest | null,
  workMillis: number,
  work: Effect.Effect<StoredAnswer, E, R>,
): Effect.fn.Return<Answered, E | KeyRefused | StorageUnavailable, R | IdempotencyStore | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  const now = instant(yield* Clock.currentTimeMillis)
  const claim = yield* commit(claimKey(request, now, workMillis))
  if (claim._tag === "Answered") return { answer: claim.answer, isReplayed: true } satisfies Answered
  const answer = yield* Effect.tapCause(work, () => releaseKey(request))
  return { answer, isReplayed: false } satisfies Answered
})
