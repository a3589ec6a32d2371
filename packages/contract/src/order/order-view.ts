/**
 * An order as the API shows it.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { CardBrand } from "@vintem/domain/card"
import { type Address, type CustomerDetails, formatPostalCode, formatTelephone } from "@vintem/domain/customer"
import { formatDocument } from "@vintem/domain/documents"
import type { Quote } from "@vintem/domain/fees"
import { type Instrument, instrumentText, methodRules, PaymentMethod } from "@vintem/domain/method"
import { type Centavos, decimalNumber, decimalString } from "@vintem/domain/money"
import {
  type Attempt,
  instrumentOf,
  ledgerOf,
  type Order,
  OrderOrigin,
  OrderStatus,
  paidAtOf,
  statusOf,
} from "@vintem/domain/order"
import type { StoredOrder } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { exampleAddress, exampleCharge, exampleCustomer, exampleOrder, exampleSavedCard } from "./example-order.ts"
import { endView } from "./instrument-view.ts"
import { TimestampView } from "./timestamp-view.ts"

/** Reais as text with two decimals. */
export const DecimalStringView = Schema.String.check(Schema.isPattern(/^-?\d+\.\d{2}$/u))

/** The displayable part of a card. The token is null until a charge of the card is confirmed. */
export const CardView = Schema.Struct({
  token: Schema.NullOr(Schema.String).annotate({ description: "Charges the card again; null if it was refused." }),
  brand: CardBrand,
  last_digits: Schema.String,
})

/** An item of an order. Amounts are in reais. */
export const OrderItemView = Schema.Struct({
  id: Schema.Int,
  order_id: Schema.Int,
  product_id: Schema.NullOr(Schema.Int),
  sku: Schema.String,
  title: Schema.String,
  unit_price: Schema.Finite.annotate({ description: "Reais." }),
  price_cost: Schema.NullOr(Schema.Finite),
  quantity: Schema.Int,
  created_at: TimestampView,
  updated_at: TimestampView,
}).annotate({ identifier: "OrderItem" })

/** The customer of an order. */
export const OrderCustomerView = Schema.Struct({
  email: Schema.String,
  fullname: Schema.String,
  taxvat: Schema.String.annotate({ description: "With punctuation." }),
  telephone: Schema.String.annotate({ description: "With punctuation." }),
})

/** The customer's address: all texts, empty if the order has none. */
export const OrderAddressView = Schema.Struct({
  postcode: Schema.String,
  street: Schema.String,
  number: Schema.String,
  complement: Schema.String,
  city: Schema.String,
  region: Schema.String,
  district: Schema.String,
})

