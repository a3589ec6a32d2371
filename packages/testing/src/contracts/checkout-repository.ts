/** The contract of every store of checkouts. */

import { type Checkout, CheckoutSlug } from "@vintem/domain/catalogue"
import { CheckoutRepository, type CompanyRepository, type ProductRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { onFreshStore } from "./on-fresh-store.ts"
import { ownedEntriesContract } from "./owned-entries.ts"
import { later, numberedCheckout, storeCompany, storeProduct, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const checkoutRepositoryContract = (
  name: string,
  layer: Layer.Layer<CheckoutRepository | ProductRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`CheckoutRepository: ${name}`, () => {
    it(
      "returns every field of a checkout as it was added",
      Effect.gen(function* () {
        const checkouts = yield* CheckoutRepository
        const { id: company } = yield* storeCompany()
        const product = yield* storeProduct(company)
        const full: Checkout = {
          ...numberedCheckout(product, 1),
          title: 'Assinatura "ouro" 🥇',
          quantity: 12,
          recurrence: { every: "month", count: 3, cycles: 4 },
          redirectAfterSuccess: "https://loja.example.com/obrigado?a=1&b=%C3%A3",
          createdAt: later(1),
        }
        const endless: Checkout = {
          ...numberedCheckout(product, 2),
          recurrence: { every: "year", count: 1, cycles: null },
        }
        for (const checkout of [full, endless, numberedCheckout(product, 3)]) {
          expect(yield* checkouts.add(checkout)).toBe(true)
          expect(Option.getOrNull(yield* checkouts.find(company, checkout.slug))).toStrictEqual(checkout)
        }
      }),
    )

    it(
      "stores one checkout for each slug in a company, and distinguishes case",
      Effect.gen(function* () {
        const checkouts = yield* CheckoutRepository
        const product = yield* storeProduct((yield* storeCompany()).id)
        const elsewhere = yield* storeProduct((yield* storeCompany()).id)
        const first = { ...numberedCheckout(product, 1), slug: CheckoutSlug.make("curso") }
        const upper = { ...first, slug: CheckoutSlug.make("Curso") }
        const others = { ...numberedCheckout(elsewhere, 1), slug: first.slug }
        expect(yield* checkouts.add(first)).toBe(true)
        expect(yield* checkouts.add({ ...first, title: "Outro" })).toBe(false)
        expect(yield* checkouts.add(upper)).toBe(true)
        expect(yield* checkouts.add(others)).toBe(true)
        expect(yield* checkouts.list(first.company, wholeList)).toStrictEqual({ entries: [upper, first], total: 2 })
        expect(Option.getOrNull(yield* checkouts.find(others.company, first.slug))).toStrictEqual(others)
      }),
    )

    it(
      "frees the slug of a removed checkout for the next one, which is the newest",
      Effect.gen(function* () {
        const checkouts = yield* CheckoutRepository
        const product = yield* storeProduct((yield* storeCompany()).id)
        const [first, second] = [numberedCheckout(product, 1), numberedCheckout(product, 2)]
        yield* checkouts.add(first)
        yield* checkouts.add(second)
        yield* checkouts.remove(first.company, first.slug)
        const again = { ...first, title: "Outra vez" }
        expect(yield* checkouts.add(again)).toBe(true)
        expect(yield* checkouts.list(first.company, wholeList)).toStrictEqual({ entries: [again, second], total: 2 })
      }),
    )

    it(
      "uniqueness: of several callers that add one slug concurrently, one succeeds",
      Effect.gen(function* () {
        const checkouts = yield* CheckoutRepository
        const units = yield* UnitOfWork
        const product = yield* storeProduct((yield* storeCompany()).id)
        const added = yield* Effect.forEach(
          Array.from({ length: 20 }, () => numberedCheckout(product, 1)),
          (checkout) => units.commit(checkouts.add(checkout)),
          { concurrency: "unbounded" },
        )
        expect(added.filter(Boolean)).toHaveLength(1)
        expect((yield* checkouts.list(product.company, wholeList)).total).toBe(1)
      }),
    )

    ownedEntriesContract<Checkout, CheckoutRepository | ProductRepository>(store, {
      add: Effect.fnUntraced(function* (company, n) {
        const checkouts = yield* CheckoutRepository
        const checkout = numberedCheckout(yield* storeProduct(company), n)
        yield* checkouts.add(checkout)
        return checkout
      }),
      grown: (checkout) => ({ ...checkout, quantity: checkout.quantity + 1 }),
      changed: (checkout) =>
        Effect.map(storeProduct(checkout.company), ({ id }) => ({
          ...checkout,
          title: "Outro",
          product: id,
          quantity: 7,
          recurrence: { every: "week", count: 2, cycles: 9 },
          redirectAfterSuccess: "http://outra.example.com",
        })),
      find: ({ company, slug }) => Effect.flatMap(CheckoutRepository, (checkouts) => checkouts.find(company, slug)),
      list: (company, page) => Effect.flatMap(CheckoutRepository, (checkouts) => checkouts.list(company, page)),
      save: (checkout) => Effect.flatMap(CheckoutRepository, (checkouts) => checkouts.save(checkout)),
      remove: ({ company, slug }) => Effect.flatMap(CheckoutRepository, (checkouts) => checkouts.remove(company, slug)),
    })
  })
}
