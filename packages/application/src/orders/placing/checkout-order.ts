/**
 * What an order on a checkout asks for, and why there may be none.
 */
import type { CouponRefusal, OrderItem } from "@vintem/domain/catalogue"
import type { Company } from "@vintem/domain/company"
import type { Address, CustomerDetails } from "@vintem/domain/customer"
import type { SavedCardToken } from "@vintem/domain/identifiers"
import type { PaymentMethod } from "@vintem/domain/method"
import type { Centavos } from "@vintem/domain/money"
import type { Shipping } from "@vintem/domain/order"
import type { OrderPayment } from "../../charging/order-payment.ts"
import type { InstallmentTooSmall } from "../../charging/price-refused.ts"
import type { Answering } from "../../idempotency/answered.ts"
import type { PlaceOrderOutcome } from "./place-order.ts"

/** An order on a checkout, as a request asks for it. */
export interface CheckoutOrder {
  /** As the request wrote it: it may name no checkout. */
  readonly checkout: string
  readonly src: string | null
  readonly ref: string | null
  /** As the payer typed it. */
  readonly couponCode: string | null
  readonly customer: CustomerDetails
  readonly address: Address
  /** Besides the checkout's product; a negative `unitPrice` is a discount. */
  readonly items: ReadonlyArray<OrderItem>
  readonly payment: OrderPayment
  /** Whether the payer pays interest for installments. */
  readonly applyInterest: boolean
  /** Centavos for the product line as a whole, or null for the product's own price. */
  readonly customTotal: Centavos | null
  /** Pieces of the product, or null for the checkout's own quantity. */
  readonly customQuantity: number | null
  readonly shipping: Shipping | null
}

/** What placing an order on a checkout needs, besides the ports. */
export interface PlaceCheckoutOrder extends Answering<PlaceOrderOutcome<CheckoutOrderRefusal>> {
  readonly company: Company
  readonly order: CheckoutOrder
}

/** What an order on a checkout refers to by name. */
export interface CheckoutReferences {
  readonly checkout: string | null
  readonly couponCode: string | null
  readonly cardToken: SavedCardToken | null
}

/** The unknown references: all of them, so that all are reported at once. */
export interface UnusableReferences {
  readonly checkout: boolean
  readonly coupon: CouponRefusal | null
  readonly cardToken: boolean
}

/** Why no order was placed. If several hold, the first in this list is told. */
export type CheckoutOrderRefusal =
  | { readonly _tag: "UnusableReferences"; readonly references: UnusableReferences }
  /** After all discounts less than a centavo is left. */
  | { readonly _tag: "TotalTooSmall" }
  /** The checkout sells a subscription, and the product line, which each renewal charges, is less than a centavo. */
  | { readonly _tag: "RenewalTooSmall" }
  /** The total, or what it becomes with interest, is 10¹¹ reais or more. */
  | { readonly _tag: "TotalOutOfRange" }
  /** More than the method allows. */
  | { readonly _tag: "AboveMethodMax"; readonly method: PaymentMethod }
  /** More installments than the total has centavos. */
  | { readonly _tag: "TooManyInstallments" }
  | InstallmentTooSmall
