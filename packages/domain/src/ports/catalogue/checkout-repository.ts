/**
 * Stores a company's checkouts.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Checkout, CheckoutSlug } from "../../catalogue/checkout.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Stores checkouts by their slugs. Each slug is used once. */
export class CheckoutRepository extends Context.Service<
  CheckoutRepository,
  {
    /**
     * Returns false and writes nothing if the company has a checkout with this slug; case matters. Another company may
     * have one. If several callers add one slug at once, one succeeds. The slug of a removed checkout is free, and a
     * new checkout is the newest. The caller checks that the product belongs to the company; a missing product is a
     * defect.
     */
    readonly add: (checkout: Checkout) => Effect.Effect<boolean, StorageUnavailable>
    /** A company's checkout. None if it is another company's, or was removed: neither can be sold. */
    readonly find: (
      company: CompanyId,
      slug: CheckoutSlug,
    ) => Effect.Effect<Option.Option<Checkout>, StorageUnavailable>
    /** Newest first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<Checkout>, StorageUnavailable>
    /**
     * Replaces the parts of a checkout that may change. It keeps its place in the list. Returns false and writes
     * nothing if the company has no such checkout, or removed it.
     */
    readonly save: (checkout: Checkout) => Effect.Effect<boolean, StorageUnavailable>
    /** Removes a checkout for good. Returns false if the company has no such checkout, or removed it already. */
    readonly remove: (company: CompanyId, slug: CheckoutSlug) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/CheckoutRepository") {}
