/**
 * A plain subscription for stories: R$ 100,00 a month from 2 March 2026, without an end, charged to a card. Renewals
 * and cards have numbers.
 */
import { type Instant, instant, LocalDate, millisecondsPerDay, saoPauloDate, startOfDay } from "@vintem/domain/calendar"
import {
  CompanyId,
  CustomerId,
  OrderNumber,
  PublicKey,
  SavedCardToken,
  SubscriptionToken,
} from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import type { ChargedCard } from "@vintem/domain/order"
import {
  evolveSubscription,
  type Subscription,
  type SubscriptionBegun,
  type SubscriptionChange,
  type SubscriptionDetails,
  type SubscriptionMeans,
  subscriptionBegun,
} from "@vintem/domain/subscription"
import { exampleAddress, exampleCard, exampleCustomer, examplePlacedAt } from "../order/example-order.ts"

/**
 * When the second period of the example subscription is charged: 2 April 2026, at the beginning of the day in São
 * Paulo.
 */
export const exampleRenewalAt: Instant = startOfDay(LocalDate.make("2026-04-02"))

/** So many days of 24 hours after `exampleRenewalAt`. @param days - fractions too; to the millisecond */
export const daysAfterRenewal = (days: number): Instant =>
  instant(exampleRenewalAt + Math.round(days * millisecondsPerDay))

/** The token of an example subscription, by number. */
export const exampleSubscriptionToken = (n: number): SubscriptionToken =>
  SubscriptionToken.make(`00000000-0000-4000-a000-${String(n).padStart(12, "0")}`)

/** A card by number. The first one pays the example subscription. */
export const subscriberCard = (n: number): ChargedCard =>
  n === 1
    ? exampleCard
    : {
        ...exampleCard,
        token: SavedCardToken.make(`00000000-0000-4000-b000-${String(n).padStart(12, "0")}`),
        lastDigits: String(n).padStart(4, "0"),
      }

/** Means of payment by name. For a card it is the first one. */
export const exampleMeans = (name: SubscriptionMeans["_tag"]): SubscriptionMeans =>
  name === "credit" ? { _tag: name, card: exampleCard } : { _tag: name }

/** Details of an ordinary subscription. */
export const exampleSubscriptionDetails = (overrides: Partial<SubscriptionDetails> = {}): SubscriptionDetails => ({
  company: CompanyId.make(1),
  token: exampleSubscriptionToken(1),
  firstOrder: OrderNumber.make("EXEMPLO1"),
  src: null,
  ref: null,
  checkout: { title: "Clube", slug: "clube", product: { title: "Clube", sku: "clube" } },
  customerId: CustomerId.make(1),
  customerToken: "00000000-0000-4000-8000-000000000001",
  customer: exampleCustomer,
  address: exampleAddress,
  item: { productId: 1, sku: "clube", title: "Clube", unitPrice: centavos(10_000), priceCost: null, quantity: 1 },
  recurrence: { every: "month", count: 1, cycles: null },
  anchor: saoPauloDate(examplePlacedAt),
  createdAt: examplePlacedAt,
  ...overrides,
})

/** A story's values for a new subscription. It is paid by card if `means` is missing. */
export interface Beginning extends Partial<SubscriptionDetails> {
  readonly means?: SubscriptionMeans["_tag"]
}

/** The beginning of a subscription. */
export const exampleSubscriptionBegun = ({ means = "credit", ...overrides }: Beginning = {}): SubscriptionBegun => {
  const details = exampleSubscriptionDetails(overrides)
  return { _tag: "SubscriptionBegun", details, means: exampleMeans(means), at: details.createdAt }
}

/** A subscription after some changes. */
export const exampleSubscription = (
  beginning: Beginning = {},
  ...changes: ReadonlyArray<SubscriptionChange>
): Subscription => changes.reduce(evolveSubscription, subscriptionBegun(exampleSubscriptionBegun(beginning)))

/** The number of the order that charges a period. */
export const renewalOrder = (period: number): OrderNumber => OrderNumber.make(`RENOVA${period}`)

/** The payer's key to the order that charges a period. */
export const renewalKey = (period: number): PublicKey =>
  PublicKey.make(`renovacao_publicKey_${String(period).padStart(4, "0")}`)
