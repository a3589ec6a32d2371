/**
 * Stores a company's products.
 *
 * What every store promises is said at `UnitOfWork`.
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

/** A checkout sells the product: remove the checkout first, or have it sell another. */
export class ProductInUse extends Schema.TaggedError<ProductInUse>()("ProductInUse", {
  product: ProductId,
  /** One that sells it; there may be more. */
  checkout: CheckoutSlug,
}) {}

/** Keeps the products of a company. */
export class ProductRepository extends Context.Service<
  ProductRepository,
  {
    /** Gives the product its id, which no other ever had, and gives back the product as it is kept. Several may have one SKU. */
    readonly add: (product: Omit<Product, "id">) => Effect.Effect<Product, StorageUnavailable>
    /** A company's product; another company's is absent. */
    readonly find: (company: CompanyId, id: ProductId) => Effect.Effect<Option.Option<Product>, StorageUnavailable>
    /** Newest first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<Product>, StorageUnavailable>
    /**
     * Replaces what may change about a product, which keeps its place in the list; false, and nothing is written, if the company has
     * none such, or has it no longer.
     */
    readonly save: (product: Product) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * False if the company has no such product, or has it no longer. `ProductInUse`, and nothing is written, while a checkout sells it.
     * If a checkout is added in a unit that has found the product, and it is removed at once, one of the two happens.
     */
    readonly remove: (company: CompanyId, id: ProductId) => Effect.Effect<boolean, ProductInUse | StorageUnavailable>
  }
>()("@vintem/domain/ports/ProductRepository") {}
