/**
 * Stores the answers to requests, so that a repeated request does nothing again.
 *
 * It uses two clocks, both the caller's. Answers age by `now`, the service's clock, which a sandbox may turn forward.
 * `aliveAt` and `aliveUntil` are real time, and decide if a claimant is alive. The two clocks are never compared.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Instant } from "../../calendar/instant.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { OrderNumber } from "../../identifiers/order.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Answers are stored for 24 hours of the service's clock. */
export const idempotencyRetentionMillis = 86_400_000

/**
 * The fingerprint of a claim whose request is unknown, because an upgrade emptied it. Such a claim matches every
 * request: until its day is over it replays its answer to any. If it has none, the next request resumes it, and owns it
 * from then on.
 */
export const unknownFingerprint = ""

/** An answer, to be given again byte for byte. */
export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

/** The owner of keys. Keys of different scopes never meet, whatever the company, scope and key are. */
export interface KeyScope {
  /** Null for keys of the platform. */
  readonly company: CompanyId | null
  /** The owner within the company or the platform. */
  readonly scope: string
}

/** A request that claims its key. */
export interface IdempotencyClaim extends KeyScope {
  /** 1 to 255 characters. Case and spaces matter. */
  readonly key: string
  /** Keyed hash of method, path and canonical body. */
  readonly fingerprint: string
  /** Hashes of this request under former keys. A claim with any of them is also this request's. */
  readonly formerFingerprints?: ReadonlyArray<string>
  readonly now: Instant
  /** The claimant is believed to be alive until then: epoch milliseconds of the clock of `aliveAt`. */
  readonly aliveUntil: number
  readonly aliveAt: number
}

/** True if a stored claim with this fingerprint is of this request. */
export const isClaimOf = (
  stored: string,
  { fingerprint, formerFingerprints = [] }: Pick<IdempotencyClaim, "fingerprint" | "formerFingerprints">,
): boolean => stored === unknownFingerprint || stored === fingerprint || formerFingerprints.includes(stored)

/** The result of claiming a key, checked in this order: `Claimed`, `Mismatched`, `Answered`, `Running`, `Resumed`. */
export type ClaimResult =
  /**
   * The caller owns the key. It was unused, forgotten, or 24 hours have passed since its last claim. Nothing of an
   * earlier use is left.
   */
  | { readonly _tag: "Claimed" }
  /**
   * The previous claimant stopped half-way: it released the key, or its `aliveUntil` has passed. Resume from the
   * attached order, if any. The caller owns the key now while it lives, and the 24 hours start again. `since` is when
   * the previous claimant claimed it, by the service's clock.
   */
  | { readonly _tag: "Resumed"; readonly order: OrderNumber | null; readonly since: Instant }
  | { readonly _tag: "Answered"; readonly answer: StoredAnswer }
  /**
   * The key belongs to another request: another method, path or body. Never if the first one's fingerprint is
   * `unknownFingerprint`.
   */
  | { readonly _tag: "Mismatched" }
  /** The first request is still running. This call does not keep its claimant alive. */
  | { readonly _tag: "Running" }

/** Gives a key to one claimant, and its answer to all others. */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /**
     * Call it inside a unit of work. Of several concurrent claimants one gets the key, and the others get `Running`.
     */
    readonly claim: (claim: IdempotencyClaim) => Effect.Effect<ClaimResult, StorageUnavailable>
    /** Records the order of a claimed key, so that every caller that resumes it finds the attempt. */
    readonly attach: (scope: KeyScope, key: string, order: OrderNumber) => Effect.Effect<void, StorageUnavailable>
    /**
     * Stores the answer for `idempotencyRetentionMillis` from the last claim. If a claimant that was believed dead
     * answered before, its answer stays.
     *
     * @returns the stored answer, which every caller of this key gets
     */
    readonly answer: (
      scope: KeyScope,
      key: string,
      answer: StoredAnswer,
    ) => Effect.Effect<StoredAnswer, StorageUnavailable>
    /** Releases a claim without an answer: the next request under the key resumes it at once. A stored answer stays. */
    readonly release: (scope: KeyScope, key: string) => Effect.Effect<void, StorageUnavailable>
    /**
     * Releases every claim without an answer that was made at an instant or later. Call it only if no claimant is
     * alive: otherwise a request that is still running would run a second time.
     *
     * @returns how many claims were released, without those released before
     */
    readonly releaseAll: (since: Instant) => Effect.Effect<number, StorageUnavailable>
    /**
     * Forgets keys whose 24 hours ended before an instant, at most `limit`. A claim already treats them as new.
     *
     * @returns how many
     */
    readonly forget: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/IdempotencyStore") {}
