/**
 * Reads the stored orders, links, batches, subscriptions, webhook deliveries and coupons, exactly as they are, for
 * checks. Read-only, and blocks no writer.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { FoundBatch } from "../../batch/check.ts"
import type { CouponCode } from "../../catalogue/coupon.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { AttemptKey } from "../../identifiers/order.ts"
import type { Shown } from "../../machine/differences.ts"
import type { FoundOrder } from "../../order/check.ts"
import type { FoundLink } from "../../payment-link/check.ts"
import type { FoundSubscription } from "../../subscription/check.ts"
import type { TrailEntry } from "../../trail/trail-entry.ts"
import type { FoundDelivery } from "../../webhook/check.ts"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/**
 * Something the store keeps for itself, to find or count rows, contradicts those rows. `table`, `row` and `column` are
 * the store's names, for looking it up there.
 */
export type StorageBreach =
  /** It was damaged, or another version wrote it: this version would not write `part` this way. */
  | { readonly _tag: "Unreadable"; readonly part: string }
  | {
      readonly _tag: "ColumnDiffers"
      readonly table: string
      readonly row: string
      readonly column: string
      readonly stored: Shown
      readonly derived: Shown
    }
  /** A stored row refers to a missing one. */
  | { readonly _tag: "RowMissing"; readonly table: string; readonly row: string }
  /** Nothing refers to the row. */
  | { readonly _tag: "RowStray"; readonly table: string; readonly row: string }
  /** A link was made for an item, at its `place`, that already had one, whose slug is `by`. */
  | { readonly _tag: "ItemTaken"; readonly place: string; readonly by: string }
  /** The next row of a table would get a number that is taken. `remedy` is the statement that fixes it. */
  | { readonly _tag: "NumberTaken"; readonly next: number; readonly highest: number; readonly remedy: string }

/** Where a row of a kind is. Ids count up from 1 in the order of storing, within a kind. */
export interface CheckPlace {
  /** The id of its company, as the store has it; 0 is the platform. */
  readonly company: number
  readonly id: number
}

/** No row is there or before. */
export const beforeAll: CheckPlace = { company: -1, id: 0 }

/** A piece of a walk through all of a kind. */
export interface CheckPiece {
  readonly after: CheckPlace
  /** Rows with higher ids are left out. They were stored later. */
  readonly lastId: number
  /** The most rows that are read. */
  readonly limit: number
}

/** One order with everything that is kept of it. */
export interface CheckedOrder extends FoundOrder, CheckPlace {
  /** As the store has it, be it a number or not. */
  readonly number: string
  /** The attempts that `OrderRepository.takeUnanswered` would find, by their keys. */
  readonly unanswered: ReadonlyArray<AttemptKey>
  readonly breaches: ReadonlyArray<StorageBreach>
}

/** One payment link with everything that is kept of it. */
export interface CheckedLink extends FoundLink, CheckPlace {
  readonly slug: string
  readonly breaches: ReadonlyArray<StorageBreach>
}

/** One batch with everything that is kept of it, save its list and its links, which are counted. */
export interface CheckedBatch extends FoundBatch, CheckPlace {
  readonly token: string
  readonly breaches: ReadonlyArray<StorageBreach>
}

/** One subscription with everything that is kept of it. */
export interface CheckedSubscription extends FoundSubscription, CheckPlace {
  readonly token: string
  readonly breaches: ReadonlyArray<StorageBreach>
}

/** One webhook delivery, and its position among those of its order. */
export interface CheckedDelivery extends FoundDelivery, CheckPlace {
  /** The id of its event, as the store has it, be it one or not. */
  readonly event: string
  readonly breaches: ReadonlyArray<StorageBreach>
}

/** An entry of the trail, and the entry before it in its log. */
export interface CheckedEntry extends CheckPlace {
  /** Its log and number, as the store has them. */
  readonly name: string
  readonly entry: TrailEntry | null
  readonly sequence: number
  /** The number of the entry before it in its log. Null if there is none. */
  readonly previous: number | null
  readonly breaches: ReadonlyArray<StorageBreach>
}

/**
 * All rows of one kind, of all companies, including removed ones. The store reads them in its fastest order: by id, or
 * by company and id.
 */
export interface CheckWalk<Checked> {
  /** The id of the one stored last; 0 if there is none. */
  readonly lastId: Effect.Effect<number, StorageUnavailable>
  /** In the order of the store: the first after a place, read like `StorageCheck.scan`. If fewer than `limit` are found, no more follow. */
  readonly scan: (piece: CheckPiece) => Effect.Effect<ReadonlyArray<Checked>, StorageUnavailable>
}

/**
 * A fault of a row that belongs to an order. `number` is the order it claims to belong to, or whatever is stored there.
 */
export interface BesideOrders {
  readonly number: string
  readonly breach: StorageBreach
}

/** A coupon with more uses than it allows. */
export interface OverusedCoupon {
  readonly company: CompanyId
  readonly code: CouponCode
  /** How many orders use it now. A use whose order is missing proves nothing, and is left out. */
  readonly uses: number
  /** The most uses allowed: the limit, or the uses from before the company lowered it. */
  readonly allowed: number
  /** How many of the uses belong to orders that were paid late, by their logs: see `wasPaidLate`. */
  readonly late: number
}

/** Reads everything that is stored, for those who check it. */
export class StorageCheck extends Context.Service<
  StorageCheck,
  {
    /** The id of the order stored last. 0 if there is none. */
    readonly lastId: Effect.Effect<number, StorageUnavailable>
    /**
     * Orders of all companies, each as it is now and with its log, whose events are counted from 1: a piece as `CheckWalk` describes it. What
     * was stored through the repositories has no `breaches`.
     *
     * An unreadable part is a breach of its order and does not stop the scan. An order that is saved meanwhile may be
     * read half before and half after: read it again before believing a breach.
     */
    readonly scan: (piece: CheckPiece) => Effect.Effect<ReadonlyArray<CheckedOrder>, StorageUnavailable>
    /**
     * Links, including removed ones. `paymentStates` are of the orders that the link waits for, and `duplicates` of the
     * orders that paid it again; both only of stored orders.
     */
    readonly links: CheckWalk<CheckedLink>
    /** Batches, each with the lengths of its list, links (removed ones too) and failures, and the last position that is done, counted. */
    readonly batches: CheckWalk<CheckedBatch>
    /** Subscriptions, each with the orders of its renewals by period. */
    readonly subscriptions: CheckWalk<CheckedSubscription>
    /** Deliveries, each with the sequence number of the one kept before it of the same order; null if none is. */
    readonly deliveries: CheckWalk<CheckedDelivery>
    /** Entries of the trail, of all companies and of the platform. */
    readonly trailEntries: CheckWalk<CheckedEntry>
    /**
     * The opposite direction: rows that nothing refers to, and wrong counts, of orders, entries of lists and uses of
     * coupons; logs of changes without entries; tables that would give a number twice. In pieces; an empty piece only
     * shows progress. Data stored through the repositories gives none.
     */
    readonly besideOrders: Stream.Stream<ReadonlyArray<BesideOrders>, StorageUnavailable>
    /** Every coupon with more uses than it allows, including late payments, in pieces like `besideOrders`. */
    readonly overusedCoupons: Stream.Stream<ReadonlyArray<OverusedCoupon>, StorageUnavailable>
  }
>()("@vintem/domain/ports/StorageCheck") {}
