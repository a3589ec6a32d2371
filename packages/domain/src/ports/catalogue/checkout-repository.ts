/**
 * Stores a company's checkouts.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Checkout, CheckoutSlug } from "../../catalogue/checkout.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Keeps checkouts by their slugs, each of them taken once. */
export class CheckoutRepository extends Context.Service<
  CheckoutRepository,
  {
    /**
     * False, and nothing is written, if the company has a checkout of this slug, upper and lower case apart; another company may have
     * one. However many add one slug at once, one of them does. The slug of one that was removed is free, and the next one is the newest.
     * That the product is one of the same company is for the caller to find out; one that does not exist is a defect.
     */
    readonly add: (checkout: Checkout) => Effect.Effect<boolean, StorageUnavailable>
    /** A company's checkout; another company's is absent, and so is one that was removed: neither sells. */
    readonly find: (
      company: CompanyId,
      slug: CheckoutSlug,
    ) => Effect.Effect<Option.Option<Checkout>, StorageUnavailable>
    /** Newest first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<Checkout>, StorageUnavailable>
    /**
     * Replaces what may change about a checkout, which keeps its place in the list; false, and nothing is written, if the company has
     * none such, or has it no longer.
     */
    readonly save: (checkout: Checkout) => Effect.Effect<boolean, StorageUnavailable>
    /** Takes a checkout out of the list for good. False if the company has no such checkout, or has it no longer. */
    readonly remove: (company: CompanyId, slug: CheckoutSlug) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/CheckoutRepository") {}
