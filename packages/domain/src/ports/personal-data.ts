/**
 * Everything that is stored of one customer of a company, over all stores: to be shown to them, and to be erased.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Batch, CustomerEntry } from "../batch/batch.ts"
import type { Instant } from "../calendar/instant.ts"
import type { BatchToken } from "../identifiers/batch.ts"
import type { CompanyId } from "../identifiers/company.ts"
import type { CustomerId } from "../identifiers/customer.ts"
import type { PaymentLink } from "../payment-link/payment-link.ts"
import type { Subscription } from "../subscription/subscription.ts"
import type { Customer } from "./customer-repository.ts"
import type { StoredOrder } from "./order-repository.ts"
import type { Page, PageRequest } from "./page.ts"
import type { SavedCard } from "./saved-card-repository.ts"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/** A place on the list of a batch that is the person's. */
export interface PersonEntry {
  readonly batch: BatchToken
  /** From 1. */
  readonly position: number
  readonly entry: CustomerEntry
}

/** What is stored of a person, each kind in the order in which it was stored. */
export interface PersonRecords {
  readonly customer: Customer
  readonly orders: ReadonlyArray<StoredOrder>
  readonly subscriptions: ReadonlyArray<Subscription>
  /** Links that were filled in for the person at some time, removed ones too: see `isOfPerson`. */
  readonly links: ReadonlyArray<PaymentLink>
  readonly entries: ReadonlyArray<PersonEntry>
  /** The batches of `entries`, each once. */
  readonly batches: ReadonlyArray<Batch>
  readonly cards: ReadonlyArray<Omit<SavedCard, "acquirerToken">>
}

/** The latest that is stored of a person, each kind newest first. */
export interface PersonGlance {
  readonly customer: Customer
  /** When the person was erased last; null where they never were. */
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
  /**
   * Under which scopes answers may be kept that show the person without being attached to an order: of these, such as name an order, a
   * subscription or a link of theirs are replaced by `erasedAnswer`. Answers that are attached to an order of theirs always are.
   */
  readonly scopes: ReadonlyArray<string>
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
     * Everything of a customer. None where the company has no such customer; an erased one is found as what is left. What cannot be read
     * fails the whole: half an answer would be taken for all.
     */
    readonly find: (
      company: CompanyId,
      customer: CustomerId,
    ) => Effect.Effect<Option.Option<PersonRecords>, StorageUnavailable>
    /**
     * What a page on a customer shows beside their orders: of each kind at most `limit`. None where the company has no such customer. What it
     * costs grows with what the person has, and not with what the company has.
     */
    readonly glance: (
      company: CompanyId,
      customer: CustomerId,
      limit: number,
    ) => Effect.Effect<Option.Option<PersonGlance>, StorageUnavailable>
    /**
     * Part of a unit: until it ends, nobody places an order of this customer or changes one. The orders that `find` tells from then on are those
     * that `erase` finds.
     */
    readonly hold: (company: CompanyId, customer: CustomerId) => Effect.Effect<void, StorageUnavailable>
    /**
     * Part of a unit: puts what `personalTables` says in the place of everything that `find` finds, in the logs too, and notes the customer
     * among the erased. Logs fold to the same as before, save what was erased; a link that is still filled in for the person gets one event
     * more, so that no writer who has read it before puts the person back. Done again it finds what was stored since, if anything.
     *
     * @returns null where the company has no such customer
     */
    readonly erase: (erasure: Erasure) => Effect.Effect<ErasedCounts | null, StorageUnavailable>
    /** Notes that a customer was erased once, for a database that was put back to a time before. */
    readonly note: (erased: ReadonlyArray<ErasedCustomer>) => Effect.Effect<void, StorageUnavailable>
    /** Who was erased, of all companies, the latest first. */
    readonly erased: (page: PageRequest) => Effect.Effect<Page<ErasedCustomer>, StorageUnavailable>
    /**
     * Of those who were erased, whose data is there all the same: because the database was put back to a time before, or because an order was
     * being placed at the very moment. At most `limit`.
     */
    readonly toRepeat: (limit: number) => Effect.Effect<ReadonlyArray<ErasedCustomer>, StorageUnavailable>
  }
>()("@vintem/domain/ports/PersonalData") {}
