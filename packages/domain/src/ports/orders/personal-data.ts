/**
 * All stored data about one customer of a company, over all stores: for showing it to them, and for erasing it.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { CustomerEntry } from "../../batch/batch.ts"
import type { Instant } from "../../calendar/instant.ts"
import type { BatchToken } from "../../identifiers/batch.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { CustomerId } from "../../identifiers/customer.ts"
import type { OrderDetails } from "../../order/order.ts"
import type { LinkDetails, PaymentLink } from "../../payment-link/payment-link.ts"
import type { MovingParts } from "../../personal-data/why-not-erased.ts"
import type { Subscription } from "../../subscription/subscription.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"
import type { Customer } from "./customer-repository.ts"
import type { StoredOrder } from "./order-repository.ts"
import type { SavedCard } from "./saved-card-repository.ts"

/** The person's position on the list of a batch. */
export interface PersonEntry {
  readonly batch: BatchToken
  /** From 1. */
  readonly position: number
  readonly entry: CustomerEntry
}

/** How much is stored about a person, and which of it may still move. */
export interface PersonSurvey {
  readonly orders: number
  readonly subscriptions: number
  /** See `PersonPiece`. */
  readonly links: number
  readonly entries: number
  readonly cards: number
  readonly moving: MovingParts
}

/** A part of a person's orders. */
export interface OrderWindow {
  /** The id of the last order that was read; 0 for the start. */
  readonly after: number
  readonly limit: number
}

/** A piece of a person's stored data, without orders. */
export interface PersonPiece {
  readonly subscriptions: ReadonlyArray<Subscription>
  /** Links that were prefilled for the person at some time, including removed ones: see `isOfPerson`. */
  readonly links: ReadonlyArray<PaymentLink>
  readonly entries: ReadonlyArray<PersonEntry>
  readonly cards: ReadonlyArray<Omit<SavedCard, "acquirerToken">>
}

/** The latest data about a person, each kind newest first. */
export interface PersonGlance {
  readonly customer: Customer
  /** When the person was last erased. Null if never. */
  readonly erasedAt: Instant | null
  readonly subscriptions: ReadonlyArray<Subscription>
  /**
   * Links that are not removed and were prefilled at some time with the customer's current document or, without one,
   * current e-mail.
   */
  readonly links: ReadonlyArray<PaymentLink>
  /** By the time of saving. */
  readonly cards: ReadonlyArray<Omit<SavedCard, "acquirerToken">>
}

/** The customer to erase. */
export interface Erasure {
  readonly company: CompanyId
  readonly customer: CustomerId
  readonly at: Instant
}

/** The caller's additions to an erasure. */
export interface ErasureSteps<R> {
  /**
   * The scopes with stored answers that show the person but are not attached to an order. Answers in them that name an
   * order, a subscription or a link of the person are replaced by `erasedAnswer`. Answers attached to the person's
   * orders are always replaced.
   */
  readonly scopes: ReadonlyArray<string>
  /**
   * Part of the unit that erases these orders.
   *
   * @returns the additional scopes of these orders
   */
  readonly orders: (erased: ReadonlyArray<OrderDetails>) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable, R>
  /** The scope of an erased link. */
  readonly scopeOfLink: (link: LinkDetails) => string
  /** Part of the unit that ends the erasure. */
  readonly ended: (outcome: EndedErasure) => Effect.Effect<void, StorageUnavailable, R>
}

/** A finished erasure. */
export interface EndedErasure {
  /** When it was requested. */
  readonly at: Instant
  readonly counts: ErasedCounts
}

/** An erased customer: no name, only the service's own numbers. */
export interface ErasedCustomer {
  readonly company: CompanyId
  readonly customer: CustomerId
  /** The time of the last erasure. */
  readonly at: Instant
}

/** How many rows were rewritten. */
export interface ErasedCounts {
  readonly orders: number
  readonly subscriptions: number
  readonly links: number
  readonly entries: number
  readonly webhooks: number
  readonly answers: number
  /** Deleted. */
  readonly cards: number
}

/** Finds and erases all stored data of one customer. */
export class PersonalData extends Context.Service<
  PersonalData,
  {
    /**
     * How much is stored about a customer: counted, without reading it all. None if the company has no such customer;
     * an erased one is found with what is left. Like `orders` and `beside`, it yields to other work as it goes, however
     * much there is.
     */
    readonly survey: (
      company: CompanyId,
      customer: CustomerId,
    ) => Effect.Effect<Option.Option<PersonSurvey>, StorageUnavailable>
    /** A window of a customer's orders, in the order of storing. Empty if the company has no such customer. */
    readonly orders: (
      company: CompanyId,
      customer: CustomerId,
      window: OrderWindow,
    ) => Effect.Effect<ReadonlyArray<StoredOrder>, StorageUnavailable>
    /**
     * All other data of a customer in pieces of some hundred: subscriptions first, then links, then entries, and cards
     * last; each kind in the order of storing. Empty if the company has no such customer. If something cannot be read,
     * the whole stream fails, because half an answer would look complete.
     */
    readonly beside: (company: CompanyId, customer: CustomerId) => Stream.Stream<PersonPiece, StorageUnavailable>
    /**
     * The data on a customer's page, besides their orders: at most `limit` of each kind. None if the company has no
     * such customer. Its cost grows with the person's data, not with the company's.
     */
    readonly glance: (
      company: CompanyId,
      customer: CustomerId,
      limit: number,
    ) => Effect.Effect<Option.Option<PersonGlance>, StorageUnavailable>
    /**
     * Part of a unit: records that the erasure of this customer begins. One that is under way stays.
     *
     * @returns false if the company has no such customer
     */
    readonly begin: (erasure: Erasure) => Effect.Effect<boolean, StorageUnavailable>
    /** True if an erasure of this customer has begun and not ended. */
    readonly isUnderWay: (company: CompanyId, customer: CustomerId) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Continues an erasure until it ends. Everything that the functions above find, also in logs, is replaced by the
     * values of `erasedDetails`, by null, or removed; and the customer is recorded as erased. Each piece is a unit of
     * its own. Other units come between, and logs fold to the stored state at any time. Data of the person that is
     * stored meanwhile is erased, too. If it is interrupted, call it again. Several callers may continue one erasure
     * concurrently.
     *
     * Logs fold to the same states as before, apart from the erased values. A link that is still prefilled for the
     * person gets one more event, so that a writer who read it earlier cannot put the person back. A repetition erases
     * what was stored since.
     *
     * @param erasure - `at` is the instant of the events that it adds
     * @returns null if no erasure has begun, or another caller ended it
     */
    readonly erase: <R = never>(
      erasure: Erasure,
      steps: ErasureSteps<R>,
    ) => Effect.Effect<EndedErasure | null, StorageUnavailable, R>
    /** Records that a customer was erased once, for a database that was restored to an earlier time. */
    readonly note: (erased: ReadonlyArray<ErasedCustomer>) => Effect.Effect<void, StorageUnavailable>
    /** Erased customers of all companies, the latest first. */
    readonly erased: (page: PageRequest) => Effect.Effect<Page<ErasedCustomer>, StorageUnavailable>
    /**
     * Erased customers whose data is still stored, because a backup was restored, or an order was being placed during
     * the erasure. Leaves out erasures under way. At most `limit`.
     */
    readonly toRepeat: (limit: number) => Effect.Effect<ReadonlyArray<ErasedCustomer>, StorageUnavailable>
  }
>()("@vintem/domain/ports/PersonalData") {}
