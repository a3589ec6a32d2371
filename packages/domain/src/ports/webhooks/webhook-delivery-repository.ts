/**
 * Stores notifications until they are delivered, and their outcome afterwards.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Instant } from "../../calendar/instant.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { OrderNumber } from "../../identifiers/order.ts"
import type { WebhookKind } from "../../order/webhooks.ts"
import type {
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEvent,
  WebhookEventId,
} from "../../webhook/webhook-delivery.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Filters of a list of deliveries. A missing one does not filter. */
export interface WebhookDeliveryFilter {
  readonly order?: OrderNumber
  /** The current state. */
  readonly state?: WebhookDeliveryState
}

/** A range of notifications by time, and a part of it. */
export interface WebhookStretch {
  /** Occurred at this instant or later. */
  readonly from: Instant
  /** Occurred before this instant. */
  readonly before: Instant
  /** Any of these kinds; an empty list matches nothing. All kinds if missing. */
  readonly kinds?: ReadonlyArray<WebhookKind>
}

/** A pending delivery as the caller read it, and as it should be stored. */
export interface DeliveryChange {
  readonly read: WebhookDelivery
  readonly after: WebhookDelivery
}

/** Stores notifications, their outcomes, and which are due next. */
export class WebhookDeliveryRepository extends Context.Service<
  WebhookDeliveryRepository,
  {
    /**
     * Keeps new notifications, any number of them and in any order, each on its way (`newDelivery`). The place in the sequence
     * of an order is unique in its company, and an id names its place: a second use, among the new ones too, is a defect. So is a notification of a
     * company that is not stored. Joins the unit of work around it.
     */
    readonly add: (events: ReadonlyArray<WebhookEvent>) => Effect.Effect<void, StorageUnavailable>
    /**
     * How many notifications a company's order has had, including forgotten ones: the largest sequence number, or 0.
     */
    readonly countOf: (company: CompanyId, order: OrderNumber) => Effect.Effect<number, StorageUnavailable>
    /**
     * Replaces a stored delivery; its event never changes, whatever the argument has. It must wait (`pending`, with
     * `nextAttemptAt` and without `endedAt`) or have ended (the opposite): anything else is a defect. Returns false and
     * writes nothing if it was never stored, or was forgotten. Of several concurrent calls, one is stored and counted.
     */
    readonly save: (delivery: WebhookDelivery) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Saves several deliveries. Skips those that changed since they were read.
     *
     * @returns the skipped deliveries, which changed or were deleted, in no order
     */
    readonly saveAsRead: (
      changes: ReadonlyArray<DeliveryChange>,
    ) => Effect.Effect<ReadonlyArray<WebhookEventId>, StorageUnavailable>
    /** The stored ones among these names, in no order. They may belong to several companies. */
    readonly findAll: (
      named: ReadonlyArray<Pick<WebhookEvent, "company" | "id">>,
    ) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageUnavailable>
    /** A company's delivery. None if it is another company's. */
    readonly find: (
      company: CompanyId,
      id: WebhookEventId,
    ) => Effect.Effect<Option.Option<WebhookDelivery>, StorageUnavailable>
    /** Latest stored first. A late page costs about as much as the first one. */
    readonly list: (
      company: CompanyId,
      filter: WebhookDeliveryFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<WebhookDelivery>, StorageUnavailable>
    /** The deliveries of an order, in sequence. Empty for another company. */
    readonly ofOrder: (
      company: CompanyId,
      order: OrderNumber,
    ) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageUnavailable>
    /** How many of a company's notifications are in a range of time. */
    readonly countWithin: (company: CompanyId, stretch: WebhookStretch) => Effect.Effect<number, StorageUnavailable>
    /**
     * Notifications in a range of time, in the order they occurred; if at the same instant, as they were stored. The
     * first `limit` after the last one of the previous piece; null for the start. If that one was forgotten, or is
     * another company's, starts again.
     */
    readonly within: (
      company: CompanyId,
      stretch: WebhookStretch,
      window: { readonly after: WebhookEventId | null; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageUnavailable>
    /**
     * Forgets deliveries that ended before an instant, delivered or failed, at most `limit`, which may be 0. Within an
     * order only those without stored earlier ones, so that the remaining ones have no gap. Repeated until it forgets
     * nothing, it forgets all of them.
     *
     * @returns how many
     */
    readonly forget: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/WebhookDeliveryRepository") {}
