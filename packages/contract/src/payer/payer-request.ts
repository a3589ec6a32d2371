/**
 * What a payer sends: who pays, and how. Read as the single order is, but that nobody pays by a card somebody else has saved.
 */
import {
  type Address,
  Centavos,
  type CustomerDetails,
  centavos,
  centavosMax,
  Document,
  Email,
  FullName,
  type LocalDate,
  Telephone,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { AddressInput, AddressRequest } from "../input/address.ts"
import { DecimalInput, readAmount } from "../input/amount.ts"
import { FullCardRequest } from "../input/card.ts"
import { CustomerRequest } from "../input/customer.ts"
import { type InvalidFields, missing, unknownReference } from "../input/fault.ts"
import { isBlank, optional } from "../input/field.ts"
import { faultsIn, fieldsOf, invalidFields, isObject, optionalPart, type Part, part } from "../input/part.ts"
import { readDocument, readEmail, readFullName, readTelephone } from "../input/text.ts"
import { type PaymentInput, PaymentRequest, readPayment } from "../order/payment-input.ts"
import type { PayerField } from "./payer-link-view.ts"

const { email, fullname, taxvat, telephone } = CustomerRequest.fields

const PayerCustomerRequest = Schema.Struct({
  email: Schema.optionalKey(email),
  fullname: Schema.optionalKey(fullname),
  taxvat: Schema.optionalKey(taxvat),
  telephone: Schema.optionalKey(telephone),
}).annotate({
  identifier: "PayerCustomer",
  description:
    "Fields that the link needs have to be there. Of a link that hides its customer, those the company filled in stay as they are.",
  examples: [{ taxvat: "52998224725", telephone: "11987654321" }],
})

const PayerAddressRequest = AddressRequest.annotate({
  description: "What the company filled in where it is absent.",
})

const PayerPaymentRequest = Schema.Struct({
  ...PaymentRequest.fields,
  card: Schema.optionalKey(FullCardRequest.annotate({ description: "Required for credit." })),
})

const total = DecimalInput.annotate({
  description:
    "Reais: what the payer was shown for this payment, the `total` of its quote. Where it comes to something else now, nothing is " +
    "charged, and the fault is of `total`.",
  examples: [106.05],
})

const examples = {
  pix: { method: "pix" },
  card: {
    method: "credit",
    installments: 1,
    card: { holder: "MARIA DA SILVA", number: "4242424242424242", expiration: "12/2039", security: "123" },
  },
} as const

/** A payer's contact, for paying later. */
export const LinkContactRequest = Schema.Struct({
  customer: Schema.optionalKey(PayerCustomerRequest),
  address: Schema.optionalKey(PayerAddressRequest),
}).annotate({
  identifier: "LinkContactRequest",
  examples: [{ customer: { taxvat: "52998224725", telephone: "11987654321" } }],
})

/** A payment by a link. */
export const LinkPaymentRequest = Schema.Struct({
  customer: Schema.optionalKey(PayerCustomerRequest),
  address: Schema.optionalKey(PayerAddressRequest),
  payment: PayerPaymentRequest,
  total: Schema.optionalKey(total),
}).annotate({
  identifier: "LinkPaymentRequest",
  examples: [{ customer: { taxvat: "52998224725", telephone: "11987654321" }, payment: examples.pix }],
})

/** A payment of an order that exists. */
export const OrderPaymentRequest = Schema.Struct({
  payment: PayerPaymentRequest,
  total: Schema.optionalKey(total),
}).annotate({
  identifier: "OrderPaymentRequest",
  examples: [{ payment: examples.card }, { payment: examples.pix }],
})

/** What a payer said of themselves. */
export type PayerCustomerInput = Partial<CustomerDetails>

/** A contact left at a link. */
export interface LinkContactInput {
  readonly customer: PayerCustomerInput
  readonly address: Address | null
}

/** A payment by a link. */
export interface LinkPaymentInput extends LinkContactInput, OrderPaymentInput {}

/** A payment of an order that exists. */
export interface OrderPaymentInput {
  readonly payment: PaymentInput
  /** What the payer was shown, centavos; null where nothing is said of it. */
  readonly total: Centavos | null
}

/**
 * Reads a contact, or lists everything that is wrong with it.
 *
 * @param needed - fields that the link leaves to the payer
 */
export const decodeLinkContact = (
  body: unknown,
  needed: ReadonlyArray<PayerField>,
): Result.Result<LinkContactInput, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const customer = readCustomer(fields.success["customer"], needed)
  const address = readAddress(fields.success["address"], "address")
  return Result.isSuccess(customer) && Result.isSuccess(address)
    ? Result.succeed({ customer: customer.success, address: address.success })
    : Result.fail(invalidFields([...faultsIn(customer), ...faultsIn(address)]))
}

