/** The contract of every store of products. */

import { type Product, ProductId } from "@vintem/domain/catalogue"
import { centavos, zero } from "@vintem/domain/money"
import { CheckoutRepository, type CompanyRepository, ProductRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { onFreshStore } from "./on-fresh-store.ts"
import { ownedEntriesContract } from "./owned-entries.ts"
import { exampleProduct, later, numberedCheckout, storeCompany, storeProduct } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const productRepositoryContract = (
  name: string,
  layer: Layer.Layer<ProductRepository | CheckoutRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`ProductRepository: ${name}`, () => {
    it(
      "returns every field of a product as it was added",
      Effect.gen(function* () {
        const products = yield* ProductRepository
        const { id: company } = yield* storeCompany()
        const full = { sku: "pão-de-queijo", title: 'Pão "de" queijo 🧀', priceCost: zero, createdAt: later(1) }
        for (const details of [full, { unitPrice: centavos(9_999_999_999_999), priceCost: null }]) {
          const product = yield* products.add(exampleProduct(company, details))
          expect(product).toStrictEqual({ id: product.id, ...exampleProduct(company, details) })
          expect(Option.getOrNull(yield* products.find(company, product.id))).toStrictEqual(product)
        }
      }),
    )

    it(
      "lets two products have one SKU",
      Effect.gen(function* () {
        const { id: company } = yield* storeCompany()
        const first = yield* storeProduct(company, { sku: "curso" })
        expect((yield* storeProduct(company, { sku: "curso" })).id).not.toBe(first.id)
      }),
    )

    it(
      "finds no unknown product, and uses no number twice",
      Effect.gen(function* () {
        const products = yield* ProductRepository
        const { id: company } = yield* storeCompany()
        const { id } = yield* storeProduct(company)
        const next = ProductId.make(id + 1)
        expect(Option.isNone(yield* products.find(company, next))).toBe(true)
        expect(yield* products.remove(company, next)).toBe(false)
        yield* products.remove(company, id)
        expect((yield* storeProduct(company)).id).not.toBe(id)
      }),
    )

    it(
      "removes no product that a checkout sells, until none does",
      Effect.gen(function* () {
        const products = yield* ProductRepository
        const checkouts = yield* CheckoutRepository
        const { id: company } = yield* storeCompany()
        const { id: other } = yield* storeCompany()
        const product = yield* storeProduct(company)
        const another = yield* storeProduct(company)
        const checkout = numberedCheckout(product, 1)
        yield* checkouts.add(checkout)
        expect(yield* products.remove(other, product.id)).toBe(false)
        expect(yield* Effect.flip(products.remove(company, product.id))).toMatchObject({
          _tag: "ProductInUse",
          product: product.id,
          checkout: checkout.slug,
        })
        expect(Option.isSome(yield* products.find(company, product.id))).toBe(true)
        expect(yield* products.remove(company, another.id)).toBe(true)
        yield* checkouts.remove(company, checkout.slug)
        expect(yield* products.remove(company, product.id)).toBe(true)
      }),
    )

    it(
      "is either removed, or sold by a checkout, if both are requested concurrently",
      Effect.gen(function* () {
        const products = yield* ProductRepository
        const checkouts = yield* CheckoutRepository
        const units = yield* UnitOfWork
        const { id: company } = yield* storeCompany()
        for (let n = 1; n <= 10; n++) {
          const product = yield* storeProduct(company)
          const checkout = numberedCheckout(product, n)
          const sell = Effect.flatMap(products.find(company, product.id), (found) =>
            Option.isSome(found) ? checkouts.add(checkout) : Effect.succeed(false),
          )
          const remove = Effect.catchTag(products.remove(company, product.id), "ProductInUse", () =>
            Effect.succeed(false),
          )
          const [isSold, isRemoved] = yield* Effect.all([units.commit(sell), remove], { concurrency: "unbounded" })
          expect(isSold).toBe(!isRemoved)
          expect(Option.isSome(yield* products.find(company, product.id))).toBe(isSold)
          expect(Option.isSome(yield* checkouts.find(company, checkout.slug))).toBe(isSold)
        }
      }),
    )

    ownedEntriesContract<Product, ProductRepository>(store, {
      add: (company, n) => storeProduct(company, { sku: `produto-${n}` }),
      changed: (product) =>
        Effect.succeed({ ...product, sku: "outro", title: "Outro", unitPrice: zero, priceCost: centavos(1) }),
      grown: (product) => ({ ...product, title: `${product.title}+` }),
      find: ({ company, id }) => Effect.flatMap(ProductRepository, (products) => products.find(company, id)),
      list: (company, page) => Effect.flatMap(ProductRepository, (products) => products.list(company, page)),
      save: (product) => Effect.flatMap(ProductRepository, (products) => products.save(product)),
      remove: ({ company, id }) => Effect.flatMap(ProductRepository, (products) => products.remove(company, id)),
    })
  })
}
