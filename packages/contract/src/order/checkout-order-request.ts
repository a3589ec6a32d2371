/** `POST /api/v1/order`: the request's description and its reader. */
import { couponCodeMax, type OrderItem, quantityMax } from "@vintem/domain/catalogue"
import type { Address, CustomerDetails } from "@vintem/domain/customer"
import type { SavedCardToken } from "@vintem/domain/identifiers"
import { type Centavos, centavos, centavosMax, zero } from "@vintem/domain/money"
import type { Shipping } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import { address } from "../input/address.ts"
import { amount } from "../input/amount.ts"
import { boolean } from "../input/boolean.ts"
import {
  andThen,
  described,
  isObject,
  object,
  optional,
  readable,
  refused,
  required,
  withDefault,
} from "../input/codec.ts"
import { customerDetails, customerFields } from "../input/customer.ts"
import { integer } from "../input/integer.ts"
import { text } from "../input/text.ts"
import { exampleAddress, exampleCustomer } from "./example-order.ts"
import { furtherItems } from "./item-input.ts"
import { referenceLimits } from "./order-list.ts"
import { type PaymentInput, paymentOfCheckout, referencedCard } from "./payment-input.ts"

/** Bounds of texts, in code points. The API document has the coupon's, the others are our own choice. */
const limits = {
  checkout: { min: 1, max: 255 },
  coupon: { min: 1, max: couponCodeMax },
  shipping: { min: 1, max: 255 },
} as const

/** An order on a checkout, for the domain. */
export interface CheckoutOrderInput {
  /** The slug in the request. The caller checks that the checkout exists, and likewise coupon and card. */
  readonly checkout: string
  readonly src: string | null
  readonly ref: string | null
  readonly couponCode: string | null
  readonly customer: CustomerDetails
  readonly address: Address
  readonly items: ReadonlyArray<OrderItem>
  readonly payment: PaymentInput
  readonly applyInterest: boolean
  /** Centavos, zero or more. All lines together decide if enough is left to charge. */
  readonly customTotal: Centavos | null
  readonly customQuantity: number | null
  readonly shipping: Shipping | null
}

const checkoutName = text(limits.checkout)
const couponCode = text(limits.coupon)
const reference = text(referenceLimits)
const shippingText = text(limits.shipping)
const anyAmount = amount({ min: zero, max: centavos(centavosMax) })

/** The payment's fields besides the method's. */
const terms = object({
  apply_interest: withDefault(boolean, false, {
    description: "Whether the payer pays interest for installments. If false, the total is divided.",
    examples: [true],
  }),
  custom_total: optional(anyAmount, {
    description: "Total for the checkout's product in reais, whatever the quantity. At least 0.01 for a subscription.",
    examples: [149.9],
  }),
  custom_quantity: optional(integer({ min: 1, max: quantityMax }), {
    description: "Units of the checkout's product.",
    examples: [2],
  }),
})

/** The payment with its terms. A value that is not an object is one fault, although two readers read it. */
const paymentWithTerms = {
  schema: Schema.Struct({ ...paymentOfCheckout.schema.fields, ...terms.schema.fields }),
  read: (...[input, at, faults, given]: Parameters<typeof paymentOfCheckout.read>) => {
    const payment = paymentOfCheckout.read(input, at, faults, given)
    if (!isObject(input)) return refused
    const said = terms.read(input, at, faults, given)
    return payment === refused || said === refused ? refused : { payment, terms: said }
  },
}

const shipping = object({
  method: optional(shippingText, { examples: ["sedex"] }),
  name: optional(shippingText, { examples: ["Sedex, 2 dias úteis"] }),
  total: withDefault(anyAmount, zero, { description: "Reais, zero or more.", examples: [25.5] }),
})

/** An order on a checkout. */
export const checkoutOrderBody = andThen(
  described(
    object({
      checkout_id: required(checkoutName, { description: "The checkout's slug.", examples: ["curso-de-violao"] }),
      src: optional(reference, { description: "Returned by queries and webhooks.", examples: ["instagram"] }),
      ref: optional(reference, { description: "Returned by queries and webhooks.", examples: ["pedido-1234"] }),
      coupon_code: optional(couponCode, { description: `At most ${couponCodeMax} characters.`, examples: ["NATAL10"] }),
      customer: required(object(customerFields)),
      address: required(address),
      items: withDefault(furtherItems, []),
      payment: required(paymentWithTerms),
      shipping: withDefault(shipping, null),
    }),
    {
      identifier: "CheckoutOrderRequest",
      description: "An order on a checkout that the company has set up.",
      examples: [
        {
          checkout_id: "curso-de-violao",
          src: "instagram",
          coupon_code: "NATAL10",
          customer: exampleCustomer,
          address: exampleAddress,
          items: [{ title: "Capa para violão", sku: "capa", unit_price: 59.9, quantity: 1 }],
          payment: {
            method: "credit",
            installments: 3,
            apply_interest: true,
            card: { holder: "MARIA DA SILVA", number: "4242424242424242", expiration: "12/2039", security: "123" },
          },
          shipping: { method: "sedex", name: "Sedex, 2 dias úteis", total: 25.5 },
        },
      ],
    },
  ),
  ({ payment: { payment, terms }, shipping, ...read }): CheckoutOrderInput => ({
    checkout: read.checkout_id,
    src: read.src ?? null,
    ref: read.ref ?? null,
    couponCode: read.coupon_code ?? null,
    customer: customerDetails(read.customer),
    address: read.address,
    items: read.items,
    payment,
    applyInterest: terms.apply_interest,
    customTotal: terms.custom_total ?? null,
    customQuantity: terms.custom_quantity ?? null,
    shipping:
      shipping === null
        ? null
        : { method: shipping.method ?? null, name: shipping.name ?? null, total: shipping.total },
  }),
)

/** The type of a client's request. The API also accepts looser types: see the fields' descriptions. */
export const CheckoutOrderRequest = checkoutOrderBody.schema
export type CheckoutOrderRequest = typeof CheckoutOrderRequest.Type

/**
 * The checkout, coupon and saved card in a body, even if the rest is wrong: a missing one is then reported together
 * with the other faults. Null if the body has none, or an impossible one.
 */
export const partialCheckoutReferences = (
  body: unknown,
): {
  readonly checkout: string | null
  readonly couponCode: string | null
  readonly cardToken: SavedCardToken | null
} => {
  const fields = isObject(body) ? body : {}
  return {
    checkout: readable(checkoutName, fields["checkout_id"]) ?? null,
    couponCode: readable(couponCode, fields["coupon_code"]) ?? null,
    cardToken: referencedCard(fields["payment"]),
  }
}
