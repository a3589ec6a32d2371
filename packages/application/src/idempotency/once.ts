/** Runs one unit of work once for each idempotency key. */
import { type Instant, instant } from "@vintem/domain/calendar"
import { type IdempotencyStore, type StorageUnavailable, type StoredAnswer, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { claimKey, storeAnswer } from "./claim-key.ts"
import type { KeyedRequest, KeyRefused } from "./keyed-request.ts"

/** How long a claim of the key lasts beyond the unit. The unit commits the key and its answer together, so no request finds it half-way. */
const unitMillis = 0

/** An answer, new or stored. */
export interface Answered {
  readonly answer: StoredAnswer
  /** True if this repeats the answer of an earlier request with the same key. */
  readonly isReplayed: boolean
}

/**
 * Runs the unit, or returns the answer of the request that ran it. The unit is part of the key's commit, so it waits
 * for repositories only.
 */
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