/**
 * Reads a payment by a link, or lists everything that is wrong with it.
 *
 * @param needed - fields that the link leaves to the payer
 * @param today - the date in America/Sao_Paulo; a card whose month is over is refused
 */
export const decodeLinkPayment = (
  body: unknown,
  needed: ReadonlyArray<PayerField>,
  today: LocalDate,
): Result.Result<LinkPaymentInput, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const customer = readCustomer(fields.success["customer"], needed)
  const address = readAddress(fields.success["address"], "address")
  const paying = readPaying(fields.success, today)
  if (Result.isSuccess(customer) && Result.isSuccess(address) && Result.isSuccess(paying)) {
    return Result.succeed({ customer: customer.success, address: address.success, ...paying.success })
  }
  return Result.fail(invalidFields([customer, address, paying].flatMap(faultsIn)))
}

/**
 * Reads a payment of an order, or lists everything that is wrong with it.
 *
 * @param today - the date in America/Sao_Paulo; a card whose month is over is refused
 */
export const decodeOrderPayment = (
  body: unknown,
  today: LocalDate,
): Result.Result<OrderPaymentInput, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  return Result.mapError(readPaying(fields.success, today), invalidFields)
}

/** How, and for how much: all that is wrong with either. */
const readPaying = (fields: Readonly<Record<string, unknown>>, today: LocalDate): Part<OrderPaymentInput> => {
  const payment = readPayerPayment(fields["payment"], "payment", today)
  const shown = readTotal(fields, "")
  return Result.isSuccess(payment) && Result.isSuccess(shown)
    ? Result.succeed({ payment: payment.success, total: shown.success.total ?? null })
    : Result.fail([...faultsIn(payment), ...faultsIn(shown)])
}

/** A payer has none of the company's saved cards: whichever one is named does not exist. */
const readPayerPayment = (input: unknown, path: string, today: LocalDate): Part<PaymentInput> =>
  Result.flatMap(readPayment(input, path, today), (payment) =>
    payment._tag === "credit" && payment.card._tag === "saved"
      ? Result.fail([unknownReference(`${path}.card.token`)])
      : Result.succeed(payment),
  )

/** Each field that is needed and not given is a fault of its own, be the whole customer absent. */
const readCustomer = (input: unknown, needed: ReadonlyArray<PayerField>): Part<PayerCustomerInput> => {
  const given = readGiven(input, "customer")
  const values = isObject(input) ? input : {}
  const absent = needed.filter((field) => isBlank(values[field])).map((field) => missing(`customer.${field}`))
  if (Result.isFailure(given) || absent.length > 0) return Result.fail([...faultsIn(given), ...absent])
  const { taxvat: document, ...others } = given.success
  return Result.succeed(document === undefined ? others : { ...others, document })
}

const GivenCustomer = Schema.Struct({
  email: optional(Email, readEmail),
  fullname: optional(FullName, readFullName),
  taxvat: optional(Document, readDocument),
  telephone: optional(Telephone, readTelephone),
})

const nobody: typeof GivenCustomer.Type = {}

const readTotal = part(
  Schema.Struct({ total: optional(Centavos, readAmount({ min: centavos(1), max: centavos(centavosMax) })) }),
)
const readGiven = optionalPart(GivenCustomer, nobody)
const readAddress = optionalPart(AddressInput, null)
