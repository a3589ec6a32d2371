/**
 * Does something that is one unit of work, once per key.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import { type IdempotencyStore, type StorageUnavailable, type StoredAnswer, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { claimKey, storeAnswer } from "./claim-key.ts"
import type { KeyedRequest, KeyRefused } from "./keyed-request.ts"

/** A unit commits or does not happen: no request is ever found half-way through one. */
const unitMillis = 0

/** An answer as it is sent, new or kept from before. */
export interface Answered {
  readonly answer: StoredAnswer
  /** Whether this is the answer of an earlier request under the same key. */
  readonly isReplayed: boolean
}

/** Does the unit, or gives the answer of the request that did it. The unit joins the commit of the key, and so awaits nothing but repositories. */
export const once = Effect.fnUntraced(function* <E, R>(
  request: KeyedRequest | null,
  unit: Effect.Effect<StoredAnswer, E, R>,
): Effect.fn.Return<Answered, E | KeyRefused | StorageUnavailable, R | IdempotencyStore | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  const now = instant(yield* Clock.currentTimeMillis)
  return yield* commit(onceIn(request, unit, now))
})

/** Part of the unit that commits the key. */
const onceIn = Effect.fnUntraced(function* <E, R>(
  request: KeyedRequest | null,
  unit: Effect.Effect<StoredAnswer, E, R>,
  now: Instant,
): Effect.fn.Return<Answered, E | KeyRefused | StorageUnavailable, R | IdempotencyStore> {
  const claim = yield* claimKey(request, now, unitMillis)
  if (claim._tag === "Answered") return { answer: claim.answer, isReplayed: true }
  return { answer: yield* storeAnswer(request, yield* unit), isReplayed: false }
})
