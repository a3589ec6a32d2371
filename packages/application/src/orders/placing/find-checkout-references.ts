/** Looks up the references of an order on a checkout: the checkout with its product, a coupon, a saved card. */
import type { Instant } from "@vintem/domain/calendar"
import { type Checkout, CheckoutSlug, type Coupon, type Product, usableCoupon } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  CheckoutRepository,
  CouponRepository,
  ProductRepository,
  type SavedCard,
  SavedCardRepository,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import { Effect, Option, Result, Schema } from "effect"
import type { CheckoutReferences, UnusableReferences } from "./checkout-order.ts"

/** The references that exist in the company and can be used. */
export interface FoundCheckoutReferences {
  readonly unusable: UnusableReferences
  readonly offer: { readonly checkout: Checkout; readonly product: Product } | null
  readonly coupon: Coupon | null
  readonly card: SavedCard | null
}

/** Another company's checkout, coupon or card counts as unknown. */
export const findCheckoutReferences = Effect.fnUntraced(function* (
  company: CompanyId,
  { checkout, couponCode, cardToken }: CheckoutReferences,
  at: Instant,
): Effect.fn.Return<
  FoundCheckoutReferences,
  StorageUnavailable,
  CheckoutRepository | CouponRepository | ProductRepository | SavedCardRepository
> {
  const coupons = yield* CouponRepository
  const cards = yield* SavedCardRepository
  const offer = checkout === null ? Option.none() : yield* findOffer(company, checkout)
  const coupon = couponCode === null ? null : usableCoupon(yield* coupons.find(company, couponCode), at)
  const card = cardToken === null ? Option.none() : yield* cards.find(company, cardToken)
  const found: FoundCheckoutReferences = {
    unusable: {
      checkout: checkout !== null && Option.isNone(offer),
      coupon: coupon !== null && Result.isFailure(coupon) ? coupon.failure.reason : null,
      cardToken: cardToken !== null && Option.isNone(card),
    },
    offer: Option.getOrNull(offer),
    coupon: coupon === null ? null : Result.getOrElse(coupon, () => null),
    card: Option.getOrNull(card),
  }
  return found
})

/** A text that is not a slug finds no checkout. */
const findOffer = Effect.fnUntraced(function* (company: CompanyId, name: string) {
  if (!isSlug(name)) return Option.none()
  const checkouts = yield* CheckoutRepository
  const products = yield* ProductRepository
  const checkout = yield* checkouts.find(company, name)
  if (Option.isNone(checkout)) return Option.none()
  const product = yield* products.find(company, checkout.value.product)
  return Option.map(product, (one) => ({ checkout: checkout.value, product: one }))
})

const isSlug = Schema.is(CheckoutSlug)
