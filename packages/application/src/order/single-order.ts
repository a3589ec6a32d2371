/**
 * What a single order asks for, and how it can end.
 */
import type {
  Address,
  CardDetails,
  Centavos,
  Company,
  CustomerDetails,
  CustomerId,
  InstallmentCount,
  Order,
  OrderItem,
  SavedCardToken,
  StoredAnswer,
} from "@vintem/domain"
import type { KeyedRequest } from "../idempotency/keyed-request.ts"

export type SinglePayment =
  /** Payable for `expirationMinutes`, by default ten. */
  | { readonly _tag: "pix"; readonly expirationMinutes: number | null }
  /** Due after `expirationDays`, by default three, moved to the next banking day. */
  | { readonly _tag: "bank_slip"; readonly expirationDays: number | null }
  | {
      readonly _tag: "credit"
      readonly installments: InstallmentCount
      readonly card:
        | { readonly _tag: "new"; readonly details: CardDetails }
        | { readonly _tag: "saved"; readonly token: SavedCardToken }
    }

export interface SingleOrder {
  /** A customer of the company known by number, or null to go by the document. */
  readonly customerId: CustomerId | null
  readonly customer: CustomerDetails
  readonly address: Address
  readonly items: ReadonlyArray<OrderItem>
  /** Centavos taken off, zero or more. */
  readonly discount: Centavos
  /** Items less the discount: centavos, at least one. */
  readonly amount: Centavos
  readonly payment: SinglePayment
}

export interface PlaceSingleOrder {
  readonly company: Company
  /** The network address the request came from, where it is known. */
  readonly clientAddress: string | null
  readonly order: SingleOrder
  readonly keyed: KeyedRequest | null
  /** Puts an outcome on the wire, to be kept under the key and given again byte for byte. */
  readonly encode: (outcome: SingleOrderOutcome) => StoredAnswer
}

/** Where several refusals hold, the first in this list is told. */
export type SingleOrderOutcome =
  /** The company is under moderation: nothing was placed. */
  | { readonly _tag: "UnderModeration" }
  /** The request came from a cloud-hosting address: nothing was placed. */
  | { readonly _tag: "FromHosting" }
  /** The company knows no such customer, or no such saved card: nothing was placed. */
  | { readonly _tag: "UnknownReferences"; readonly references: UnknownReferences }
  /** The order exists; its status tells the rest. */
  | { readonly _tag: "Placed"; readonly order: Order }

export interface UnknownReferences {
  readonly customerId: boolean
  readonly cardToken: boolean
}
