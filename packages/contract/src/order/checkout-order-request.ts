/**
 * `POST /api/v1/order`: the request as it is described, and as it is read.
 */
import {
  type Address,
  Centavos,
  type CustomerDetails,
  centavos,
  centavosMax,
  couponCodeMax,
  itemsMax,
  type LocalDate,
  type OrderItem,
  quantityMax,
  type SavedCardToken,
  type Shipping,
  zero,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { AddressInput, AddressRequest } from "../input/address.ts"
import { DecimalInput, readAmount } from "../input/amount.ts"
import { BooleanInput, readBoolean } from "../input/boolean.ts"
import { CustomerInput, CustomerRequest, customerDetails } from "../input/customer.ts"
import type { InvalidFields } from "../input/fault.ts"
import { optional, required, withDefault } from "../input/field.ts"
import { IntegerInput, readInteger } from "../input/integer.ts"
import { faultsIn, fieldsOf, invalidFields, isObject, optionalPart, part } from "../input/part.ts"
import { readText } from "../input/text.ts"
import { FurtherItemRequest, furtherItems, readItems } from "./item-input.ts"
import { referenceLimits } from "./order-list.ts"
import { type PaymentInput, PaymentRequest, readPayment, referencedCard } from "./payment-input.ts"

/** Bounds of texts, in code points. That of the coupon is documented, the others are our own choice. */
const limits = {
  checkout: { min: 1, max: 255 },
  coupon: { min: 1, max: couponCodeMax },
  shipping: { min: 1, max: 255 },
} as const

const { id: _id, ...customerFields } = CustomerRequest.fields

/** What a client sends. Requests may also leave the types more loosely than this: see the fields' descriptions. */
export const CheckoutOrderRequest = Schema.Struct({
  checkout_id: Schema.String.annotate({ description: "The checkout's slug.", examples: ["curso-de-violao"] }),
  src: Schema.optionalKey(
    Schema.String.annotate({ description: "Returned by queries and webhooks.", examples: ["instagram"] }),
  ),
  ref: Schema.optionalKey(
    Schema.String.annotate({ description: "Returned by queries and webhooks.", examples: ["pedido-1234"] }),
  ),
  coupon_code: Schema.optionalKey(
    Schema.String.annotate({ description: `At most ${couponCodeMax} characters.`, examples: ["NATAL10"] }),
  ),
  customer: Schema.Struct(customerFields),
  address: AddressRequest,
  items: Schema.optionalKey(Schema.Array(FurtherItemRequest).check(Schema.isMaxLength(itemsMax - 1))),
  payment: Schema.Struct({
    ...PaymentRequest.fields,
    expiration: Schema.optionalKey(
      Schema.NullOr(IntegerInput).annotate({
        description: "Pix: minutes until it expires, 1 to 43200, else 10. A bank slip is due after three days.",
        examples: [30],
      }),
    ),
    apply_interest: Schema.optionalKey(
      BooleanInput.annotate({
        description: "Whether the payer pays interest for installments; without it the total is divided.",
        examples: [true],
      }),
    ),
    custom_total: Schema.optionalKey(
      DecimalInput.annotate({
        description: "Reais for the checkout's product as a whole, whatever the quantity.",
        examples: [149.9],
      }),
    ),
    custom_quantity: Schema.optionalKey(
      IntegerInput.annotate({ description: "Pieces of the checkout's product.", examples: [2] }),
    ),
  }),
  shipping: Schema.optionalKey(
    Schema.Struct({
      method: Schema.optionalKey(Schema.String.annotate({ examples: ["sedex"] })),
      name: Schema.optionalKey(Schema.String.annotate({ examples: ["Sedex, 2 dias úteis"] })),
      total: Schema.optionalKey(DecimalInput.annotate({ description: "Reais, zero or more.", examples: [25.5] })),
    }),
  ),
}).annotate({
  identifier: "CheckoutOrderRequest",
  description: "An order on a checkout that the company has set up.",
  examples: [
    {
      checkout_id: "curso-de-violao",
      src: "instagram",
      coupon_code: "NATAL10",
      customer: {
        email: "maria@example.com",
        fullname: "Maria da Silva",
        taxvat: "52998224725",
        telephone: "11987654321",
      },
      address: {
        postcode: "01310-100",
        street: "Avenida Paulista",
        number: "1578",
        district: "Bela Vista",
        city: "São Paulo",
        region: "SP",
      },
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
})
export type CheckoutOrderRequest = typeof CheckoutOrderRequest.Type

/** An order on a checkout as the domain knows it. */
export interface CheckoutOrderInput {
  /** Whom the request names; that it exists is for the caller to find out, as with coupon and card. */
  readonly checkout: string
  readonly src: string | null
  readonly ref: string | null
  readonly couponCode: string | null
  readonly customer: CustomerDetails
  readonly address: Address
  readonly items: ReadonlyArray<OrderItem>
  readonly payment: PaymentInput
  readonly applyInterest: boolean
  /** Centavos, zero or more: whether enough is left to charge, all lines together decide. */
  readonly customTotal: Centavos | null
  readonly customQuantity: number | null
  readonly shipping: Shipping | null
}

/**
 * Reads an order on a checkout, or lists everything that is wrong with it.
 *
 * @param today - the date in America/Sao_Paulo; a card whose month is over is refused
 */
export const decodeCheckoutOrder = (
  body: unknown,
  today: LocalDate,
): Result.Result<CheckoutOrderInput, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const whole = readWhole(fields.success, "")
  const customer = readCustomer(fields.success["customer"], "customer")
  const address = readAddress(fields.success["address"], "address")
  const items = readFurtherItems(fields.success["items"], "items")
  const payment = readPayment(withoutSlipDays(fields.success["payment"]), "payment", today)
  const terms = readTerms(fields.success["payment"], "payment")
  const shipping = readShipping(fields.success["shipping"], "shipping")
  if (
    Result.isSuccess(whole) &&
    Result.isSuccess(customer) &&
    Result.isSuccess(address) &&
    Result.isSuccess(items) &&
    Result.isSuccess(payment) &&
    Result.isSuccess(terms) &&
    Result.isSuccess(shipping)
  ) {
    return Result.succeed({
      checkout: whole.success.checkout_id,
      src: whole.success.src ?? null,
      ref: whole.success.ref ?? null,
      couponCode: whole.success.coupon_code ?? null,
      customer: customerDetails(customer.success),
      address: address.success,
      items: items.success,
      payment: payment.success,
      applyInterest: terms.success.apply_interest,
      customTotal: terms.success.custom_total ?? null,
      customQuantity: terms.success.custom_quantity ?? null,
      shipping:
        shipping.success === null
          ? null
          : {
              method: shipping.success.method ?? null,
              name: shipping.success.name ?? null,
              total: shipping.success.total,
            },
    })
  }
  // A payment that is not there is one fault, though two readers look for it.
  const inTerms = isObject(fields.success["payment"]) ? faultsIn(terms) : []
  const parts = [whole, customer, address, items, payment]
  return Result.fail(invalidFields([...parts.flatMap(faultsIn), ...inTerms, ...faultsIn(shipping)]))
}

/**
 * The checkout, coupon and saved card a body names, whatever else is wrong with it: whether they exist can then be told together
 * with the other faults. Null where it names none, or none that could exist.
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
    checkout: textOrNull(readCheckoutName(fields["checkout_id"])),
    couponCode: textOrNull(readCouponCode(fields["coupon_code"])),
    cardToken: referencedCard(fields["payment"]),
  }
}

const readCheckoutName = readText(limits.checkout)
const readCouponCode = readText(limits.coupon)
const textOrNull = (read: Result.Result<string, string>): string | null => Result.getOrElse(read, () => null)

const readWhole = part(
  Schema.Struct({
    checkout_id: required(Schema.String, readCheckoutName),
    src: optional(Schema.String, readText(referenceLimits)),
    ref: optional(Schema.String, readText(referenceLimits)),
    coupon_code: optional(Schema.String, readCouponCode),
  }),
)

const { id: _reference, ...customerInput } = CustomerInput.fields
const readCustomer = part(Schema.Struct(customerInput))
const readAddress = part(AddressInput)
const readFurtherItems = readItems(furtherItems)

const anyAmount = readAmount({ min: zero, max: centavos(centavosMax) })

const readTerms = part(
  Schema.Struct({
    apply_interest: withDefault(Schema.Boolean, readBoolean, false),
    custom_total: optional(Centavos, anyAmount),
    custom_quantity: optional(Schema.Int, readInteger({ min: 1, max: quantityMax })),
  }),
)

const readShipping = optionalPart(
  Schema.Struct({
    method: optional(Schema.String, readText(limits.shipping)),
    name: optional(Schema.String, readText(limits.shipping)),
    total: withDefault(Centavos, anyAmount, zero),
  }),
  null,
)

/** `expiration` counts minutes here, and a slip has none: it is due after three days. */
const withoutSlipDays = (payment: unknown): unknown =>
  isObject(payment) && payment["method"] === "bank_slip" ? { ...payment, expiration: null } : payment
