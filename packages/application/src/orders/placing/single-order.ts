/** The request for a single order, and its possible outcomes. */
import type { OrderItem } from "@vintem/domain/catalogue"
import type { Company } from "@vintem/domain/company"
import type { Address, CustomerDetails } from "@vintem/domain/customer"
import type { CustomerId } from "@vintem/domain/identifiers"
import type { Centavos } from "@vintem/domain/money"
import type { OrderPayment } from "../../charging/order-payment.ts"
import type { InstallmentTooSmall } from "../../charging/price-refused.ts"
import type { Answering } from "../../idempotency/answered.ts"
import type { PlaceOrderOutcome } from "./place-order.ts"

export interface SingleOrder {
  /** The id of a known customer. Null to find them by the document. */
  readonly customerId: CustomerId | null
  readonly customer: CustomerDetails
  readonly address: Address
  readonly items: ReadonlyArray<OrderItem>
  /** Centavos of discount, zero or more. */
  readonly discount: Centavos
  /** Items minus discount: centavos, at least one. */
  readonly amount: Centavos
  readonly payment: OrderPayment
}

/** What placing a single order needs, besides the ports and `RequestOrigin`: its address is looked at if cloud hosting is refused. */
export interface PlaceSingleOrder extends Answering<PlaceOrderOutcome<SingleOrderRefusal>> {
  readonly company: Company
  readonly order: SingleOrder
}

/** Why no order was placed. If several reasons hold, the first in this list is given. */
export type SingleOrderRefusal =
  /** The request came from a cloud-hosting address. */
  | { readonly _tag: "FromHosting" }
  /** The company has no such customer, or no such saved card. */
  | { readonly _tag: "UnknownReferences"; readonly references: UnknownReferences }
  | InstallmentTooSmall

/** True for each reference that the company does not have. */
export interface UnknownReferences {
  readonly customerId: boolean
  readonly cardToken: boolean
}
