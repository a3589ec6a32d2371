/**
 * Stores a company's customers: one per document.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Instant } from "../../calendar/instant.ts"
import type { CustomerDetails } from "../../customer/customer.ts"
import type { Email } from "../../customer/email.ts"
import type { Document } from "../../documents/document.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { CustomerId } from "../../identifiers/customer.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** A person or a company that orders: one per selling company and document. */
export interface Customer {
  readonly id: CustomerId
  readonly company: CompanyId
  /** The customer's public key: a uuid. */
  readonly token: string
  readonly details: CustomerDetails
  readonly createdAt: Instant
}

/** What a list of customers may be narrowed to; what is absent does not narrow. All that is present must hold. */
export interface CustomerFilter {
  readonly document?: Document
  /** As it is now, upper and lower case alike on either side: see `emailKey`. */
  readonly email?: Email
}

/** Keeps the customers of a company, one per document. */
export class CustomerRepository extends Context.Service<
  CustomerRepository,
  {
    /**
     * Adds a customer, or, if the company has one with this document, brings its details up to date. `token` and `createdAt` are
     * those of a new customer; a known one keeps its own, its id and its place in the list. However many put or register one document at
     * once, there is one customer, with the details of the last put.
     */
    readonly put: (customer: Omit<Customer, "id">) => Effect.Effect<CustomerId, StorageUnavailable>
    /**
     * Adds a customer if the company has none with this document. If it has one, nothing of that customer changes: for details
     * that were typed by a caller without credentials.
     *
     * @returns the id of the customer with this document, new or known
     */
    readonly register: (customer: Omit<Customer, "id">) => Effect.Effect<CustomerId, StorageUnavailable>
    /** A company's customer; another company's is absent. */
    readonly find: (company: CompanyId, id: CustomerId) => Effect.Effect<Option.Option<Customer>, StorageUnavailable>
    /** Newest first. */
    readonly list: (
      company: CompanyId,
      filter: CustomerFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<Customer>, StorageUnavailable>
  }
>()("@vintem/domain/ports/CustomerRepository") {}