export const OrderView = Schema.Struct({
  token: Schema.String.annotate({ format: "uuid" }),
  order_number: Schema.String.annotate({ description: "The transaction code." }),
  public_key: Schema.String,
  status: OrderStatus,
  origin: OrderOrigin,
  src: Schema.NullOr(Schema.String),
  ref: Schema.NullOr(Schema.String),
  created_at: TimestampView,
  updated_at: TimestampView,
  paid_at: Schema.NullOr(TimestampView).annotate({
    description: "When the first payment was recorded; null until then. Refunds and disputes do not change it.",
  }),
  checkout: Schema.NullOr(
    Schema.Struct({
      name: Schema.String,
      key: Schema.String,
      product: Schema.NullOr(Schema.Struct({ title: Schema.String, sku: Schema.String })),
    }),
  ),
  customer: OrderCustomerView,
  address: OrderAddressView,
  payment: Schema.Struct({
    name: Schema.NullOr(Schema.String).annotate({ description: "Display name; null before the first attempt." }),
    method: Schema.NullOr(PaymentMethod).annotate({ description: "Null before the first attempt." }),
    link_to_pay: Schema.String.annotate({ description: "The payer's page." }),
    digitable: Schema.NullOr(Schema.String).annotate({
      description: "The bank slip's typeable line, or the Pix copy-and-paste code.",
    }),
    due_date: Schema.NullOr(Schema.String).annotate({
      description: "The slip's due date, `YYYY-MM-DD`, or the Pix's expiry, `YYYY-MM-DD HH:MM:SS`.",
    }),
    card: Schema.NullOr(CardView),
    installments: Schema.NullOr(Schema.Int).annotate({
      description: "Installments; 1 for Pix and bank slip, null before the first attempt.",
    }),
    tid: Schema.NullOr(Schema.String).annotate({ description: "The acquirer's id of the charge." }),
    nsu: Schema.NullOr(Schema.String).annotate({ description: "The card network's sequential number; cards only." }),
  }),
  totals: Schema.Struct({
    subtotal: DecimalStringView.annotate({ description: "Before interest and passed-on fees." }),
    fee: Schema.NullOr(DecimalStringView).annotate({ description: "What the payment costs the company." }),
    total: DecimalStringView.annotate({ description: "What the payer pays." }),
    net: Schema.NullOr(DecimalStringView).annotate({ description: "Total minus fee." }),
    refunded: DecimalStringView.annotate({ description: "Sum of settled refunds, over all payments." }),
    charged_back: DecimalStringView.annotate({ description: "Sum taken by disputes, over all payments." }),
  }),
  items: Schema.Array(OrderItemView),
}).annotate({
  identifier: "Order",
  examples: [
    {
      token: exampleOrder.token,
      order_number: exampleOrder.order_number,
      public_key: exampleOrder.public_key,
      status: "paid",
      origin: "single",
      src: null,
      ref: null,
      created_at: exampleOrder.created_at,
      updated_at: exampleOrder.paid_at,
      paid_at: exampleOrder.paid_at,
      checkout: null,
      customer: exampleCustomer,
      address: exampleAddress,
      payment: {
        name: methodRules.credit.title["pt-BR"],
        method: "credit",
        link_to_pay: exampleOrder.link_to_pay,
        digitable: null,
        due_date: null,
        card: exampleSavedCard,
        installments: 1,
        ...exampleCharge,
      },
      totals: {
        subtotal: "189.80",
        fee: "18.40",
        total: "189.80",
        net: "171.40",
        refunded: "0.00",
        charged_back: "0.00",
      },
      items: [
        {
          id: 1001,
          order_id: 1,
          product_id: null,
          sku: "camiseta-azul",
          title: "Camiseta azul",
          unit_price: 99.9,
          price_cost: null,
          quantity: 2,
          created_at: exampleOrder.created_at,
          updated_at: exampleOrder.created_at,
        },
      ],
    },
  ],
})
export type OrderView = typeof OrderView.Type

/** @param publicUrl - base of all returned URLs, without a slash at its end */
export const orderView = ({ id, order }: StoredOrder, publicUrl: string): OrderView => {
  const { details } = order
  const { customer, address } = details
  const attempt = decisiveAttempt(order)
  const placedAt = saoPauloTimestamp(details.placedAt)
  const method = attempt?._tag ?? null
  const instrument = attempt === undefined ? null : instrumentOf(attempt)
  return {
    token: details.token,
    order_number: details.number,
    public_key: details.publicKey,
    status: statusOf(order),
    origin: details.origin,
    src: details.src,
    ref: details.ref,
    created_at: placedAt,
    updated_at: saoPauloTimestamp(order.updatedAt),
    paid_at: paidAtView(order),
    checkout:
      details.checkout === null
        ? null
        : { name: details.checkout.title, key: details.checkout.slug, product: details.checkout.product },
    customer: orderCustomerView(customer),
    address: orderAddressView(address),
    payment: {
      name: method === null ? null : methodRules[method].title["pt-BR"],
      method,
      link_to_pay: payUrl(order, publicUrl),
      digitable: digitableOf(instrument),
      due_date: dueDateOf(instrument),
      card: cardView(attempt),
      ...chargeView(attempt),
    },
    totals: { ...totalsView(details.amount, attempt?.quote ?? null), ...returnedView(order) },
    items: details.items.map((item, index) => ({
      id: id * itemIdsPerOrder + index + 1,
      order_id: id,
      product_id: item.productId,
      sku: item.sku,
      title: item.title,
      unit_price: decimalNumber(item.unitPrice),
      price_cost: item.priceCost === null ? null : decimalNumber(item.priceCost),
      quantity: item.quantity,
      created_at: placedAt,
      updated_at: placedAt,
    })),
  }
}

