/**
 * Stores subscriptions, with the log of what happened to them and with the orders of their renewals.
 *
 * What every store promises is said at `UnitOfWork`.
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

/** What a list of subscriptions may be narrowed to; what is absent does not narrow. All that is present must hold. */
export interface SubscriptionFilter {
  /** As it is now (`subscriptionStatusOf`). */
  readonly status?: SubscriptionStatus
  /** As a request wrote it: it may name no subscription, and then none is shown. */
  readonly token?: string
  /** The slug of the checkout it was sold on, as it was then, upper and lower case apart. */
  readonly checkout?: string
  /** The subscriber's e-mail. Case does not matter: see `emailKey`. */
  readonly email?: string
  /** The day of the next charge, as it is now (`paidPeriodOf`); a subscription that is not charged any more has none. */
  readonly nextCharge?: LocalDate
}

/** Keeps subscriptions, compares their versions as they are saved, and has their logs. */
export class SubscriptionRepository extends Context.Service<
  SubscriptionRepository,
  {
    /**
     * Stores a new subscription. Tokens are unique in their company, and an order begins one subscription: a second use of either
     * is a defect of the caller.
     */
    readonly add: (begun: SubscriptionBegun) => Effect.Effect<void, StorageUnavailable>
    /**
     * Stores what became of a subscription together with the events that made it so, or neither. `subscription` is what the events make of
     * `before`, the subscription as it was read: if the store holds another version, or no such subscription, nothing is written. Of any
     * number that save what they made of one version, one succeeds and the others are told `SubscriptionConflict`. Without events nothing
     * is written and nothing is compared.
     *
     * The renewals that the events open are kept by (subscription, period), and each order once: a second use of either is a
     * defect, for it would be a second charge.
     */
    readonly save: (
      before: Subscription,
      subscription: Subscription,
      events: ReadonlyArray<SubscriptionChange>,
    ) => Effect.Effect<void, SubscriptionConflict | StorageUnavailable>
    /** A company's subscription; another company's is absent. */
    readonly find: (
      company: CompanyId,
      token: SubscriptionToken,
    ) => Effect.Effect<Option.Option<Subscription>, StorageUnavailable>
    /** The subscription that the payment of a company's order began. None if it began none. */
    readonly findByFirstOrder: (
      company: CompanyId,
      order: OrderNumber,
    ) => Effect.Effect<Option.Option<Subscription>, StorageUnavailable>
    /** A company's subscriptions, latest stored first, whatever became of them. A late page costs about what the first one does. */
    readonly list: (
      company: CompanyId,
      filter: SubscriptionFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<Subscription>, StorageUnavailable>
    /**
     * The log of a subscription in sequence, its beginning first, for `foldSubscription`; empty if the company
     * has no such subscription.
     */
    readonly history: (
      company: CompanyId,
      token: SubscriptionToken,
    ) => Effect.Effect<ReadonlyArray<SubscriptionEvent>, StorageUnavailable>
  }
>()("@vintem/domain/ports/SubscriptionRepository") {}
