/**
 * Changes what a checkout sells, and how.
 */
import type { Checkout, CheckoutDetails, CheckoutSlug } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CheckoutRepository, type ProductRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { type CheckoutRefused, checkoutRefusal } from "./checkout-refused.ts"

/**
 * Part of a unit: of two changes at once neither is lost. Fails with `CheckoutRefused` if it is to sell a product that the
 * company does not have. What has no key in the change stays as it is.
 *
 * @returns none if there is no such checkout
 */
export const changeCheckout = Effect.fnUntraced(function* (
  company: CompanyId,
  slug: CheckoutSlug,
  change: Partial<CheckoutDetails>,
): Effect.fn.Return<
  Option.Option<Checkout>,
  CheckoutRefused | StorageUnavailable,
  CheckoutRepository | ProductRepository
> {
  const checkouts = yield* CheckoutRepository
  const found = yield* checkouts.find(company, slug)
  if (Option.isNone(found)) return Option.none()
  const refused = yield* checkoutRefusal(company, { product: change.product ?? null, slug: null })
  if (Option.isSome(refused)) return yield* refused.value
  const changed = { ...found.value, ...change }
  yield* checkouts.save(changed)
  return Option.some(changed)
})