/** The customer of an order, with document and telephone in Brazilian format. */
export const orderCustomerView = (customer: CustomerDetails): OrderView["customer"] => ({
  email: customer.email,
  fullname: customer.fullname,
  taxvat: formatDocument(customer.document),
  telephone: formatTelephone(customer.telephone),
})

/** All texts, empty if the order has no address. */
export const orderAddressView = (address: Address | null): OrderView["address"] =>
  address === null
    ? { postcode: "", street: "", number: "", complement: "", city: "", region: "", district: "" }
    : {
        postcode: formatPostalCode(address.postcode),
        street: address.street,
        number: address.number,
        complement: address.complement,
        city: address.city,
        region: address.region,
        district: address.district,
      }

/** The attempt that an order shows: the one that brought money, otherwise the latest, if any. */
export const decisiveAttempt = (order: Order): Attempt | undefined =>
  order.attempts.find(isConfirmedAttempt) ?? order.attempts.at(-1)

/** The payer's page of an order. */
export const payUrl = (order: Order, publicUrl: string): string => `${publicUrl}/pay/${order.details.publicKey}`

/** The text that a payer copies: the slip's line, or the Pix code. */
export const digitableOf = (instrument: Instrument | null): string | null => {
  return instrument === null ? null : instrumentText(instrument)
}

/** The end: the slip's date, or the second when the Pix expires. */
export const dueDateOf = (instrument: Instrument | null): string | null => {
  return instrument === null ? null : endView(instrument)
}

/** The card of an attempt. The token of a card that brought no money is not shown. */
export const cardView = (attempt: Attempt | undefined): typeof CardView.Type | null =>
  attempt?._tag !== "credit"
    ? null
    : {
        token: isConfirmedAttempt(attempt) ? attempt.card.token : null,
        brand: attempt.card.brand,
        last_digits: attempt.card.lastDigits,
      }

const isConfirmedAttempt = ({ facts }: Attempt): boolean => facts.includes("confirmed")

/** Orders have at most 100 items, so no two items of different orders share an id. */
const itemIdsPerOrder = 1_000

/** When an order was first known to be paid. */
export const paidAtView = (order: Order): string | null => {
  const paidAt = paidAtOf(order)
  return paidAt === null ? null : saoPauloTimestamp(paidAt)
}

/** The identifiers of a charge, and its number of installments. */
export const chargeView = (
  attempt: Attempt | undefined,
): Pick<OrderView["payment"], "installments" | "tid" | "nsu"> => ({
  installments: attempt?.quote.installments.length ?? null,
  tid: attempt?.tid ?? null,
  nsu: attempt?._tag === "credit" ? attempt.nsu : null,
})

const returnedView = (order: Order): Pick<OrderView["totals"], "refunded" | "charged_back"> => {
  const { chargedBack, refunded } = ledgerOf(order)
  return { refunded: decimalString(refunded), charged_back: decimalString(chargedBack) }
}

const totalsView = (
  amount: Centavos,
  quote: Quote | null,
): Omit<OrderView["totals"], keyof ReturnType<typeof returnedView>> =>
  quote === null
    ? { subtotal: decimalString(amount), fee: null, total: decimalString(amount), net: null }
    : {
        subtotal: decimalString(quote.amount),
        fee: decimalString(quote.fee),
        total: decimalString(quote.charged),
        net: decimalString(quote.net),
      }
