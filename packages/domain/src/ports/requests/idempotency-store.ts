/**
 * Which requests were answered already, and how: so that asking again does nothing again.
 *
 * Two clocks run here, and both are the caller's. Answers age by `now`, the clock of the service, which a sandbox may turn forward; whether
 * a claimant is alive is judged by `aliveAt` and `aliveUntil`, in real time. Neither says anything of the other.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Instant } from "../../calendar/instant.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { OrderNumber } from "../../identifiers/order.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** How long an answer is kept: 24 hours of the service's clock. */
export const idempotencyRetentionMillis = 86_400_000

/**
 * The fingerprint of a claim whose request is not known any more, because an upgrade has emptied it. Such a claim fits every request:
 * until its day is over it replays its answer to any, and if it has none, the next request resumes it and is its request from then on.
 */
export const unknownFingerprint = ""

/** An answer, to be given again byte for byte. */
export const StoredAnswer = Schema.Struct({ status: Schema.Int, body: Schema.String })
export type StoredAnswer = typeof StoredAnswer.Type

/** Whose keys they are: keys of different scopes never meet, however company, scope and key are put together. */
export interface KeyScope {
  /** Null for keys of the platform. */
  readonly company: CompanyId | null
  /** Whose keys, within the company or the platform. */
  readonly scope: string
}

/** A request that wants its key for itself. */
export interface IdempotencyClaim extends KeyScope {
  /** 1 to 255 characters, compared to the last, with case and spaces. */
  readonly key: string
  /** Keyed hash of method, path and canonical body. */
  readonly fingerprint: string
  /** Hashes of the same request under former keys: a claim that has any of them is this request's, too. */
  readonly formerFingerprints?: ReadonlyArray<string>
  readonly now: Instant
  /** Until when the claimant is believed to be alive: epoch milliseconds of the clock that also tells `aliveAt`. */
  readonly aliveUntil: number
  readonly aliveAt: number
}

/** Whether a claim that is stored with a fingerprint is of this request. */
export const isClaimOf = (
  stored: string,
  { fingerprint, formerFingerprints = [] }: Pick<IdempotencyClaim, "fingerprint" | "formerFingerprints">,
): boolean => stored === unknownFingerprint || stored === fingerprint || formerFingerprints.includes(stored)

/** What a claim of a key finds, judged in this order: `Claimed`, `Mismatched`, `Answered`, `Running`, `Resumed`. */
export type ClaimResult =
  /**
   * This key is unused, or 24 hours have passed since its last claim, or it was forgotten: it is the caller's now, and nothing of an
   * earlier use is left.
   */
  | { readonly _tag: "Claimed" }
  /**
   * The claimant before stopped half-way: it released the key, or its `aliveUntil` has passed. Resume from the order that was attached,
   * if any. The key is the caller's now, for as long as the caller lives, and its 24 hours begin anew. `since` is when the claimant before
   * claimed it, by the clock of the service.
   */
  | { readonly _tag: "Resumed"; readonly order: OrderNumber | null; readonly since: Instant }
  | { readonly _tag: "Answered"; readonly answer: StoredAnswer }
  /** The key belongs to another request: other method, path or body. Never if the first one's fingerprint is `unknownFingerprint`. */
  | { readonly _tag: "Mismatched" }
  /** The first request is still being worked on. Having asked does not keep its claimant alive. */
  | { readonly _tag: "Running" }

/** Gives a key to one claimant, and its answer to all others. */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /** Inside a unit of work, of any number of claimants at once one gets the key and the others are told `Running`. */
    readonly claim: (claim: IdempotencyClaim) => Effect.Effect<ClaimResult, StorageUnavailable>
    /** Notes which order a claimed key is about, so that the caller that resumes it finds the attempt, however often it is resumed. */
    readonly attach: (scope: KeyScope, key: string, order: OrderNumber) => Effect.Effect<void, StorageUnavailable>
    /**
     * Keeps the answer for `idempotencyRetentionMillis` from the claim that brought it, which is the last one. If a claimant that was
     * believed dead answered before, its answer stays.
     *
     * @returns the answer that counts, which every caller of this key gets
     */
    readonly answer: (
      scope: KeyScope,
      key: string,
      answer: StoredAnswer,
    ) => Effect.Effect<StoredAnswer, StorageUnavailable>
    /** Releases a claim without an answer: the next request under the key resumes it at once. An answer that was given stays. */
    readonly release: (scope: KeyScope, key: string) => Effect.Effect<void, StorageUnavailable>
    /**
     * Releases every claim without an answer that was made at an instant or later. Call it only if no claimant is alive:
     * otherwise a request that is still being worked on would be run a second time.
     *
     * @returns how many claims were released, not counting those released before
     */
    readonly releaseAll: (since: Instant) => Effect.Effect<number, StorageUnavailable>
    /**
     * Forgets keys whose 24 hours were over before an instant, at most `limit` of them. A claim treats them as new ones already.
     *
     * @returns how many were forgotten
     */
    readonly forget: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/IdempotencyStore") {}
