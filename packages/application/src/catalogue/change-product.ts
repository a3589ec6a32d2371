/** Changes a product. Orders keep the values they were placed with. */
import type { Product, ProductDetails, ProductId } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { ProductRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/**
 * Part of a unit, so that no concurrent change is lost. Fields without a key in the change stay.
 *
 * @returns none if the company has no such product
 */
export const changeProduct = Effect.fnUntraced(function* (
  company: CompanyId,
  id: ProductId,
  change: Partial<ProductDetails>,
): Effect.fn.Return<Option.Option<Product>, StorageUnavailable, ProductRepository> {
  const { find, save } = yield* ProductRepository
  const changed = Option.map(yield* find(company, id), (product) => ({ ...product, ...change }))
  if (Option.isSome(changed)) yield* save(changed.value)
  return changed
})
