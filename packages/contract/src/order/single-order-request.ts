/** `POST /api/v1/order/single`: the request's description and its reader. */
import { itemsTotal, type OrderItem } from "@vintem/domain/catalogue"
import type { Address, CustomerDetails } from "@vintem/domain/customer"
import type { CustomerId, SavedCardToken } from "@vintem/domain/identifiers"
import { methodRules } from "@vintem/domain/method"
import { type Centavos, centavos, centavosMax, decimalString, subtract, zero } from "@vintem/domain/money"
import * as Result from "effect/Result"
import { address } from "../input/address.ts"
import { amount } from "../input/amount.ts"
import { andThen, described, isObject, object, readable, refused, required, withDefault } from "../input/codec.ts"
import { customer, customerDetails, customerReference } from "../input/customer.ts"
import type { Fault } from "../input/fault.ts"
import { aboveMethodMax } from "./above-method-max.ts"
import { exampleAddress, exampleCustomer } from "./example-order.ts"
import { items } from "./item-input.ts"
import { type PaymentInput, payment, referencedCard } from "./payment-input.ts"
import { moreInstallmentsThanCentavos, totalTooLarge, totalTooSmall } from "./total-out-of-range.ts"

const payer = {
  customer: exampleCustomer,
  address: exampleAddress,
  items: [{ sku: "camiseta-azul", title: "Camiseta azul", unit_price: 99.9, quantity: 2 }],
}

/** A single order, for the domain. */
export interface SingleOrderInput {
  /** The customer's id in the request. The caller checks that it exists. */
  readonly customerId: CustomerId | null
  readonly customer: CustomerDetails
  readonly address: Address
  /** 1 to 100, without registered products. */
  readonly items: ReadonlyArray<OrderItem>
  /** Centavos, zero or more. */
  readonly discount: Centavos
  /** Items minus discount: at least one centavo, and one for each installment. */
  readonly amount: Centavos
  readonly payment: PaymentInput
}

/** The fields of an order that decide its amount, as far as they could be read. */
interface Priced {
  readonly items?: ReadonlyArray<OrderItem>
  readonly discount?: { readonly total: Centavos }
  readonly payment?: PaymentInput
}

/**
 * The total, or the reason why it cannot be paid. Undefined if items or discount could not be read, because they have
 * their own faults.
 */
const amountOf = ({ items, discount }: Priced): Result.Result<Centavos, Fault> | undefined => {
  if (items === undefined || discount === undefined) return undefined
  const subtotal = itemsTotal(items)
  if (Result.isFailure(subtotal)) return Result.fail(totalTooLarge("items", "items"))
  const amount = subtract(subtotal.success, discount.total)
  return amount < 1 ? Result.fail(totalTooSmall("items", "items")) : Result.succeed(amount)
}

const unpayable = (read: Priced): Fault | undefined => {
  const due = amountOf(read)
  return due !== undefined && Result.isFailure(due) ? due.failure : undefined
}

/** The fault if an amount and a payment do not match. */
const misfit = ({ payment, ...read }: Priced): Fault | undefined => {
  const due = amountOf(read)
  if (due === undefined || Result.isFailure(due) || payment === undefined) return undefined
  const { amountMax } = methodRules[payment._tag]
  if (amountMax !== null && due.success > amountMax) return aboveMethodMax(payment._tag)
  return payment._tag === "credit" && payment.installments > due.success ? moreInstallmentsThanCentavos : undefined
}

/** An order with unregistered items and its payment. Every rule between fields runs if its fields could be read. */
export const singleOrderBody = andThen(
  described(
    object(
      {
        customer: required(customer),
        address: required(address),
        items: required(items),
        discount: withDefault(
          object({
            total: withDefault(amount({ min: zero, max: centavos(centavosMax) }), zero, {
              description: "Discount on the items in reais, zero or more.",
              examples: [10],
            }),
          }),
          { total: zero },
        ),
        payment: required(payment),
      },
      { discount: unpayable, payment: misfit },
    ),
    {
      identifier: "SingleOrderRequest",
      description:
        "An order of items outside the catalogue, and its payment, processed at once. Items add up to at least 0.01 after the " +
        `discount, for credit to one centavo an installment, and by bank slip to at most ${decimalString(centavos(methodRules.bank_slip.amountMax ?? centavosMax))}.`,
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
    },
  ),
  (read): SingleOrderInput | typeof refused => {
    const due = amountOf(read)
    if (due === undefined || Result.isFailure(due)) return refused
    return {
      customerId: read.customer.id ?? null,
      customer: customerDetails(read.customer),
      address: read.address,
      items: read.items,
      discount: read.discount.total,
      amount: due.success,
      payment: read.payment,
    }
  },
)

/** The type of a client's request. The API also accepts looser types: see the fields' descriptions. */
export const SingleOrderRequest = singleOrderBody.schema
export type SingleOrderRequest = typeof SingleOrderRequest.Type

/**
 * The customer and the saved card in a body, even if the rest is wrong: a missing one is then reported together with
 * the other faults. Null if the body has none, or an impossible one.
 */
export const partialReferences = (
  body: unknown,
): { readonly customerId: CustomerId | null; readonly cardToken: SavedCardToken | null } => {
  const fields = isObject(body) ? body : {}
  return {
    customerId: readable(customerReference, fields["customer"])?.id ?? null,
    cardToken: referencedCard(fields["payment"]),
  }
}
