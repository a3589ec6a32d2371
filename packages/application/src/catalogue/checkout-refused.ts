/** Why a checkout cannot be made or changed, and the checks. */
import type { CheckoutSlug, ProductId } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CheckoutRepository, ProductRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option, Schema } from "effect"

/** The checkout refers to something that does not exist; the caller can name something else. Nothing was written. */
export class CheckoutRefused extends Schema.TaggedError<CheckoutRefused>()("CheckoutRefused", {
  /** The company has no such product. */
  isProductUnknown: Schema.Boolean,
  /** The company has a checkout with this slug. */
  isSlugTaken: Schema.Boolean,
}) {}

/** The references of a checkout. Null for a missing one. */
export interface CheckoutNames {
  readonly product: ProductId | null
  readonly slug: CheckoutSlug | null
}

/** Looks up the references of a checkout. Another company's product counts as unknown. */
export const checkoutRefusal = Effect.fnUntraced(function* (
  company: CompanyId,
  { product, slug }: CheckoutNames,
): Effect.fn.Return<Option.Option<CheckoutRefused>, StorageUnavailable, CheckoutRepository | ProductRepository> {
  const products = yield* ProductRepository
  const checkouts = yield* CheckoutRepository
  const isProductUnknown = product !== null && Option.isNone(yield* products.find(company, product))
  const isSlugTaken = slug !== null && Option.isSome(yield* checkouts.find(company, slug))
  return isProductUnknown || isSlugTaken
    ? Option.some(new CheckoutRefused({ isProductUnknown, isSlugTaken }))
    : Option.none()
})
