/** Makes a checkout with its own slug. */
import type { Instant } from "@vintem/domain/calendar"
import { type Checkout, type CheckoutDetails, type CheckoutSlug, checkoutSlugOf } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CheckoutRepository, type ProductRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { CheckoutRefused, checkoutRefusal } from "./checkout-refused.ts"

/** A new checkout. Without a slug, one is made from its title. */
export interface CheckoutDraft extends CheckoutDetails {
  readonly slug: CheckoutSlug | null
}

/** Part of a unit. Fails with `CheckoutRefused` if its product is unknown or its slug is taken. */
export const createCheckout = Effect.fnUntraced(function* (
  company: CompanyId,
  draft: CheckoutDraft,
  createdAt: Instant,
): Effect.fn.Return<Checkout, CheckoutRefused | StorageUnavailable, CheckoutRepository | ProductRepository> {
  const refused = yield* checkoutRefusal(company, draft)
  if (Option.isSome(refused)) return yield* refused.value
  const { slug, ...details } = draft
  return yield* addUnderSlug(slug, { company, ...details, createdAt })
})

/**
 * Adds a suffix to a slug made from the title until it is free. A given slug is checked again here: another request may
 * have taken it.
 */
const addUnderSlug = Effect.fnUntraced(function* (given: CheckoutSlug | null, nameless: Omit<Checkout, "slug">) {
  const { add } = yield* CheckoutRepository
  if (given !== null) {
    const checkout: Checkout = { ...nameless, slug: given }
    return (yield* add(checkout))
      ? checkout
      : yield* new CheckoutRefused({ isProductUnknown: false, isSlugTaken: true })
  }
  for (let ordinal = 1; ; ordinal++) {
    const checkout: Checkout = { ...nameless, slug: checkoutSlugOf(nameless.title, ordinal) }
    if (yield* add(checkout)) return checkout
  }
})
