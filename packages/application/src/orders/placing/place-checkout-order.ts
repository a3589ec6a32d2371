/** Places an order on a checkout, and charges it in the same request. */

import { type Checkout, type Coupon, checkoutTotal, type OrderItem, type Product } from "@vintem/domain/catalogue"
import type { FeeMode } from "@vintem/domain/fees"
import { installmentsMax } from "@vintem/domain/installments"
import { zero } from "@vintem/domain/money"
import type {
  CheckoutRepository,
  CouponRepository,
  ProductRepository,
  SavedCardRepository,
  StorageUnavailable,
  WriteSet,
} from "@vintem/domain/ports"
import { Effect, Result } from "effect"
import { methodOf, savedCardOf } from "../../charging/order-payment.ts"
import { priceOf } from "../../charging/price-of.ts"
import { installmentTooSmall } from "../../charging/price-refused.ts"
import type { Answered } from "../../idempotency/answered.ts"
import type { IntentFailure } from "../paying/commit-intent.ts"
import type { ChargingNeeds } from "../paying/complete-charge.ts"
import type { CheckoutOrderRefusal, PlaceCheckoutOrder } from "./checkout-order.ts"
import { findCheckoutReferences } from "./find-checkout-references.ts"
import {
  type Drafted,
  type OrderDraft,
  type OrderToDraft,
  type PlaceOrderOutcome,
  placeOrder,
  refuse,
} from "./place-order.ts"

/** @returns the answer to send, and if it repeats an earlier one */
export const placeCheckoutOrder = (
  request: PlaceCheckoutOrder,
): Effect.Effect<Answered<PlaceOrderOutcome<CheckoutOrderRefusal>>, IntentFailure, ChargingNeeds> =>
  placeOrder({
    company: request.company,
    sender: "company",
    keyed: request.keyed,
    payment: request.order.payment,
    draft: (placing) => draftOf(request, placing),
    encode: request.encode,
  })

type CheckoutNeeds = CheckoutRepository | CouponRepository | ProductRepository | SavedCardRepository

const draftOf = Effect.fnUntraced(function* (
  request: PlaceCheckoutOrder,
  { at, number, refused }: OrderToDraft,
): Effect.fn.Return<Drafted<CheckoutOrderRefusal>, StorageUnavailable, CheckoutNeeds> {
  const { company, order } = request
  const { couponCode, payment } = order
  const references = { checkout: order.checkout, couponCode, cardToken: savedCardOf(payment) }
  const { unusable, offer, coupon, card } = yield* findCheckoutReferences(company.id, references, at)
  if (offer === null || unusable.coupon !== null || unusable.cardToken) {
    return refuse({ _tag: "UnusableReferences", references: unusable })
  }
  const priced = price(request, offer.checkout, offer.product, coupon)
  if (Result.isFailure(priced)) return refuse(priced.failure)
  const { total, quoted, feeMode } = priced.success
  // Others may have used the coupon up since it was read.
  if (refused?._tag === "CouponRefused") {
    return refuse({ _tag: "UnusableReferences", references: { ...unusable, coupon: refused.reason } })
  }
  const { recurrence, redirectAfterSuccess } = offer.checkout
  const draft: OrderDraft = {
    details: {
      origin: "checkout",
      src: order.src,
      ref: order.ref,
      checkout: {
        title: offer.checkout.title,
        slug: offer.checkout.slug,
        product: { title: offer.product.title, sku: offer.product.sku },
        ...(redirectAfterSuccess === null ? {} : { redirectAfterSuccess }),
        ...(recurrence === null ? {} : { recurrence }),
      },
      customer: order.customer,
      address: order.address,
      items: total.items,
      amount: total.amount,
      discount: total.couponValue,
      ...(order.shipping === null ? {} : { shipping: order.shipping }),
      ...(coupon === null ? {} : { coupon: { code: coupon.code, value: total.couponValue } }),
      ...(feeMode === "none" ? {} : { feeMode }),
    },
    customerId: null,
    payment: { payment, quote: quoted, saved: card },
  }
  // This use is counted with the order, or neither is.
  const writes: WriteSet<"TakeCoupon"> =
    coupon === null || couponCode === null
      ? []
      : [{ _tag: "TakeCoupon", company: company.id, code: couponCode, order: number, at }]
  return { _tag: "Draft", draft, writes }
})

/** The order's total, and the payer's total by the request's method. */
const price = ({ company, order }: PlaceCheckoutOrder, checkout: Checkout, product: Product, coupon: Coupon | null) =>
  Result.gen(function* () {
    const { customQuantity, customTotal, items, payment, shipping } = order
    const total = yield* Result.mapError(
      checkoutTotal(product, checkout, {
        customTotal,
        customQuantity,
        items,
        coupon: coupon?.discount ?? null,
        shipping: shipping?.total ?? zero,
      }),
      ({ reason }) => refusals[reason],
    )
    // A subscription charges only the product line each period.
    if (checkout.recurrence !== null && !hasPrice(total.items.at(0))) return yield* Result.fail(renewalTooSmall)
    const feeMode: FeeMode = order.applyInterest ? "interest" : "none"
    const method = methodOf(payment)
    const asked = { amount: total.amount, feeMode, installments: installmentsMax }
    const quoted = yield* Result.mapError(priceOf(asked, method, company), (reason): CheckoutOrderRefusal => {
      if (reason === "installment_too_small") return installmentTooSmall(asked, company)
      return reason === "above_method_max" ? { _tag: "AboveMethodMax", method: method._tag } : refusals[reason]
    })
    return { total, quoted, feeMode }
  })

const hasPrice = (line: OrderItem | undefined): boolean => line !== undefined && line.unitPrice > 0

const renewalTooSmall: CheckoutOrderRefusal = { _tag: "RenewalTooSmall" }

const refusals = {
  too_small: { _tag: "TotalTooSmall" },
  out_of_range: { _tag: "TotalOutOfRange" },
  too_many_installments: { _tag: "TooManyInstallments" },
} as const satisfies Readonly<Record<string, CheckoutOrderRefusal>>
