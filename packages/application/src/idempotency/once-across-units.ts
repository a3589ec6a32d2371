/** Runs work of several units once for each idempotency key. */
import { instant } from "@vintem/domain/calendar"
import { type IdempotencyStore, type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { type Answered, replayed } from "./answered.ts"
import { claimKey, releaseKey } from "./claim-key.ts"
import type { KeyedRequest, KeyRefused } from "./keyed-request.ts"

/**
 * If a process dies half-way, the next request with the key runs `work` again from the beginning: `work` must allow
 * that.
 *
 * @param workMillis - how long the work takes at most; after that its process counts as dead
 * @param work - keeps its answer under the key in its last unit
 */
export const onceAcrossUnits = Effect.fnUntraced(function* <Outcome, E, R>(
  request: KeyedRequest | null,
  workMillis: number,
  work: Effect.Effect<Answered<Outcome>, E, R>,
): Effect.fn.Return<Answered<Outcome>, E | KeyRefused | StorageUnavailable, R | IdempotencyStore | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  const now = instant(yield* Clock.currentTimeMillis)
  const claim = yield* commit(claimKey(request, now, workMillis))
  if (claim._tag === "Answered") return replayed(claim.answer)
  return yield* Effect.tapCause(work, () => releaseKey(request))
})
