/**
 * Reads the stored orders, links, batches, subscriptions, webhook deliveries and coupons, exactly as they are, for
 * checks. Read-only, and blocks no writer.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { AuditEntry } from "../../audit/audit-entry.ts"
import type { FoundBatch } from "../../batch/audit.ts"
import type { CouponCode } from "../../catalogue/coupon.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { AttemptKey } from "../../identifiers/order.ts"
import type { Shown } from "../../machine/differences.ts"
import type { FoundOrder } from "../../order/audit.ts"
import type { FoundLink } from "../../payment-link/audit.ts"
import type { FoundSubscription } from "../../subscription/audit.ts"
import type { FoundDelivery } from "../../webhook/audit.ts"
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

/** The position of a row of a kind. Ids count up from 1 in the order of storing, within a kind. */
export interface AuditPlace {
  /** The id of its company, as stored; 0 is the platform. */
  readonly company: number
  readonly id: number
}

/** Before every row. */
export const beforeAll: AuditPlace = { company: -1, id: 0 }

/** A piece of a walk through all rows of a kind. */
export interface AuditPiece {
  readonly after: AuditPlace
  /** Rows with higher ids are left out: they were stored later. */
  readonly lastId: number
  /** The most rows that are read. */
  readonly limit: number
}

/** An order with everything stored about it. */
export interface AuditedOrder extends FoundOrder, AuditPlace {
  /** The stored number, even if it is none. */
  readonly number: string
  /** The attempts that `OrderRepository.takeUnanswered` would find, by their keys. */
  readonly unanswered: ReadonlyArray<AttemptKey>
  readonly breaches: ReadonlyArray<StorageBreach>
}

/** A payment link with everything stored about it. */
export interface AuditedLink extends FoundLink, AuditPlace {
  readonly slug: string
  readonly breaches: ReadonlyArray<StorageBreach>
}

/** A batch with everything stored about it, except its list and its links, which are counted. */
export interface AuditedBatch extends FoundBatch, AuditPlace {
  readonly token: string
  readonly breaches: ReadonlyArray<StorageBreach>
}

/** A subscription with everything stored about it. */
export interface AuditedSubscription extends FoundSubscription, AuditPlace {
  readonly token: string
  readonly breaches: ReadonlyArray<StorageBreach>
}

/** A webhook delivery, with its place among those of its order. */
export interface AuditedDelivery extends FoundDelivery, AuditPlace {
  /** The stored id of its event, even if it is none. */
  readonly event: string
  readonly breaches: ReadonlyArray<StorageBreach>
}

/** An entry of the audit log, with the entry before it. */
export interface AuditedEntry extends AuditPlace {
  /** Its log and number, as stored. */
  readonly name: string
  readonly entry: AuditEntry | null
  readonly sequence: number
  /** The number of the entry before it in its log. Null if there is none. */
  readonly previous: number | null
  readonly breaches: ReadonlyArray<StorageBreach>
}

/**
 * All rows of one kind, of all companies, including removed ones. The store reads them in its fastest order: by id, or
 * by company and id.
 */
export interface AuditWalk<Audited> {
  /** The id of the row stored last. 0 if there is none. */
  readonly lastId: Effect.Effect<number, StorageUnavailable>
  /**
   * The first rows after a place, in the store's order, read like `StorageAudit.scan`. If there are fewer than `limit`,
   * no more follow.
   */
  readonly scan: (piece: AuditPiece) => Effect.Effect<ReadonlyArray<Audited>, StorageUnavailable>
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

/** Reads everything that is stored, for checks. */
export class StorageAudit extends Context.Service<
  StorageAudit,
  {
    /** The id of the order stored last. 0 if there is none. */
    readonly lastId: Effect.Effect<number, StorageUnavailable>
    /**
     * Orders of all companies, each with its current state and its log, with events counted from 1: a piece as
     * `AuditWalk` describes it. Data stored through the repositories has no `breaches`.
     *
     * An unreadable part is a breach of its order and does not stop the scan. An order that is saved meanwhile may be
     * read half before and half after: read it again before believing a breach.
     */
    readonly scan: (piece: AuditPiece) => Effect.Effect<ReadonlyArray<AuditedOrder>, StorageUnavailable>
    /**
     * Links, including removed ones. `paymentStates` are of the orders that the link waits for, and `duplicates` of the
     * orders that paid it again; both only of stored orders.
     */
    readonly links: AuditWalk<AuditedLink>
    /**
     * Batches, each with the counted lengths of its list, links (including removed ones) and failures, and with the
     * last position that is done.
     */
    readonly batches: AuditWalk<AuditedBatch>
    /** Subscriptions, each with the orders of its renewals by period. */
    readonly subscriptions: AuditWalk<AuditedSubscription>
    /**
     * Deliveries, each with the sequence number of the stored one before it, of the same order. Null if there is none.
     */
    readonly deliveries: AuditWalk<AuditedDelivery>
    /** Entries of the audit log, of all companies and of the platform. */
    readonly auditEntries: AuditWalk<AuditedEntry>
    /**
     * The opposite direction: rows that nothing refers to, and wrong counts, of orders, entries of lists and uses of
     * coupons; logs of changes without entries; tables that would give a number twice. In pieces; an empty piece only
     * shows progress. Data stored through the repositories gives none.
     */
    readonly besideOrders: Stream.Stream<ReadonlyArray<BesideOrders>, StorageUnavailable>
    /** Every coupon with more uses than it allows, including late payments, in pieces like `besideOrders`. */
    readonly overusedCoupons: Stream.Stream<ReadonlyArray<OverusedCoupon>, StorageUnavailable>
  }
>()("@vintem/domain/ports/StorageAudit") {}
