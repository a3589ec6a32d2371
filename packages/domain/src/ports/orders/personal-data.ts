/**
 * Everything that is stored of one customer of a company, over all stores: to be shown to them, and to be erased.
 *
 * What every store promises is said at `UnitOfWork`.
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

/** A place on the list of a batch that is the person's. */
export interface PersonEntry {
  readonly batch: BatchToken
  /** From 1. */
  readonly position: number
  readonly entry: CustomerEntry
}

/** How much is stored of a person, and what of it may still move. */
export interface PersonSurvey {
  readonly orders: number
  readonly subscriptions: number
  /** See `PersonPiece`. */
  readonly links: number
  readonly entries: number
  readonly cards: number
  readonly moving: MovingParts
}

/** Orders of a person from one on. */
export interface OrderWindow {
  /** The id of the last one that was read; 0 for the start. */
  readonly after: number
  readonly limit: number
}

/** A piece of what is stored of a person beside orders. */
export interface PersonPiece {
  readonly subscriptions: ReadonlyArray<Subscription>
  /** Links that were filled in for the person at some time, removed ones too: see `isOfPerson`. */
  readonly links: ReadonlyArray<PaymentLink>
  readonly entries: ReadonlyArray<PersonEntry>
  readonly cards: ReadonlyArray<Omit<SavedCard, "acquirerToken">>
}

/** The latest that is stored of a person, each kind newest first. */
export interface PersonGlance {
  readonly customer: Customer
  /** When the person was erased last; null if they never were. */
  readonly erasedAt: Instant | null
  readonly subscriptions: ReadonlyArray<Subscription>
  /** Links that are not removed and were filled in at some time with the document that the customer has now, or, without one, with the e-mail. */
  readonly links: ReadonlyArray<PaymentLink>
  /** By when they were saved. */
  readonly cards: ReadonlyArray<Omit<SavedCard, "acquirerToken">>
}

/** Whom to erase. */
export interface Erasure {
  readonly company: CompanyId
  readonly customer: CustomerId
  readonly at: Instant
}

/** What the caller adds to an erasure as it goes. */
export interface ErasureSteps<R> {
  /**
   * Under which scopes of the company answers may be kept that show the person without being attached to an order: of these, such as name an order, a
   * subscription or a link of theirs are replaced by `erasedAnswer`. Answers that are attached to an order of theirs always are.
   */
  readonly scopes: ReadonlyArray<string>
  /**
   * Part of the unit that erases these orders.
   *
   * @returns more scopes, of these orders
   */
  readonly orders: (erased: ReadonlyArray<OrderDetails>) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable, R>
  /** The scope of a link that is erased. */
  readonly scopeOfLink: (link: LinkDetails) => string
  /** Part of the unit that ends the erasure. */
  readonly ended: (outcome: EndedErasure) => Effect.Effect<void, StorageUnavailable, R>
}

/** An erasure that has ended. */
export interface EndedErasure {
  /** When it was asked for. */
  readonly at: Instant
  readonly counts: ErasedCounts
}

/** A customer who was erased: no name, only what the service counts customers by. */
export interface ErasedCustomer {
  readonly company: CompanyId
  readonly customer: CustomerId
  /** When it was done last. */
  readonly at: Instant
}

/** How much was rewritten. */
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

/** Finds and erases all that is kept of one customer. */
export class PersonalData extends Context.Service<
  PersonalData,
  {
    /**
     * How much there is of a customer: counted, and not read whole. None if the company has no such customer; an erased one is found as what
     * is left. Like `orders` and `beside` it makes way for others as it goes: what it costs is theirs to share, however much there is.
     */
    readonly survey: (
      company: CompanyId,
      customer: CustomerId,
    ) => Effect.Effect<Option.Option<PersonSurvey>, StorageUnavailable>
    /** A customer's orders in the order of storing, a window of them; empty if the company has no such customer. */
    readonly orders: (
      company: CompanyId,
      customer: CustomerId,
      window: OrderWindow,
    ) => Effect.Effect<ReadonlyArray<StoredOrder>, StorageUnavailable>
    /**
     * All the rest of a customer in pieces of some hundred: every subscription before every link, these before entries, and cards last; each
     * kind in the order of storing. Empty if the company has no such customer. What cannot be read fails the whole: half an
     * answer would be taken for all.
     */
    readonly beside: (company: CompanyId, customer: CustomerId) => Stream.Stream<PersonPiece, StorageUnavailable>
    /**
     * What a page on a customer shows beside their orders: of each kind at most `limit`. None if the company has no such customer. What it
     * costs grows with what the person has, and not with what the company has.
     */
    readonly glance: (
      company: CompanyId,
      customer: CustomerId,
      limit: number,
    ) => Effect.Effect<Option.Option<PersonGlance>, StorageUnavailable>
    /**
     * Part of a unit: notes that the erasure of this customer begins. One that is under way stays as it is.
     *
     * @returns false if the company has no such customer
     */
    readonly begin: (erasure: Erasure) => Effect.Effect<boolean, StorageUnavailable>
    /** Whether an erasure of this customer has begun and has not ended. */
    readonly isUnderWay: (company: CompanyId, customer: CustomerId) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Goes on with an erasure that has begun until it ends: puts the values of `erasedDetails`, null or nothing in the place of everything that the
     * above find, in the logs too, and notes the customer among the erased. It is done in pieces. Each piece is a unit of its own; others come
     * between, and logs fold to what is stored at any time. What is stored for the person meanwhile is erased, too. If it was interrupted, it is asked
     * for again. Several may go on with the same erasure at once.
     *
     * Logs fold to the same as before, save what was erased; a link that is still filled in for the person gets one event more, so that no
     * writer who has read it before puts the person back. Done again it finds what was stored since, if anything.
     *
     * @param erasure - `at` is the instant of the events that it adds
     * @returns null if no erasure has begun, or another one has ended it
     */
    readonly erase: <R = never>(
      erasure: Erasure,
      steps: ErasureSteps<R>,
    ) => Effect.Effect<EndedErasure | null, StorageUnavailable, R>
    /** Notes that a customer was erased once, for a database that was put back to a time before. */
    readonly note: (erased: ReadonlyArray<ErasedCustomer>) => Effect.Effect<void, StorageUnavailable>
    /** Who was erased, of all companies, the latest first. */
    readonly erased: (page: PageRequest) => Effect.Effect<Page<ErasedCustomer>, StorageUnavailable>
    /**
     * Erased customers whose data is still stored, because a backup was restored or an order was being placed at that moment. Leaves out
     * erasures under way. At most `limit`.
     */
    readonly toRepeat: (limit: number) => Effect.Effect<ReadonlyArray<ErasedCustomer>, StorageUnavailable>
  }
>()("@vintem/domain/ports/PersonalData") {}
