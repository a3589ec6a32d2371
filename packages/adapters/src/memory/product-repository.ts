/**
 * Products in memory.
 */
import { type Product, ProductId } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { ProductInUse, ProductRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  ProductRepository,
  Effect.gen(function* () {
    const { checkouts, companies, products } = yield* Tables

    const owned = (company: CompanyId, id: ProductId): Product | undefined => {
      const product = products.get(id)
      return product?.company === company ? product : undefined
    }

    return ProductRepository.of({
      add: (details) =>
        Effect.sync(() => {
          requireAll([["product.company exists", companies.has(details.company)]])
          const product = { id: ProductId.make(products.size + 1), ...details }
          products.put(product.id, product)
          return product
        }),

      find: (company, id) => Effect.sync(() => Option.fromUndefinedOr(owned(company, id))),

      list: (company, page) =>
        Effect.sync(() =>
          pageOf(
            products.newestFirst().filter((product) => product.company === company),
            page,
          ),
        ),

      save: (product) =>
        Effect.sync(() => {
          const kept = owned(product.company, product.id)
          if (kept !== undefined) products.put(kept.id, { ...product, createdAt: kept.createdAt })
          return kept !== undefined
        }),

      remove: (company, id) =>
        Effect.suspend(() => {
          if (owned(company, id) === undefined) return Effect.succeed(false)
          const checkout = checkouts.newestFirst().find(({ product }) => product === id)
          if (checkout !== undefined) return Effect.fail(new ProductInUse({ product: id, checkout: checkout.slug }))
          products.remove(id)
          return Effect.succeed(true)
        }),
    })
  }),
)
