/**
 * What is stored of orders, as it is found: for whoever checks it. Reads only, and holds up nobody who writes.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { FoundOrder } from "../order/audit.ts"
import type { Shown } from "../order/differences.ts"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/**
 * Something a store keeps in its own way, to find orders by, that does not agree with the orders. `table`, `row` and `column` are
 * the store's names for it, to be looked for there.
 */
export type StorageBreach =
  /** It was damaged, or another version wrote it: `part` of it is not as this version writes it. */
  | { readonly _tag: "Unreadable"; readonly part: string }
  | {
      readonly _tag: "ColumnDiffers"
      readonly table: string
      readonly row: string
      readonly column: string
      readonly stored: Shown
      readonly derived: Shown
    }
  /** The order asks for a row that is not there: it cannot be found by it. */
  | { readonly _tag: "RowMissing"; readonly table: string; readonly row: string }
  /** No order asks for the row. */
  | { readonly _tag: "RowStray"; readonly table: string; readonly row: string }

/** One order with everything that is kept of it. */
export interface AuditedOrder extends FoundOrder {
  readonly id: number
  /** As the store has it, be it a number or not. */
  readonly number: string
  readonly breaches: ReadonlyArray<StorageBreach>
}

/** What is wrong with a row kept beside the orders; `number` is the order it claims to be of, or what stands in its place. */
export interface BesideOrders {
  readonly number: string
  readonly breach: StorageBreach
}

export class StorageAudit extends Context.Service<
  StorageAudit,
  {
    /** The id of the order stored last; 0 where there is none. */
    readonly lastId: Effect.Effect<number, StorageUnavailable>
    /**
     * Orders of all companies, each with its log, by id: the first `limit` after the id `after`. What cannot be read is said of
     * its order and keeps nobody from reading the others. An order that is saved meanwhile may be found half before and half
     * after: look again before believing a breach.
     */
    readonly scan: (after: number, limit: number) => Effect.Effect<ReadonlyArray<AuditedOrder>, StorageUnavailable>
    /**
     * The other way round: rows kept beside the orders that no order asks for, and counts that are not right. In pieces; those
     * without any are part of it, and show that it goes on.
     */
    readonly besideOrders: Stream.Stream<ReadonlyArray<BesideOrders>, StorageUnavailable>
  }
>()("@vintem/domain/ports/StorageAudit") {}
