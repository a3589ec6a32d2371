/**
 * `POST /api/v1/order/single`: the request as it is described, and as it is read.
 */
import {
  type Address,
  Centavos,
  type CustomerDetails,
  type CustomerId,
  centavos,
  centavosMax,
  itemsMax,
  itemsTotal,
  type LocalDate,
  methodRules,
  type OrderItem,
  type SavedCardToken,
  subtract,
  zero,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { AddressInput, AddressRequest } from "../input/address.ts"
import { DecimalInput, readAmount } from "../input/amount.ts"
import { CustomerInput, CustomerReferenceInput, CustomerRequest, customerDetails } from "../input/customer.ts"
import { type Fault, fault, type InvalidFields } from "../input/fault.ts"
import { withDefault } from "../input/field.ts"
import { faultsIn, fieldsOf, invalidFields, isObject, optionalPart, type Part, part } from "../input/part.ts"
import { aboveMethodMax } from "./above-method-max.ts"
import { allItems, ItemRequest, readItems } from "./item-input.ts"
import { type PaymentInput, PaymentRequest, readPayment, referencedCard } from "./payment-input.ts"

const payer = {
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
  items: [{ sku: "camiseta-azul", title: "Camiseta azul", unit_price: 99.9, quantity: 2 }],
}

/** What a client sends. Requests may also leave the types more loosely than this: see the fields' descriptions. */
export const SingleOrderRequest = Schema.Struct({
  customer: CustomerRequest,
  address: AddressRequest,
  items: Schema.Array(ItemRequest).check(Schema.isMinLength(1), Schema.isMaxLength(itemsMax)),
  discount: Schema.optionalKey(
    Schema.Struct({
      total: Schema.optionalKey(
        DecimalInput.annotate({ description: "Reais taken off the items, zero or more.", examples: [10] }),
      ),
    }),
  ),
  payment: PaymentRequest,
}).annotate({
  identifier: "SingleOrderRequest",
  description: "An order of items that need no registration, with the payment that is to be processed at once.",
  examples: [
    {
      ...payer,
      discount: { total: 10 },
      payment: {
        method: "credit",
        installments: 3,
        card: { holder: "MARIA DA SILVA", number: "4242424242424242", expiration: "12/2039", security: "123" },
      },
    },
    {
      ...payer,
      payment: { method: "credit", installments: 1, card: { token: "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11" } },
    },
    { ...payer, payment: { method: "pix", expiration: 30 } },
    { ...payer, payment: { method: "bank_slip", expiration: 5 } },
  ],
})
export type SingleOrderRequest = typeof SingleOrderRequest.Type

/** A single order as the domain knows it. */
export interface SingleOrderInput {
  /** Whom the request names; that it exists is for the caller to find out. */
  readonly customerId: CustomerId | null
  readonly customer: CustomerDetails
  readonly address: Address
  /** 1 to 100, of no registered product. */
  readonly items: ReadonlyArray<OrderItem>
  /** Centavos, zero or more. */
  readonly discount: Centavos
  /** Items less discount: at least one centavo, and one for each installment. */
  readonly amount: Centavos
  readonly payment: PaymentInput
}

/**
 * Reads a single order, or lists everything that is wrong with it. Rules between fields are tried wherever their fields
 * could be read.
 *
 * @param today - the date in America/Sao_Paulo; a card whose month is over is refused
 */
export const decodeSingleOrder = (body: unknown, today: LocalDate): Result.Result<SingleOrderInput, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const customer = readCustomer(fields.success["customer"], "customer")
  const address = readAddress(fields.success["address"], "address")
  const items = readSingleItems(fields.success["items"], "items")
  const discount = readDiscount(fields.success["discount"], "discount")
  const amount = readAmountOf(items, discount)
  const payment = readPayment(fields.success["payment"], "payment", today)
  const misfits = misfitsOf(amount, payment)
  if (
    Result.isSuccess(customer) &&
    Result.isSuccess(address) &&
    Result.isSuccess(items) &&
    Result.isSuccess(discount) &&
    Result.isSuccess(amount) &&
    Result.isSuccess(payment) &&
    misfits.length === 0
  ) {
    return Result.succeed({
      customerId: customer.success.id ?? null,
      customer: customerDetails(customer.success),
      address: address.success,
      items: items.success,
      discount: discount.success.total,
      amount: amount.success,
      payment: payment.success,
    })
  }
  const parts = [customer, address, items, discount, amount, payment]
  return Result.fail(invalidFields([...parts.flatMap(faultsIn), ...misfits]))
}

/**
 * The customer and the saved card a body names, whatever else is wrong with it: whether they exist can then be told together
 * with the other faults. Null where it names none, or none that could exist.
 */
export const partialReferences = (
  body: unknown,
): { readonly customerId: CustomerId | null; readonly cardToken: SavedCardToken | null } => {
  const fields = isObject(body) ? body : {}
  const customer = readCustomerReference(fields["customer"], "customer")
  return {
    customerId: Result.isSuccess(customer) ? (customer.success.id ?? null) : null,
    cardToken: referencedCard(fields["payment"]),
  }
}

const DiscountInput = Schema.Struct({
  total: withDefault(Centavos, readAmount({ min: zero, max: centavos(centavosMax) }), zero),
})

const readCustomer = part(CustomerInput)
const readCustomerReference = part(CustomerReferenceInput)
const readAddress = part(AddressInput)
const readSingleItems = readItems(allItems)
const readDiscount = optionalPart(DiscountInput, { total: zero })

/** What is to be paid. Nothing is said of it here where items or discount could not be read: that is said there. */
const readAmountOf = (
  items: Part<ReadonlyArray<OrderItem>>,
  discount: Part<typeof DiscountInput.Type>,
): Part<Centavos> => {
  if (Result.isFailure(items) || Result.isFailure(discount)) return Result.fail([])
  const subtotal = itemsTotal(items.success)
  if (Result.isFailure(subtotal)) return Result.fail([fault("items", "may not add up to 100000000000.00 or more.")])
  const amount = subtract(subtotal.success, discount.success.total)
  return amount < 1
    ? Result.fail([fault("items", "must add up to at least 0.01 after the discount.")])
    : Result.succeed(amount)
}

/** Where amount and payment do not go together. */
const misfitsOf = (amount: Part<Centavos>, payment: Part<PaymentInput>): ReadonlyArray<Fault> => {
  if (Result.isFailure(amount) || Result.isFailure(payment)) return []
  const { amountMax } = methodRules[payment.success._tag]
  if (amountMax !== null && amount.success > amountMax) return [aboveMethodMax(payment.success._tag)]
  if (payment.success._tag === "credit" && payment.success.installments > amount.success) {
    return [fault("payment.installments", "may not be more than the total has centavos.")]
  }
  return []
}
