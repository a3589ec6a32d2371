/** Claims the key of a request before any work for it. */
import type { Instant } from "@vintem/domain/calendar"
import type { OrderNumber } from "@vintem/domain/identifiers"
import {
  type IdempotencyClaim,
  IdempotencyStore,
  type StorageUnavailable,
  type StoredAnswer,
} from "@vintem/domain/ports"
import { Effect } from "effect"
import { type KeyedRequest, KeyInUse, KeyMismatched } from "./keyed-request.ts"

export type Claim =
  | { readonly _tag: "Answered"; readonly answer: StoredAnswer }
  /** @see ClaimResult */
  | { readonly _tag: "Resumed"; readonly order: OrderNumber; readonly since: Instant }
  | { readonly _tag: "Fresh" }

/**
 * The time that a request may take besides the acquirer's answer before its process counts as dead, in milliseconds.
 */
export const workMarginMillis = 5_000

/**
 * A claim of a request's key.
 *
 * @param workMillis - how long the work takes at most; after that the claimant counts as dead, and the next one resumes
 */
export const claimOf = (request: KeyedRequest, now: Instant, workMillis: number): IdempotencyClaim =>
  // The clock of a sandbox can be moved: its stores replace `aliveAt` and `aliveUntil` with real time.
  ({ ...request, now, aliveAt: now, aliveUntil: now + workMillis })

/** Part of the unit that does the work, so that key and work are committed together. A request without a key is always fresh. */
export const claimKey = (
  request: KeyedRequest | null,
  now: Instant,
  workMillis: number,
): Effect.Effect<Claim, KeyMismatched | KeyInUse | StorageUnavailable, IdempotencyStore> =>
  request === null ? unkeyed : takeClaim(claimOf(request, now, workMillis))

const unkeyed = Effect.succeed<Claim>({ _tag: "Fresh" })

/** Part of a unit: makes a claim, and says how the work continues. */
export const takeClaim = Effect.fnUntraced(function* (
  one: IdempotencyClaim,
): Effect.fn.Return<Claim, KeyMismatched | KeyInUse | StorageUnavailable, IdempotencyStore> {
  const store = yield* IdempotencyStore
  const claim = yield* store.claim(one)
  switch (claim._tag) {
    case "Mismatched":
      return yield* new KeyMismatched()
    case "Running":
      return yield* new KeyInUse()
    case "Answered":
      return claim
    case "Resumed":
      return claim.order === null ? { _tag: "Fresh" } : { _tag: "Resumed", order: claim.order, since: claim.since }
    case "Claimed":
      return { _tag: "Fresh" }
  }
})

/** Part of the unit that stores an order: a repeated request with the key continues with that order. */
export const attachKey = (
  request: KeyedRequest | null,
  order: OrderNumber,
): Effect.Effect<void, StorageUnavailable, IdempotencyStore> =>
  request === null
    ? Effect.void
    : Effect.flatMap(IdempotencyStore, (store) => store.attach(request, request.key, order))

/**
 * Releases a key after a failure, so that the next request with it resumes at once. If the release fails too, the next
 * request resumes after the claim's time.
 */
export const releaseKey = (request: KeyedRequest | null): Effect.Effect<void, never, IdempotencyStore> =>
  request === null
    ? Effect.void
    : Effect.flatMap(IdempotencyStore, (store) => Effect.ignore(store.release(request, request.key)))
