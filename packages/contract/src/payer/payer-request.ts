/**
 * A payer's request: who pays, and how. Read like the single order, but without saved cards: a payer may not use a
 * customer's card.
 */
import type { LocalDate } from "@vintem/domain/calendar"
import type { Address, CustomerDetails } from "@vintem/domain/customer"
import { type Centavos, centavos, centavosMax } from "@vintem/domain/money"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { address } from "../input/address.ts"
import { amount } from "../input/amount.ts"
import { type Today, unsavedCard } from "../input/card.ts"
import {
  andThen,
  type Codec,
  described,
  type Field,
  isBlank,
  isObject,
  object,
  optional,
  readBody,
  refused,
  required,
  withDefault,
} from "../input/codec.ts"
import { customerFields } from "../input/customer.ts"
import { type InvalidFields, missing, unknownReference } from "../input/fault.ts"
import { document, email, fullName, telephone } from "../input/text.ts"
import { type PaymentInput, payment } from "../order/payment-input.ts"
import type { PayerField } from "./payer-link-view.ts"

const examples = {
  pix: { method: "pix" },
  card: {
    method: "credit",
    installments: 1,
    card: { holder: "MARIA DA SILVA", number: "4242424242424242", expiration: "12/2039", security: "123" },
  },
} as const

/** The payer's data in a request. */
export type PayerCustomerInput = Partial<CustomerDetails>

/** A contact left at a link. */
export interface LinkContactInput {
  readonly customer: PayerCustomerInput
  readonly address: Address | null
}

/** A payment by a link. */
export interface LinkPaymentInput extends LinkContactInput, OrderPaymentInput {}

/** A payment of an existing order. */
export interface OrderPaymentInput {
  readonly payment: PaymentInput
  /** The total that the payer saw, in centavos. Null if the request has none. */
  readonly total: Centavos | null
}

/** The facts about a link for reading a payer's request. */
export interface Needed {
  /** Fields that the link leaves to the payer. */
  readonly needed: ReadonlyArray<PayerField>
}

const given = described(
  object({
    email: optional({ schema: customerFields.email.schema, read: email.read }),
    fullname: optional({ schema: customerFields.fullname.schema, read: fullName.read }),
    taxvat: optional({ schema: customerFields.taxvat.schema, read: document.read }),
    telephone: optional({ schema: customerFields.telephone.schema, read: telephone.read }),
  }),
  {
    identifier: "PayerCustomer",
    description:
      "The fields that the link needs are required. If the link hides its customer, fields that the company filled in do not change.",
    examples: [{ taxvat: "52998224725", telephone: "11987654321" }],
  },
)

/** Each needed and missing field is a fault of its own, even if the whole customer is missing. */
const customer: Field<PayerCustomerInput, Schema.optionalKey<typeof given.schema>, Needed, true> = {
  schema: Schema.optionalKey(given.schema),
  isAlways: true,
  read: (input, at, faults, { needed }) => {
    const before = faults.length
    const read = isBlank(input) ? {} : given.read(input, at, faults, undefined)
    const values = isObject(input) ? input : {}
    for (const field of needed) if (isBlank(values[field])) faults.push(missing(`${at}.${field}`))
    if (read === refused || faults.length > before) return refused
    const { taxvat, ...others } = read
    return taxvat === undefined ? others : { ...others, document: taxvat }
  },
}

const addressOfPayer = withDefault(address, null, { description: "If absent, the company's entry." })

const PayerPaymentRequest = Schema.Struct({
  ...payment.schema.fields,
  card: Schema.optionalKey(unsavedCard.schema.annotate({ description: "Required for credit, ignored otherwise." })),
})

/** A payer has none of the company's saved cards: every token counts as unknown. */
const payerPayment: Codec<PaymentInput, typeof PayerPaymentRequest, Today> = {
  schema: PayerPaymentRequest,
  read: (input, at, faults, today) => {
    const read = payment.read(input, at, faults, today)
    if (read === refused || read._tag !== "credit" || read.card._tag !== "saved") return read
    faults.push(unknownReference(`${at}.card.token`))
    return refused
  },
}

const paying = {
  payment: required(payerPayment),
  total: optional(amount({ min: centavos(1), max: centavos(centavosMax) }), {
    description:
      "Reais: the `total` of the quote that the payer was shown. If the total is another now, nothing is charged, and the fault is on " +
      "`total`.",
    examples: [106.05],
  }),
}

/** A payer's contact, for paying later. */
export const linkContactBody = described(object({ customer, address: addressOfPayer }), {
  identifier: "LinkContactRequest",
  examples: [{ customer: { taxvat: "52998224725", telephone: "11987654321" } }],
})

/** A payment by a link. */
export const linkPaymentBody = andThen(
  described(object({ customer, address: addressOfPayer, ...paying }), {
    identifier: "LinkPaymentRequest",
    examples: [{ customer: { taxvat: "52998224725", telephone: "11987654321" }, payment: examples.pix }],
  }),
  ({ total = null, ...read }): LinkPaymentInput => ({ ...read, total }),
)

/** A payment of an existing order. */
export const orderPaymentBody = andThen(
  described(object(paying), {
    identifier: "OrderPaymentRequest",
    examples: [{ payment: examples.card }, { payment: examples.pix }],
  }),
  ({ payment, total = null }): OrderPaymentInput => ({ payment, total }),
)

/**
 * Reads a payment by a link, or lists all its faults.
 *
 * @param needed - fields that the link leaves to the payer
 * @param today - the date in America/Sao_Paulo; a card whose month is over is refused
 */
export const decodeLinkPayment = (
  body: unknown,
  needed: ReadonlyArray<PayerField>,
  today: LocalDate,
): Result.Result<LinkPaymentInput, InvalidFields> => readBody(linkPaymentBody, body, { needed, today })

/**
 * Reads a payment of an order, or lists all its faults.
 *
 * @param today - the date in America/Sao_Paulo; a card whose month is over is refused
 */
export const decodeOrderPayment = (body: unknown, today: LocalDate): Result.Result<OrderPaymentInput, InvalidFields> =>
  readBody(orderPaymentBody, body, { today })
