/**
 * Where orders are kept, with the log of what happened to them.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import type { CompanyId } from "../company/company-id.ts"
import type { Document } from "../customer/document.ts"
import type { OrderChange, OrderEvent, OrderPlaced } from "../order/events.ts"
import { type AttemptKey, OrderNumber, type PublicKey } from "../order/identifiers.ts"
import type { Order } from "../order/order.ts"
import type { OrderStatus } from "../order/order-status.ts"
import type { Page, PageRequest } from "./page.ts"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/** Somebody saved the order between our reading and our saving: read again, decide again. */
export class OrderConflict extends Schema.TaggedError<OrderConflict>()("OrderConflict", {
  number: OrderNumber,
  versionRead: Schema.Int,
}) {}

/** An order as it is stored: with the integer under which the API shows its items. */
export interface StoredOrder {
  /** Counts up over all companies, from 1. */
  readonly id: number
  readonly order: Order
}

/** What a list of orders may be narrowed to; what is absent does not narrow. All that is present must hold. */
export interface OrderFilter {
  /** Any of these; empty means none. */
  readonly statuses?: ReadonlyArray<OrderStatus>
  readonly src?: string
  readonly ref?: string
  /** Some item is of this product. */
  readonly productId?: number
  readonly document?: Document
  /** Placed at this instant or later. */
  readonly from?: Instant
  /** Placed before this instant. */
  readonly before?: Instant
}

export class OrderRepository extends Context.Service<
  OrderRepository,
  {
    /**
     * Stores a new order: `order` is what `events`, the placing first, fold to. Order numbers, public keys and attempt keys are
     * unique over all companies; a second use of one is a defect of whoever made it.
     */
    readonly add: (
      order: Order,
      events: readonly [OrderPlaced, ...ReadonlyArray<OrderChange>],
    ) => Effect.Effect<void, StorageUnavailable>
    /**
     * Stores what became of an order together with the events that made it so, or neither. `order.version` less the number of
     * events is the version that was read: if the store holds another one, nothing is written. At most one attempt of an order
     * is `sent` or `unknown` at a time.
     */
    readonly save: (
      order: Order,
      events: ReadonlyArray<OrderChange>,
    ) => Effect.Effect<void, OrderConflict | StorageUnavailable>
    /** A company's order; another company's is absent. */
    readonly find: (
      company: CompanyId,
      number: OrderNumber,
    ) => Effect.Effect<Option.Option<StoredOrder>, StorageUnavailable>
    /** An order of whichever company: for the administration and the sandbox, never for a company. */
    readonly findByNumber: (number: OrderNumber) => Effect.Effect<Option.Option<StoredOrder>, StorageUnavailable>
    /** The order a payer is looking at, who has nothing but the link. */
    readonly findByPublicKey: (key: PublicKey) => Effect.Effect<Option.Option<StoredOrder>, StorageUnavailable>
    /** The order an acquirer's message is about. */
    readonly findByAttempt: (key: AttemptKey) => Effect.Effect<Option.Option<StoredOrder>, StorageUnavailable>
    /** A company's orders, latest placed first; placed in the same millisecond, latest stored first. */
    readonly list: (
      company: CompanyId,
      filter: OrderFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<StoredOrder>, StorageUnavailable>
    /** The log of an order in sequence; empty where there is no such order. */
    readonly history: (number: OrderNumber) => Effect.Effect<ReadonlyArray<OrderEvent>, StorageUnavailable>
  }
>()("@vintem/domain/ports/OrderRepository") {}
