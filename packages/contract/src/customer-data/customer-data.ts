/** All stored data of a customer, to be given to them; and the result of their erasure. */
import { type Instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import { formatTelephone } from "@vintem/domain/customer"
import { formatDocument } from "@vintem/domain/documents"
import type { WhyNotErased } from "@vintem/domain/personal-data"
import type { ErasedCounts, PersonPiece, StoredOrder } from "@vintem/domain/ports"
import type { WebhookDelivery } from "@vintem/domain/webhook"
import * as Schema from "effect/Schema"
import { CustomerView } from "../admin/customer-view.ts"
import { exampleCustomer } from "../admin/example-customer.ts"
import { WebhookDeliveryView, webhookDeliveryView } from "../admin/webhook-delivery.ts"
import { fault, type InvalidFields, invalidFields } from "../input/fault.ts"
import { OrderView, orderView } from "../order/order-view.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { PaymentLinkView, paymentLinkView } from "../payment-link/payment-link-view.ts"
import { SubscriberView, subscriberView } from "../subscription/subscriber-view.ts"

/** A customer's position on the list of a batch. */
const EntryView = Schema.Struct({
  batch: Schema.String.annotate({ description: "The batch's token.", format: "uuid" }),
  index: Schema.Int.annotate({ description: "Position of the customer in the batch, from 0." }),
  name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  document: Schema.NullOr(Schema.String),
  postcode: Schema.NullOr(Schema.String),
  number: Schema.NullOr(Schema.String),
})

const SavedCardView = Schema.Struct({
  token: Schema.String.annotate({ format: "uuid" }),
  brand: Schema.String,
  first_digits: Schema.String,
  last_digits: Schema.String,
  created_at: TimestampView,
})

/** All data of one customer. Each list is in the order of storing. */
export const CustomerDataView = Schema.Struct({
  customer: CustomerView,
  orders: Schema.Array(OrderView),
  subscribers: Schema.Array(SubscriberView),
  payment_links: Schema.Array(PaymentLinkView),
  batch_entries: Schema.Array(EntryView),
  saved_cards: Schema.Array(SavedCardView),
  webhooks: Schema.Array(WebhookDeliveryView).annotate({
    description: "The webhooks about the orders that are still stored.",
  }),
}).annotate({
  identifier: "CustomerData",
  examples: [
    {
      customer: exampleCustomer,
      orders: [],
      subscribers: [],
      payment_links: [],
      batch_entries: [
        {
          batch: "7f9c2b1e-4d3a-4c8b-9e21-5a6b7c8d9e0f",
          index: 0,
          name: "Maria da Silva",
          email: "maria@example.com",
          phone: null,
          document: "529.982.247-25",
          postcode: null,
          number: null,
        },
      ],
      saved_cards: [
        {
          token: "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11",
          brand: "visa",
          first_digits: "424242",
          last_digits: "4242",
          created_at: "2026-11-21 10:15:00",
        },
      ],
      webhooks: [],
    },
  ],
})
/** All data of one customer. */
export type CustomerDataView = typeof CustomerDataView.Type

/** The lists of a customer's data. */
export type CustomerDataLists = Omit<CustomerDataView, "customer">

/** A customer's stored data, or a piece of it. Empty parts are missing. */
export interface CustomerRecords extends Partial<PersonPiece> {
  readonly orders?: ReadonlyArray<StoredOrder>
  readonly deliveries?: ReadonlyArray<WebhookDelivery>
}

/**
 * A customer's data as the API shows it, or a piece of it.
 *
 * @param publicUrl - base of all returned URLs, without a slash at its end
 */
export const customerDataLists = (
  { cards = [], deliveries = [], entries = [], links = [], orders = [], subscriptions = [] }: CustomerRecords,
  publicUrl: string,
): CustomerDataLists => ({
  orders: orders.map((stored) => orderView(stored, publicUrl)),
  subscribers: subscriptions.map((subscription) => subscriberView(subscription, publicUrl)),
  payment_links: links.map((link) => paymentLinkView(link, publicUrl)),
  batch_entries: entries.map(({ batch, entry, position }) => ({
    batch,
    index: position - 1,
    name: entry.name,
    email: entry.email,
    phone: entry.phone === null ? null : formatTelephone(entry.phone),
    document: entry.document === null ? null : formatDocument(entry.document),
    postcode: entry.postcode,
    number: entry.number,
  })),
  saved_cards: cards.map(({ brand, createdAt, firstDigits, lastDigits, token }) => ({
    token,
    brand,
    first_digits: firstDigits,
    last_digits: lastDigits,
    created_at: saoPauloTimestamp(createdAt),
  })),
  webhooks: deliveries.map(webhookDeliveryView),
})

const Rewritten = Schema.Struct({
  orders: Schema.Int,
  subscriptions: Schema.Int,
  links: Schema.Int,
  entries: Schema.Int.annotate({ description: "Entries in batches." }),
  webhooks: Schema.Int,
  answers: Schema.Int.annotate({ description: "Answers stored for repeated requests." }),
  cards: Schema.Int.annotate({ description: "Deleted saved cards." }),
})

/** The result of an erasure. */
export const ErasedCustomerView = Schema.Struct({
  id: Schema.Int,
  erased_at: TimestampView,
  rewritten: Rewritten,
}).annotate({
  identifier: "ErasedCustomer",
  examples: [
    {
      id: 42,
      erased_at: "2026-11-21 10:15:00",
      rewritten: { orders: 3, subscriptions: 0, links: 1, entries: 0, webhooks: 4, answers: 1, cards: 1 },
    },
  ],
})
/** The result of an erasure. */
export type ErasedCustomerView = typeof ErasedCustomerView.Type

/**
 * The result of an erasure, as the API shows it.
 *
 * @param id - of the customer
 */
export const erasedCustomerView = (
  id: number,
  { at, counts }: { readonly at: Instant; readonly counts: ErasedCounts },
): ErasedCustomerView => ({ id, erased_at: saoPauloTimestamp(at), rewritten: counts })

/** The data that would be erased, and the reasons against it. */
export const ErasurePreviewView = Schema.Struct({
  orders: Schema.Int,
  subscriptions: Schema.Int,
  payment_links: Schema.Int,
  batch_entries: Schema.Int.annotate({ description: "Entries in batches." }),
  saved_cards: Schema.Int,
  prevented_by: Schema.NullOr(
    Schema.Struct({
      reason: Schema.Literals(["subscriptions_run", "orders_open", "batches_unfinished"]),
      count: Schema.Int.annotate({ description: "How many things must end first." }),
      names: Schema.Array(Schema.String).annotate({
        description: "The first ten: tokens of subscriptions, numbers of orders, or tokens of batches.",
      }),
    }),
  ).annotate({ description: "Null if it can be erased now." }),
}).annotate({
  identifier: "ErasurePreview",
  examples: [{ orders: 3, subscriptions: 0, payment_links: 1, batch_entries: 0, saved_cards: 1, prevented_by: null }],
})
/** The data that would be erased, and the reasons against it. */
export type ErasurePreviewView = typeof ErasurePreviewView.Type

/** The preview of an erasure as the API shows it. */
export const erasurePreviewView = ({
  cards,
  entries,
  links,
  orders,
  subscriptions,
  why,
}: ErasurePreviewed): ErasurePreviewView => ({
  orders,
  subscriptions,
  payment_links: links,
  batch_entries: entries,
  saved_cards: cards,
  prevented_by: why === null ? null : preventedBy(why),
})

/** The amount of data, and the reason against erasing it. */
interface ErasurePreviewed
  extends Readonly<Record<"orders" | "subscriptions" | "links" | "entries" | "cards", number>> {
  readonly why: WhyNotErased | null
}

const reasons = {
  SubscriptionsRun: "subscriptions_run",
  OrdersOpen: "orders_open",
  BatchesUnfinished: "batches_unfinished",
} as const

const preventedBy = ({ _tag, count, names }: WhyNotErased): NonNullable<ErasurePreviewView["prevented_by"]> => ({
  reason: reasons[_tag],
  count,
  names,
})

/** Why a customer was not erased, and what has to end first. */
export const notErased = ({ _tag, count, names }: WhyNotErased): InvalidFields =>
  invalidFields([fault("customer", { code: "not_erasable", because: reasons[_tag], count, names })])
