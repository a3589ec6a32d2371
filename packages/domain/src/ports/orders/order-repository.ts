/**
 * Stores orders, with the log of what happened to them.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Instant } from "../../calendar/instant.ts"
import type { Email } from "../../customer/email.ts"
import type { Document } from "../../documents/document.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import { type AttemptKey, OrderNumber, type PublicKey } from "../../identifiers/order.ts"
import type { OrderChange, OrderEvent, OrderPlaced } from "../../order/commands-and-events.ts"
import type { Order } from "../../order/order.ts"
import type { OrderStatus } from "../../order/order-status.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Another unit saved the order after this one had read it: read again, decide again. */
export class OrderConflict extends Schema.TaggedError<OrderConflict>()("OrderConflict", {
  number: OrderNumber,
  versionRead: Schema.Int,
}) {}

/** An order as it is stored: with the integer under which the API shows its items. */
export interface StoredOrder {
  /** Counts up over all companies in the order of storing, from 1, and stays through every change. */
  readonly id: number
  readonly order: Order
}

/** Names an order and the company that it belongs to. */
export interface OrderOfCompany {
  readonly company: CompanyId
  readonly number: OrderNumber
}

/** What a list of orders may be narrowed to; what is absent does not narrow. All that is present must hold. */
export interface OrderFilter {
  /** Any of these, as the orders are now (`statusOf`); empty means none. */
  readonly statuses?: ReadonlyArray<OrderStatus>
  readonly src?: string
  readonly ref?: string
  /** Some item is of this product; the order is shown once, however many are. */
  readonly productId?: number
  /** The document that the order names, whatever its customer's is by now. */
  readonly document?: Document
  /**
   * The customer has this address by now, whatever the order was placed with; upper and lower case alike on either side: see `emailKey`.
   * Nobody who was erased is found by the address they had.
   */
  readonly email?: Email
  /** Placed at this instant or later. */
  readonly from?: Instant
  /** Placed before this instant. */
  readonly before?: Instant
  /** Last changed at this instant or later, as the orders are now (`updatedAt`). */
  readonly updatedFrom?: Instant
  /** Last changed before this instant, as the orders are now. */
  readonly updatedBefore?: Instant
}

/** Keeps orders, compares their versions as they are saved, and has their logs. */
export class OrderRepository extends Context.Service<
  OrderRepository,
  {
    /**
     * Stores a new order: `order` is what `events`, the placing first, fold to. Order numbers, public keys and attempt keys are
     * unique in their company; a second use of one is a defect of the caller. So is a second attempt in flight, as for `save`.
     * The company and the customer are stored before.
     */
    readonly add: (
      order: Order,
      events: readonly [OrderPlaced, ...ReadonlyArray<OrderChange>],
    ) => Effect.Effect<void, StorageUnavailable>
    /**
     * Stores what became of an order together with the events that made it so, or neither. `order` is what the events make of `before`,
     * the order as it was read: if the store holds another version, or no such order, nothing is written. Of any number that save
     * what they made of one version, one succeeds and the others are told `OrderConflict`, and so is who read the order before its
     * customer was erased: what they made of it names the person. Without events nothing is written and nothing is compared.
     *
     * At most one attempt of an order is `sent` or `unknown` at a time (`attemptState`), if no operator has decided about it:
     * another one is a defect, and so is a second use of an attempt key.
     */
    readonly save: (
      before: Order,
      order: Order,
      events: ReadonlyArray<OrderChange>,
    ) => Effect.Effect<void, OrderConflict | StorageUnavailable>
    /** A company's order; another company's is absent. */
    readonly find: (
      company: CompanyId,
      number: OrderNumber,
    ) => Effect.Effect<Option.Option<StoredOrder>, StorageUnavailable>
    /** The order on a payer's page, whose address has this key. None if the company has no such order: `companyCodeOf` finds the company. */
    readonly findByPublicKey: (
      company: CompanyId,
      key: PublicKey,
    ) => Effect.Effect<Option.Option<StoredOrder>, StorageUnavailable>
    /** The order that an acquirer's message is about, by any of its attempts. None if the company has no such attempt. */
    readonly findByAttempt: (
      company: CompanyId,
      key: AttemptKey,
    ) => Effect.Effect<Option.Option<StoredOrder>, StorageUnavailable>
    /**
     * Takes over attempts that only the request which asked the acquirer still looks after: those that began before `before`, and of which
     * nothing was reported or decided since (`isUnanswered`). The earliest of them, at most `limit`, which may be 0. Each is given to one
     * caller only. Joins the unit of work around it.
     *
     * @returns the orders they are of, of whichever company, in no order
     */
    readonly takeUnanswered: (
      before: Instant,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<OrderOfCompany>, StorageUnavailable>
    /** A company's orders, latest placed first; placed in the same millisecond, latest stored first. */
    readonly list: (
      company: CompanyId,
      filter: OrderFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<StoredOrder>, StorageUnavailable>
    /** The log of an order in sequence, its placing first, for `fold`; empty if the company has no such order. */
    readonly history: (
      company: CompanyId,
      number: OrderNumber,
    ) => Effect.Effect<ReadonlyArray<OrderEvent>, StorageUnavailable>
  }
>()("@vintem/domain/ports/OrderRepository") {}
