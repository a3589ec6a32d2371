/** One customer, with their latest data besides orders. */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { CardBrand } from "@vintem/domain/card"
import type { PersonGlance } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { exampleCard } from "../order/example-order.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { PaymentLinkView, paymentLinkView } from "../payment-link/payment-link-view.ts"
import { SubscriberView, subscriberView } from "../subscription/subscriber-view.ts"
import { CustomerView, customerView } from "./customer-view.ts"
import { exampleCustomer } from "./example-customer.ts"

/** The most entries of each kind: the latest ones. */
export const customerDetailMax = 15

/** A saved card, without its number and the token that charges it. */
const MaskedCardView = Schema.Struct({
  brand: CardBrand,
  last_digits: Schema.String,
  created_at: TimestampView,
}).annotate({
  identifier: "MaskedCard",
  examples: [{ ...exampleCard, created_at: "2026-11-21 10:15:00" }],
})

const latest = <A extends Schema.Constraint>(of: A, which: string) =>
  Schema.Array(of).annotate({ description: `${which}: the latest ${customerDetailMax}, newest first.` })

/** One customer, with details. */
export const CustomerDetailView = Schema.Struct({
  ...CustomerView.fields,
  erased_at: Schema.NullOr(TimestampView).annotate({
    description: "When their data was erased; null if it was not.",
  }),
  subscribers: latest(SubscriberView, "Subscriptions that their orders began"),
  payment_links: latest(PaymentLinkView, "Links filled in with their document or, without one, their e-mail"),
  saved_cards: latest(MaskedCardView, "Cards that can be charged again"),
}).annotate({
  identifier: "CustomerDetail",
  examples: [
    {
      ...exampleCustomer,
      erased_at: null,
      subscribers: [],
      payment_links: [],
      saved_cards: [{ ...exampleCard, created_at: "2026-11-21 10:15:00" }],
    },
  ],
})
/** One customer, with details. */
export type CustomerDetailView = typeof CustomerDetailView.Type

/**
 * One customer, as shown with details.
 *
 * @param publicUrl - base of all returned URLs, without a slash at its end
 */
export const customerDetailView = (
  { cards, customer, erasedAt, links, subscriptions }: PersonGlance,
  publicUrl: string,
): CustomerDetailView => ({
  ...customerView(customer),
  erased_at: erasedAt === null ? null : saoPauloTimestamp(erasedAt),
  subscribers: subscriptions.map((subscription) => subscriberView(subscription, publicUrl)),
  payment_links: links.map((link) => paymentLinkView(link, publicUrl)),
  saved_cards: cards.map(({ brand, createdAt, lastDigits }) => ({
    brand,
    last_digits: lastDigits,
    created_at: saoPauloTimestamp(createdAt),
  })),
})
