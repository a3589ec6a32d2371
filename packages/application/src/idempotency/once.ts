/** Runs one unit of work once for each idempotency key. */
import { type Instant, instant } from "@vintem/domain/calendar"
import { type IdempotencyStore, type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { type Answered, type Answering, keepAnswer, replayed } from "./answered.ts"
import { claimKey } from "./claim-key.ts"
import type { KeyRefused } from "./keyed-request.ts"

/** How long a claim of the key lasts beyond the unit. The unit commits the key and its answer together, so no request finds it half-way. */
const unitMillis = 0

/**
 * Runs the unit, or returns the answer of the request that ran it. The unit is part of the key's commit, so it waits
 * for repositories only.
 */
export const once = Effect.fnUntraced(function* <Outcome, E, R>(
  answering: Answering<Outcome>,
  unit: Effect.Effect<Outcome, E, R>,
): Effect.fn.Return<Answered<Outcome>, E | KeyRefused | StorageUnavailable, R | IdempotencyStore | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  const now = instant(yield* Clock.currentTimeMillis)
  return yield* commit(onceIn(answering, unit, now))
})

/** Part of the unit that commits the key. */
const onceIn = Effect.fnUntraced(function* <Outcome, E, R>(
  answering: Answering<Outcome>,
  unit: Effect.Effect<Outcome, E, R>,
  now: Instant,
): Effect.fn.Return<Answered<Outcome>, E | KeyRefused | StorageUnavailable, R | IdempotencyStore> {
  const claim = yield* claimKey(answering.keyed, now, unitMillis)
  if (claim._tag === "Answered") return replayed(claim.answer)
  return yield* keepAnswer(answering, yield* unit)
})
