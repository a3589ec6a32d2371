/**
 * Where notifications are kept until they are delivered, and afterwards for whoever asks what became of them.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Instant } from "../calendar/instant.ts"
import type { CompanyId } from "../company/company-id.ts"
import type { OrderNumber } from "../order/identifiers.ts"
import type { WebhookKind } from "../order/webhooks.ts"
import type {
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEvent,
  WebhookEventId,
} from "../webhook/webhook-delivery.ts"
import type { Page, PageRequest } from "./page.ts"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/** What a list of deliveries may be narrowed to; what is absent does not narrow. */
export interface WebhookDeliveryFilter {
  readonly order?: OrderNumber
  readonly state?: WebhookDeliveryState
}

/** Notifications of a stretch of time, and a piece of them. */
export interface WebhookStretch {
  /** They occurred at this instant or later. */
  readonly from: Instant
  /** They occurred before this instant. */
  readonly before: Instant
  /** Any of these kinds; all kinds where absent. */
  readonly kinds?: ReadonlyArray<WebhookKind>
}

/** A delivery as it was read, pending, and as it is to be kept. */
export interface DeliveryChange {
  readonly read: WebhookDelivery
  readonly after: WebhookDelivery
}

export class WebhookDeliveryRepository extends Context.Service<
  WebhookDeliveryRepository,
  {
    /**
     * Keeps new notifications, each on its way. Ids are unique over all companies, and so is the place in the sequence of an
     * order: a second use of either is a defect. Joins the unit of work around it.
     */
    readonly add: (events: ReadonlyArray<WebhookEvent>) => Effect.Effect<void, StorageUnavailable>
    /** How many notifications an order has had, forgotten ones too: the sequence number of the last one. */
    readonly countOf: (order: OrderNumber) => Effect.Effect<number, StorageUnavailable>
    /** Puts a delivery in the place of what was kept of it; its event never changes. False where it is not kept any more. */
    readonly save: (delivery: WebhookDelivery) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * The same of many that were read while they were tried, and only of those that are still as they were read.
     *
     * @returns those that are not, or not kept any more, of which nothing was changed
     */
    readonly saveAsRead: (
      changes: ReadonlyArray<DeliveryChange>,
    ) => Effect.Effect<ReadonlyArray<WebhookEventId>, StorageUnavailable>
    /** Those of these names that are kept, of whichever company, in no order. */
    readonly findAll: (
      ids: ReadonlyArray<WebhookEventId>,
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
    /** Those of an order, in sequence. */
    readonly ofOrder: (
      company: CompanyId,
      order: OrderNumber,
    ) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageUnavailable>
    /** How many of a company's notifications are of a stretch of time. */
    readonly countWithin: (company: CompanyId, stretch: WebhookStretch) => Effect.Effect<number, StorageUnavailable>
    /**
     * Those of a stretch of time in the order in which they occurred, and were stored: the first `limit` after one that an earlier
     * piece ended with, which is null for the start. Where that one is not kept any more, from the start again.
     */
    readonly within: (
      company: CompanyId,
      stretch: WebhookStretch,
      window: { readonly after: WebhookEventId | null; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageUnavailable>
    /**
     * Forgets what ended before an instant, at most `limit` of it; of an order only what no earlier notification is kept of, so
     * that those that stay have no gap between them.
     *
     * @returns how many were forgotten
     */
    readonly forget: (before: Instant, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/domain/ports/WebhookDeliveryRepository") {}
