/**
 * Counts the card attempts of payers who are known only by their address, and stores which payments were stopped.
 *
 * An attempt counts from its start, before its outcome is known, so that concurrent attempts cannot pass a cap
 * together. It stops counting unless the card is refused.
 *
 * `UnitOfWork` lists the promises of every store.
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
  /** Keyed hash of the network of the payer's address. The address itself is personal data and never stored. */
  readonly visitor: string
  /** The link of the order. Null if there is none. */
  readonly link: LinkSlug | null
  readonly at: Instant
}

/** The subject of a stopped payment. */
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

/** Decides if a payer may try another card, and stores which payments were stopped. */
export class CardAttempts extends Context.Service<
  CardAttempts,
  {
    /**
     * Counts an attempt as in flight, unless a cap of its address or link is reached: `address_at_link`, `address` or
     * `link` of `cardCaps`. `addressCardStop` decides by the earlier attempts. An attempt counts from its `at`, and
     * leaves a window in the exact millisecond when the window ends. Without a link it counts for its address only.
     *
     * Part of the unit that stores the attempt. Of concurrent attempts by one address, at most the cap are counted.
     *
     * @returns why it may not start, and then nothing was written; null if it is counted
     */
    readonly start: (attempt: PayerCardAttempt) => Effect.Effect<CardStop | null, StorageUnavailable>
    /**
     * Changes how an attempt counts, from any outcome to any other: a `set_aside` attempt may be refused later. Does
     * nothing if the attempt was not started here, or is forgotten.
     */
    readonly settle: (key: AttemptKey, outcome: CardOutcome) => Effect.Effect<void, StorageUnavailable>
    /** Records that a card payment was stopped. */
    readonly recordStop: (subject: StopSubject, cap: CardCap, at: Instant) => Effect.Effect<void, StorageUnavailable>
    /** The stopped payments, one entry a cap, in the order of `CardCap`. Empty if there are none. */
    readonly stops: (subject: StopSubject) => Effect.Effect<ReadonlyArray<StoppedCards>, StorageUnavailable>
    /**
     * Forgets up to `limit` attempts that started before an instant, the oldest first: they no longer count. @returns
     * how many
     */
    readonly forgetAttempts: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
    /** Forgets up to `limit` entries of stopped payments that are older than an instant. @returns how many */
    readonly forgetStops: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/CardAttempts") {}
