/** The request for an order on a checkout, and why it may be refused. */
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

/** An order on a checkout, from a request. */
export interface CheckoutOrder {
  /** The slug from the request. There may be no such checkout. */
  readonly checkout: string
  readonly src: string | null
  readonly ref: string | null
  /** The code with the payer's spelling. */
  readonly couponCode: string | null
  readonly customer: CustomerDetails
  readonly address: Address
  /** Items besides the checkout's product. A negative `unitPrice` is a discount. */
  readonly items: ReadonlyArray<OrderItem>
  readonly payment: OrderPayment
  /** True if the payer pays interest for installments. */
  readonly applyInterest: boolean
  /** Centavos for the whole product line. Null for the product's own price. */
  readonly customTotal: Centavos | null
  /** Pieces of the product. Null for the checkout's own quantity. */
  readonly customQuantity: number | null
  readonly shipping: Shipping | null
}

/** What placing an order on a checkout needs, besides the ports. */
export interface PlaceCheckoutOrder extends Answering<PlaceOrderOutcome<CheckoutOrderRefusal>> {
  readonly company: Company
  readonly order: CheckoutOrder
}

/** The references of an order on a checkout. */
export interface CheckoutReferences {
  readonly checkout: string | null
  readonly couponCode: string | null
  readonly cardToken: SavedCardToken | null
}

/** The unusable references, all of them, so that all are reported at once. */
export interface UnusableReferences {
  readonly checkout: boolean
  readonly coupon: CouponRefusal | null
  readonly cardToken: boolean
}

/** Why no order was placed. If several reasons hold, the first in this list is given. */
export type CheckoutOrderRefusal =
  | { readonly _tag: "UnusableReferences"; readonly references: UnusableReferences }
  /** Less than a centavo is left after all discounts. */
  | { readonly _tag: "TotalTooSmall" }
  /** The checkout sells a subscription, and its product line, which each renewal charges, is below a centavo. */
  | { readonly _tag: "RenewalTooSmall" }
  /** The total, perhaps with interest, is 10¹¹ reais or more. */
  | { readonly _tag: "TotalOutOfRange" }
  /** More than the method allows. */
  | { readonly _tag: "AboveMethodMax"; readonly method: PaymentMethod }
  /** More installments than centavos in the total. */
  | { readonly _tag: "TooManyInstallments" }
  | InstallmentTooSmall
