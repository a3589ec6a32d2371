/**
 * Checkouts in memory.
 */
import type { CheckoutSlug } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CheckoutRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  CheckoutRepository,
  Effect.gen(function* () {
    const { checkoutBySlug, checkouts, companies, products } = yield* Tables

    const numberOf = (company: CompanyId, slug: CheckoutSlug): number | undefined =>
      checkoutBySlug.get(compositeKey(company, slug))

    return CheckoutRepository.of({
      add: (checkout) =>
        Effect.sync(() => {
          const { company, product, slug } = checkout
          if (numberOf(company, slug) !== undefined) return false
          requireAll([
            ["checkout.company exists", companies.has(company)],
            ["checkout.product exists", products.has(product)],
          ])
          const number = checkouts.size + 1
          checkouts.put(number, checkout)
          checkoutBySlug.put(compositeKey(company, slug), number)
          return true
        }),

      find: (company, slug) =>
        Effect.sync(() => {
          const number = numberOf(company, slug)
          return Option.fromUndefinedOr(number === undefined ? undefined : checkouts.get(number))
        }),

      list: (company, page) =>
        Effect.sync(() =>
          pageOf(
            checkouts.newestFirst().filter((checkout) => checkout.company === company),
            page,
          ),
        ),

      save: (checkout) =>
        Effect.sync(() => {
          const number = numberOf(checkout.company, checkout.slug)
          const kept = number === undefined ? undefined : checkouts.get(number)
          if (number === undefined || kept === undefined) return false
          requireAll([["checkout.product exists", products.has(checkout.product)]])
          checkouts.put(number, { ...checkout, createdAt: kept.createdAt })
          return true
        }),

      remove: (company, slug) =>
        Effect.sync(() => {
          const number = numberOf(company, slug)
          if (number === undefined) return false
          checkouts.remove(number)
          checkoutBySlug.remove(compositeKey(company, slug))
          return true
        }),
    })
  }),
)
