/**
 * Stores orders, with their logs.
 *
 * `UnitOfWork` lists the promises of every store.
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

/** A stored order, with the integer that the API shows for its items. */
export interface StoredOrder {
  /** Counted from 1 over all companies, in the order of storing. It never changes. */
  readonly id: number
  readonly order: Order
}

/** An order's number, with its company. */
export interface OrderOfCompany {
  readonly company: CompanyId
  readonly number: OrderNumber
}

/** Filters of a list of orders. A missing one does not filter; all present ones must match. */
export interface OrderFilter {
  /** Any of these current statuses (`statusOf`). An empty list matches nothing. */
  readonly statuses?: ReadonlyArray<OrderStatus>
  readonly src?: string
  readonly ref?: string
  /** At least one item is of this product. The order is listed once, however many are. */
  readonly productId?: number
  /** The document in the order, even if its customer has another one now. */
  readonly document?: Document
  /**
   * The customer's current e-mail, even if the order was placed with another. Case does not matter: see `emailKey`. An
   * erased person is never found by their old address.
   */
  readonly email?: Email
  /** Placed at this instant or later. */
  readonly from?: Instant
  /** Placed before this instant. */
  readonly before?: Instant
  /** Last changed at this instant or later (`updatedAt`). */
  readonly updatedFrom?: Instant
  /** Last changed before this instant. */
  readonly updatedBefore?: Instant
}

/** Stores orders with their logs. Compares versions when saving. */
export class OrderRepository extends Context.Service<
  OrderRepository,
  {
    /**
     * Stores a new order. `events`, beginning with the placing, must fold to `order`. Order numbers, public keys and
     * attempt keys are unique in their company; using one twice is a defect. So is a second attempt in flight, as in
     * `save`. The company and the customer have to be stored already.
     */
    readonly add: (
      order: Order,
      events: readonly [OrderPlaced, ...ReadonlyArray<OrderChange>],
    ) => Effect.Effect<void, StorageUnavailable>
    /**
     * Stores an order's new state together with the events that led to it, or neither. `order` is the result of the
     * events on `before`, the order as it was read: if the store holds another version, or no such order, nothing is
     * written. Of any number that save what they made of one version, one succeeds and the others are told
     * `OrderConflict`, and so is who read the order before its customer was erased: what they made of it names the
     * person. Without events nothing is written and nothing is compared.
     *
     * At most one attempt of an order is `sent` or `unknown` at a time (`attemptState`), unless an operator has decided
     * about it. A second one is a defect, and so is using an attempt key twice.
     */
    readonly save: (
      before: Order,
      order: Order,
      events: ReadonlyArray<OrderChange>,
    ) => Effect.Effect<void, OrderConflict | StorageUnavailable>
    /** A company's order. None if it is another company's. */
    readonly find: (
      company: CompanyId,
      number: OrderNumber,
    ) => Effect.Effect<Option.Option<StoredOrder>, StorageUnavailable>
    /**
     * The order of a payer's page, by the key in the page's address. None if the company has no such order;
     * `companyCodeOf` finds the company.
     */
    readonly findByPublicKey: (
      company: CompanyId,
      key: PublicKey,
    ) => Effect.Effect<Option.Option<StoredOrder>, StorageUnavailable>
    /** The order of an acquirer's message, by any of its attempts. None if the company has no such attempt. */
    readonly findByAttempt: (
      company: CompanyId,
      key: AttemptKey,
    ) => Effect.Effect<Option.Option<StoredOrder>, StorageUnavailable>
    /**
     * Takes over attempts that only the original request still looks after: they began before `before`, and nothing was
     * reported or decided since (`isUnanswered`). The earliest of them, at most `limit`, which may be 0. Each is given
     * to one caller only. Joins the unit of work around it.
     *
     * @returns their orders, of any company, in no order
     */
    readonly takeUnanswered: (
      before: Instant,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<OrderOfCompany>, StorageUnavailable>
    /** A company's orders, latest placed first. If placed in the same millisecond, latest stored first. */
    readonly list: (
      company: CompanyId,
      filter: OrderFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<StoredOrder>, StorageUnavailable>
    /**
     * The log of an order in sequence, beginning with its placing, for `fold`. Empty if the company has no such order.
     */
    readonly history: (
      company: CompanyId,
      number: OrderNumber,
    ) => Effect.Effect<ReadonlyArray<OrderEvent>, StorageUnavailable>
  }
>()("@vintem/domain/ports/OrderRepository") {}
