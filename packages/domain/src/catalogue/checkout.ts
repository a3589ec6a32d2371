/** An offer: a product in some quantity, sold once or as a subscription. Integrators order by its slug. */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { CompanyId } from "../identifiers/company.ts"
import { ProductId } from "./product.ts"
import { Recurrence } from "./recurrence.ts"
import { slugOf } from "./slug.ts"

/** Length of a slug, in characters. Our own choice. */
export const checkoutSlugMax = 100

/**
 * The name of a checkout, unique in its company and case-sensitive: ASCII letters and digits, hyphens and underscores,
 * beginning with a letter or digit.
 */
export const CheckoutSlug = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9_-]*$/u),
  Schema.isMaxLength(checkoutSlugMax),
).pipe(Schema.brand("CheckoutSlug"))
export type CheckoutSlug = typeof CheckoutSlug.Type

/** The most pieces that one checkout sells at a time. It also bounds an item of an order. Our own choice. */
export const quantityMax = 999_999

/** The parts of a checkout that may change. Existing orders and subscriptions keep their values. */
export const CheckoutDetails = Schema.Struct({
  title: Schema.String,
  product: ProductId,
  /** 1 to `quantityMax`. */
  quantity: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: quantityMax })),
  /** Null sells once; otherwise every paid order begins a subscription. */
  recurrence: Schema.NullOr(Recurrence),
  /** Where the payer goes after paying: an http or https URL. */
  redirectAfterSuccess: Schema.NullOr(Schema.String),
})
export type CheckoutDetails = typeof CheckoutDetails.Type

export const Checkout = Schema.Struct({
  company: CompanyId,
  slug: CheckoutSlug,
  ...CheckoutDetails.fields,
  createdAt: Instant,
})
export type Checkout = typeof Checkout.Type

/**
 * A slug for a checkout without one, made from its title. The second checkout with that title gets a number.
 *
 * @param ordinal - 1 for the title's own slug, then 2 for `-2` and so on
 */
export const checkoutSlugOf = (title: string, ordinal: number): CheckoutSlug => {
  const suffix = ordinal === 1 ? "" : `-${ordinal}`
  // A cut may leave a hyphen at the end.
  const stem = slugOf(title)
    .slice(0, checkoutSlugMax - suffix.length)
    .replace(/-$/u, "")
  return CheckoutSlug.make(`${stem}${suffix}`)
}
