/** Places an order on a checkout, and charges it in the same request. */

import type { Instant } from "@vintem/domain/calendar"
import { type Checkout, type Coupon, checkoutTotal, type OrderItem, type Product } from "@vintem/domain/catalogue"
import type { FeeMode } from "@vintem/domain/fees"
import type { OrderNumber } from "@vintem/domain/identifiers"
import { installmentsMax } from "@vintem/domain/installments"
import { zero } from "@vintem/domain/money"
import { type CheckoutRepository, CouponRepository, type ProductRepository } from "@vintem/domain/ports"
import { Effect, Result } from "effect"
import { methodOf, savedCardOf } from "../../charging/order-payment.ts"
import { priceOf } from "../../charging/price-of.ts"
import { installmentTooSmall } from "../../charging/price-refused.ts"
import type { Answered } from "../../idempotency/once.ts"
import type { ChargingFailure, ChargingNeeds } from "../paying/complete-charge.ts"
import type { CheckoutOrderRefusal, PlaceCheckoutOrder } from "./checkout-order.ts"
import { findCheckoutReferences } from "./find-checkout-references.ts"
import { type OrderDraft, placeOrder } from "./place-order.ts"

/** @returns the answer to send, and if it repeats an earlier one */
export const placeCheckoutOrder = (
  request: PlaceCheckoutOrder,
): Effect.Effect<Answered, ChargingFailure, ChargingNeeds | CheckoutRepository | ProductRepository> =>
  placeOrder({
    company: request.company,
    sender: "company",
    keyed: request.keyed,
    payment: request.order.payment,
    offer: Effect.void,
    draft: (_, number, at) => draftOf(request, number, at),
    encode: request.encode,
  })

/** Nothing is written until the order is certain, because a refusal is committed, too, as the answer. */
const draftOf = Effect.fnUntraced(function* (request: PlaceCheckoutOrder, number: OrderNumber, at: Instant) {
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
  if (coupon !== null && couponCode !== null) {
    const coupons = yield* CouponRepository
    // Checked again, because others may have used it up since. This use is counted with the order, or neither is.
    const refused = yield* coupons.take({ company: company.id, code: couponCode, order: number, at }).pipe(
      Effect.as(null),
      Effect.catchTag("CouponRefused", ({ reason }) => Effect.succeed(reason)),
    )
    if (refused !== null) {
      return refuse({ _tag: "UnusableReferences", references: { ...unusable, coupon: refused } })
    }
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
  return Result.succeed(draft)
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

const refuse = (refusal: CheckoutOrderRefusal): Result.Result<OrderDraft, CheckoutOrderRefusal> => Result.fail(refusal)
