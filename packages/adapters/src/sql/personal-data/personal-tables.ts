/**
 * Where the data of a customer is stored. Erasure and the page on personal data both use this one table.
 *
 * A column holds the data itself, or JSON with places in it.
 */
import type { ErasedPart } from "@vintem/domain/personal-data"

/** The places of a column that holds JSON, or what replaces the column itself. */
export type PersonalColumn = ErasedPart | Readonly<Record<string, ErasedPart>>

/** A table with data of customers. */
export interface PersonalTable {
  /** Which data of a person it holds, in the words of the documentation. */
  readonly holds: string
  /** Why it is kept. */
  readonly why: string
  /** How long it is kept, unless its erasure is requested. */
  readonly howLong: string
  /** What is left after an erasure. */
  readonly after: string
  readonly columns: Readonly<Record<string, PersonalColumn>>
}

const details = {
  "customer.fullname": "fullname",
  "customer.email": "email",
  "customer.document": "document",
  "customer.telephone": "telephone",
  address: "null",
} as const

const within = <Part extends ErasedPart>(member: string, places: Readonly<Record<string, Part>>) =>
  Object.fromEntries(Object.entries(places).map(([place, part]): [string, Part] => [`${member}.${place}`, part]))

const prefilled = {
  name: "null",
  email: "null",
  phone: "null",
  document: "null",
  postcode: "null",
  number: "null",
  address: "null",
} as const

const untilErased = "until it is erased"
const withOrder = "with its order"
const moneyStays = "number, dates, amounts, method, status, items; brand and digits of the card, for disputes"

/**
 * Every table that contains a customer's data. Rows that only have a customer's id are not personal once the customer
 * is erased.
 */
export const personalTables = {
  customer: {
    holds: "name, e-mail, document, telephone",
    why: "orders name the customer; the company finds them again",
    howLong: untilErased,
    after: "the id, the token, the date",
    columns: {
      fullname: "fullname",
      email: "email",
      email_key: "email_key",
      document: "document",
      telephone: "telephone",
    },
  },
  saved_card: {
    holds: "the acquirer's token of a card, its brand and digits",
    why: "the customer can pay again without typing the card",
    howLong: untilErased,
    after: "nothing: the row is deleted",
    columns: {},
  },
  orders: {
    holds: "name, e-mail, document, telephone, address, as the order was placed; the acquirer's token of the card",
    why: "the order is a fiscal fact, and can be disputed for up to 540 days",
    howLong: untilErased,
    after: moneyStays,
    columns: { document: "document", details, progress: { "attempts.*.cardToken": "null" } },
  },
  order_event: {
    holds: "the same, in the event of the placing; the acquirer's token, in the event of the payment",
    why: "the log is the order: what is stored can be proved by it",
    howLong: withOrder,
    after: "every event, without the person",
    columns: { body: { ...within("details", details), "report.cardToken": "absent" } },
  },
  subscription: {
    holds: "name, e-mail, document, telephone, address, as it began",
    why: "renewals are orders of the same customer",
    howLong: untilErased,
    after: "periods, dates, the offer",
    columns: { email_key: "email_key", details },
  },
  subscription_event: {
    holds: "the same, in the event of the beginning",
    why: "the log is the subscription",
    howLong: "with its subscription",
    after: "every event, without the person",
    columns: { body: within("details", details) },
  },
  payment_link: {
    holds: "the fields filled in for the payer: name, e-mail, document, telephone, address",
    why: "the payer need not type it; reminders go to it",
    howLong: untilErased,
    after: "title, description and reference, which are the company's own words; amounts, dates",
    columns: { terms: within("customer", prefilled) },
  },
  payment_link_event: {
    holds: "the same, in the events of creation and change",
    why: "the log is the link",
    howLong: "with its link",
    after: "every event, without the person",
    columns: { body: within("terms.customer", prefilled) },
  },
  batch_item: {
    holds: "the customer's entry in the batch: name, e-mail, document, telephone, postal code, number",
    why: "the link is made of it",
    howLong: untilErased,
    after: "amount, title, description and reference",
    columns: {
      entry: { name: "null", email: "null", phone: "null", document: "null", postcode: "null", number: "null" },
    },
  },
  webhook_body: {
    holds: "the webhook's body: name, e-mail, document, telephone, address",
    why: "it is sent again if it did not arrive, or if the company asks for it",
    howLong: "`VINTEM_RETENTION` (90 days) after it was delivered or given up",
    after: "the delivery, its time, and the outcome of each attempt",
    columns: {},
  },
  erasure_clue: {
    holds: "name, e-mail, document, telephone, while the person is being erased",
    why: "the rest is found by them, after their source is overwritten",
    howLong: "until the erasure ends: seconds, or a minute if its process ended first",
    after: "nothing: the rows are deleted",
    columns: {},
  },
  idempotency: {
    holds: "the answer to a request that carried an `Idempotency-Key`: it may show the customer",
    why: "a repeated request is answered again, and not done again",
    howLong: "24 hours to be repeated; then deleted by the daily clearing",
    after: "the key, with a refusal (410): the request is not done again",
    columns: {},
  },
} as const satisfies Readonly<Record<string, PersonalTable>>
