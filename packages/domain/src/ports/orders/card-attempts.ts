/**
 * Counts the card attempts of payers who are known only by their address, and remembers which payments were stopped.
 *
 * An attempt counts from its start, before its outcome is known, so that many attempts at once cannot pass a cap together. It
 * is taken off again unless the card is refused.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Instant } from "../../calendar/instant.ts"
import type { AttemptKey, OrderNumber } from "../../identifiers/order.ts"
import type { LinkSlug } from "../../identifiers/payment-link.ts"
import type { CardCap, CardOutcome, CardStop } from "../../order/card-caps.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** A payer's card attempt that is about to start. */
export interface PayerCardAttempt {
  readonly key: AttemptKey
  /** Keyed hash of the network of the payer's address: an address is personal data, and none is stored. */
  readonly visitor: string
  /** The link whose order is paid; null if there is none. */
  readonly link: LinkSlug | null
  readonly at: Instant
}

/** What a stopped payment was for. */
export type StopSubject =
  | { readonly _tag: "order"; readonly number: OrderNumber }
  | { readonly _tag: "link"; readonly slug: LinkSlug }

/** The card payments of one subject that one cap stopped. */
export interface StoppedCards {
  readonly cap: CardCap
  /** At least 1. */
  readonly times: number
  readonly firstAt: Instant
  readonly lastAt: Instant
}

/** Says whether a payer may try another card, and remembers who might not. */
export class CardAttempts extends Context.Service<
  CardAttempts,
  {
    /**
     * Counts an attempt as one in flight, unless a cap over its address or link is reached: the caps `address_at_link`, `address` and
     * `link` of `cardCaps`, as `addressCardStop` decides by the attempts before this one. An attempt counts from its `at`, and leaves a
     * window at the very millisecond at which that is over. One without a link counts for its address alone.
     *
     * Part of the unit that stores the attempt; of attempts of one address at once, no more than the cap are counted.
     *
     * @returns why it may not start, and then nothing was written; null if it is counted
     */
    readonly start: (attempt: PayerCardAttempt) => Effect.Effect<CardStop | null, StorageUnavailable>
    /**
     * Has an attempt count as its outcome says, from any outcome to any other: what was `set_aside` may be refused later. Nothing to do
     * if it was not started here, or is forgotten.
     */
    readonly settle: (key: AttemptKey, outcome: CardOutcome) => Effect.Effect<void, StorageUnavailable>
    /** Remembers that a card payment was stopped. */
    readonly recordStop: (subject: StopSubject, cap: CardCap, at: Instant) => Effect.Effect<void, StorageUnavailable>
    /** What was stopped, one entry a cap, in the order of `CardCap`; empty if nothing was. */
    readonly stops: (subject: StopSubject) => Effect.Effect<ReadonlyArray<StoppedCards>, StorageUnavailable>
    /** Forgets up to `limit` attempts that started before an instant, the oldest first: they count no more. @returns how many */
    readonly forgetAttempts: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
    /** Forgets up to `limit` entries of what was stopped, none of them stopped since an instant. @returns how many */
    readonly forgetStops: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/CardAttempts") {}
