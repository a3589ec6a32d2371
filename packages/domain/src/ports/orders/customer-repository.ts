/**
 * Stores a company's customers: one for each document.
 *
 * `UnitOfWork` lists the promises of every store.
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

/** A person or a company that orders: one for each selling company and document. */
export interface Customer {
  readonly id: CustomerId
  readonly company: CompanyId
  /** The customer's public key: a UUID. */
  readonly token: string
  readonly details: CustomerDetails
  readonly createdAt: Instant
}

/** Filters of a list of customers. A missing one does not filter; all present ones must match. */
export interface CustomerFilter {
  readonly document?: Document
  /** The customer's current e-mail. Case does not matter: see `emailKey`. */
  readonly email?: Email
}

/** Stores the customers of a company, one for each document. */
export class CustomerRepository extends Context.Service<
  CustomerRepository,
  {
    /**
     * Adds a customer. If the company has one with this document, replaces its details; the known customer keeps its
     * `token`, `createdAt`, id and place in the list. However many calls put or register one document concurrently,
     * there is one customer, with the details of the last put.
     */
    readonly put: (customer: Omit<Customer, "id">) => Effect.Effect<CustomerId, StorageUnavailable>
    /**
     * Adds a customer if the company has none with this document. A known customer is not changed, because the details
     * come from a caller without credentials.
     *
     * @returns the id of the customer with this document, new or known
     */
    readonly register: (customer: Omit<Customer, "id">) => Effect.Effect<CustomerId, StorageUnavailable>
    /** A company's customer. None if it is another company's. */
    readonly find: (company: CompanyId, id: CustomerId) => Effect.Effect<Option.Option<Customer>, StorageUnavailable>
    /** Newest first. */
    readonly list: (
      company: CompanyId,
      filter: CustomerFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<Customer>, StorageUnavailable>
  }
>()("@vintem/domain/ports/CustomerRepository") {}
