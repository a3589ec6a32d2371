/** Changes a checkout. */
import type { Checkout, CheckoutDetails, CheckoutSlug } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CheckoutRepository, type ProductRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { type CheckoutRefused, checkoutRefusal } from "./checkout-refused.ts"

/**
 * Part of a unit, so that no concurrent change is lost. Fails with `CheckoutRefused` if the company does not have its
 * product. Fields without a key in the change stay.
 *
 * @returns none if the company has no such checkout
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
