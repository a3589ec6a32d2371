/**
 * Stores a company's products.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CheckoutSlug } from "../../catalogue/checkout.ts"
import { type Product, ProductId } from "../../catalogue/product.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** A checkout sells the product: remove the checkout first, or let it sell another product. */
export class ProductInUse extends Schema.TaggedError<ProductInUse>()("ProductInUse", {
  product: ProductId,
  /** A checkout that sells it; there may be more. */
  checkout: CheckoutSlug,
}) {}

/** Stores the products of a company. */
export class ProductRepository extends Context.Service<
  ProductRepository,
  {
    /**
     * Gives the product a new id, which no other ever had, and returns the stored product. Several products may share a
     * SKU.
     */
    readonly add: (product: Omit<Product, "id">) => Effect.Effect<Product, StorageUnavailable>
    /** A company's product. None if it is another company's. */
    readonly find: (company: CompanyId, id: ProductId) => Effect.Effect<Option.Option<Product>, StorageUnavailable>
    /** Newest first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<Product>, StorageUnavailable>
    /**
     * Replaces the parts of a product that may change. It keeps its place in the list. Returns false and writes nothing
     * if the company has no such product, or removed it.
     */
    readonly save: (product: Product) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Returns false if the company has no such product, or removed it already. Fails with `ProductInUse` and writes
     * nothing while a checkout sells it. If one unit finds the product and adds a checkout, and another removes the
     * product, only one of them succeeds.
     */
    readonly remove: (company: CompanyId, id: ProductId) => Effect.Effect<boolean, ProductInUse | StorageUnavailable>
  }
>()("@vintem/domain/ports/ProductRepository") {}
