/**
 * Stores subscriptions, with their logs and the orders of their renewals.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { LocalDate } from "../../calendar/local-date.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { OrderNumber } from "../../identifiers/order.ts"
import { SubscriptionToken } from "../../identifiers/subscription.ts"
import type { SubscriptionBegun, SubscriptionChange, SubscriptionEvent } from "../../subscription/machine.ts"
import type { Subscription } from "../../subscription/subscription.ts"
import type { SubscriptionStatus } from "../../subscription/subscription-status.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Another unit saved the subscription after this one had read it: read again, decide again. */
export class SubscriptionConflict extends Schema.TaggedError<SubscriptionConflict>()("SubscriptionConflict", {
  token: SubscriptionToken,
  versionRead: Schema.Int,
}) {}

/** Filters of a list of subscriptions. A missing one does not filter; all present ones must match. */
export interface SubscriptionFilter {
  /** The current status (`subscriptionStatusOf`). */
  readonly status?: SubscriptionStatus
  /** The token from the request. If no subscription has it, the list is empty. */
  readonly token?: string
  /** The slug of the checkout when the subscription was sold. Case matters. */
  readonly checkout?: string
  /** The subscriber's e-mail. Case does not matter: see `emailKey`. */
  readonly email?: string
  /** The current day of the next charge (`paidPeriodOf`). A subscription that is no longer charged has none. */
  readonly nextCharge?: LocalDate
}

/** Stores subscriptions with their logs. Compares versions when saving. */
export class SubscriptionRepository extends Context.Service<
  SubscriptionRepository,
  {
    /**
     * Stores a new subscription. Tokens are unique in their company, and an order begins one subscription. Using either
     * twice is a defect.
     */
    readonly add: (begun: SubscriptionBegun) => Effect.Effect<void, StorageUnavailable>
    /**
     * Stores a subscription's new state together with the events that led to it, or neither. `subscription` is the
     * result of the events on `before`, the subscription as it was read: if the store holds another version, or no such
     * subscription, nothing is written. If several callers save changes of one version, one succeeds and the others get
     * `SubscriptionConflict`. Without events nothing is written and nothing is compared.
     *
     * The renewals that the events open are stored by subscription and period, and each order once. Using either twice
     * is a defect, because it would be a second charge.
     */
    readonly save: (
      before: Subscription,
      subscription: Subscription,
      events: ReadonlyArray<SubscriptionChange>,
    ) => Effect.Effect<void, SubscriptionConflict | StorageUnavailable>
    /** A company's subscription. None if it is another company's. */
    readonly find: (
      company: CompanyId,
      token: SubscriptionToken,
    ) => Effect.Effect<Option.Option<Subscription>, StorageUnavailable>
    /** The subscription that began with the payment of a company's order. None if there is none. */
    readonly findByFirstOrder: (
      company: CompanyId,
      order: OrderNumber,
    ) => Effect.Effect<Option.Option<Subscription>, StorageUnavailable>
    /**
     * A company's subscriptions in any status, latest stored first. A late page costs about as much as the first one.
     */
    readonly list: (
      company: CompanyId,
      filter: SubscriptionFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<Subscription>, StorageUnavailable>
    /**
     * The log of a subscription in sequence, from its beginning, for `foldSubscription`. Empty if the company has no
     * such subscription.
     */
    readonly history: (
      company: CompanyId,
      token: SubscriptionToken,
    ) => Effect.Effect<ReadonlyArray<SubscriptionEvent>, StorageUnavailable>
  }
>()("@vintem/domain/ports/SubscriptionRepository") {}
