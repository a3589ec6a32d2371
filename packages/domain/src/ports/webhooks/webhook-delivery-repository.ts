/**
 * Stores notifications until they are delivered, and afterwards so that their outcome can be looked up.
 *
 * What every store promises is said at `UnitOfWork`.
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

/** What a list of deliveries may be narrowed to; what is absent does not narrow. */
export interface WebhookDeliveryFilter {
  readonly order?: OrderNumber
  /** As it is now. */
  readonly state?: WebhookDeliveryState
}

/** Notifications of a stretch of time, and a piece of them. */
export interface WebhookStretch {
  /** They occurred at this instant or later. */
  readonly from: Instant
  /** They occurred before this instant. */
  readonly before: Instant
  /** Any of these kinds, none if empty; all kinds if absent. */
  readonly kinds?: ReadonlyArray<WebhookKind>
}

/** A delivery as it was read, pending, and as it is to be kept. */
export interface DeliveryChange {
  readonly read: WebhookDelivery
  readonly after: WebhookDelivery
}

/** Keeps notifications, what became of each, and what is to be sent next. */
export class WebhookDeliveryRepository extends Context.Service<
  WebhookDeliveryRepository,
  {
    /**
     * Keeps new notifications, any number of them and in any order, each on its way (`newDelivery`). The place in the sequence
     * of an order is unique in its company, and an id names its place: a second use, among the new ones too, is a defect. So is a notification of a
     * company that is not stored. Joins the unit of work around it.
     */
    readonly add: (events: ReadonlyArray<WebhookEvent>) => Effect.Effect<void, StorageUnavailable>
    /** How many notifications a company's order has had, forgotten ones too: the largest sequence number; 0 if it has had none. */
    readonly countOf: (company: CompanyId, order: OrderNumber) => Effect.Effect<number, StorageUnavailable>
    /**
     * Puts a delivery in the place of what was kept of it; its event never changes, whatever the one that is given says. It waits
     * (`pending`, with `nextAttemptAt` and without `endedAt`) or has ended (the other way round): anything else is a defect. False, and
     * nothing is kept, if it never was or is not kept any more. Of many at once, one is kept and counted.
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
    /** Those of these names that are kept, in no order; they may be of several companies. */
    readonly findAll: (
      named: ReadonlyArray<Pick<WebhookEvent, "company" | "id">>,
    ) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageUnavailable>
    /** A company's; another company's is absent. */
    readonly find: (
      company: CompanyId,
      id: WebhookEventId,
    ) => Effect.Effect<Option.Option<WebhookDelivery>, StorageUnavailable>
    /** Latest stored first. A late page costs about what the first one does. */
    readonly list: (
      company: CompanyId,
      filter: WebhookDeliveryFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<WebhookDelivery>, StorageUnavailable>
    /** Those of an order, in sequence; empty for another company. */
    readonly ofOrder: (
      company: CompanyId,
      order: OrderNumber,
    ) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageUnavailable>
    /** How many of a company's notifications are of a stretch of time. */
    readonly countWithin: (company: CompanyId, stretch: WebhookStretch) => Effect.Effect<number, StorageUnavailable>
    /**
     * Those of a stretch of time in the order in which they occurred; of one instant, as they were stored: the first `limit` after one that
     * an earlier piece ended with, which is null for the start. If that one is not kept any more, or is another company's, from the start
     * again.
     */
    readonly within: (
      company: CompanyId,
      stretch: WebhookStretch,
      window: { readonly after: WebhookEventId | null; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageUnavailable>
    /**
     * Forgets what ended before an instant, delivered or failed, at most `limit` of it, which may be 0; of an order only what no earlier
     * notification is kept of, so that those that stay have no gap between them. Asked until it forgets nothing, it forgets all of it.
     *
     * @returns how many were forgotten
     */
    readonly forget: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/WebhookDeliveryRepository") {}
