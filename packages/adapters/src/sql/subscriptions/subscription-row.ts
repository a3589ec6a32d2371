/**
 * A subscription as a row, and a row as a subscription.
 */
import { emailKey } from "@vintem/domain/customer"
import type { SubscriptionToken } from "@vintem/domain/identifiers"
import type { StorageUnavailable } from "@vintem/domain/ports"
import {
  paidPeriodOf,
  type Subscription,
  SubscriptionDetails,
  SubscriptionEvent,
  SubscriptionProgress,
  subscriptionStatusOf,
} from "@vintem/domain/subscription"
import { Effect, Schema } from "effect"
import { parsedJson, readerOf, readerOfJson, unreadable } from "../engine/stored-value.ts"

/** The columns of `subscription` from which a subscription is read. */
export interface SubscriptionRow {
  readonly token: string
  readonly status: string
  readonly version: number
  readonly details: string
  readonly progress: string
}

/** All columns except the number. They are written for a subscription, and the check compares them with it. */
export interface FullSubscriptionRow extends SubscriptionRow {
  readonly company_id: number
  readonly checkout_slug: string
  readonly email_key: string
  readonly next_charge: string | null
  readonly first_order: string
  readonly created_at: number
}

export const subscriptionRowColumns = [
  "subscription.token",
  "subscription.status",
  "subscription.version",
  "subscription.details",
  "subscription.progress",
] as const

export const rowFromSubscription = (subscription: Subscription): FullSubscriptionRow => ({
  ...subscriptionColumnsOf(subscription),
  ...progressColumnsOf(subscription),
  details: JSON.stringify(subscription.details),
})

/** The columns that change, and the company and token that find the row. */
export const progressColumnsOf = (subscription: Subscription) => {
  const { details, version, ...progress } = subscription
  return {
    company_id: details.company,
    token: details.token,
    version,
    status: subscriptionStatusOf(subscription),
    next_charge: paidPeriodOf(subscription).nextCharge,
    progress: JSON.stringify(progress),
  }
}

/** The columns that repeat parts of a subscription's details and progress. Throws if `paidPeriodOf` does. */
export const subscriptionColumnsOf = (subscription: Subscription) => {
  const { details } = subscription
  return {
    token: details.token,
    company_id: details.company,
    status: subscriptionStatusOf(subscription),
    checkout_slug: details.checkout.slug,
    email_key: emailKey(details.customer.email),
    next_charge: paidPeriodOf(subscription).nextCharge,
    first_order: details.firstOrder,
    created_at: details.createdAt,
  }
}

const readSubscription = readerOf(
  Schema.Struct({
    details: SubscriptionDetails,
    version: Schema.Int,
    progress: SubscriptionProgress,
  }),
)

export const subscriptionFromRow = Effect.fnUntraced(function* (
  operation: string,
  row: SubscriptionRow,
): Effect.fn.Return<Subscription, StorageUnavailable> {
  const { details, version, progress } = yield* readSubscription(operation, `Subscription ${row.token}`, {
    details: parsedJson(row.details),
    version: row.version,
    progress: parsedJson(row.progress),
  })
  const subscription: Subscription = { details, version, ...progress }
  return subscriptionStatusOf(subscription) === row.status
    ? subscription
    : yield* unreadable(operation, `Status ${row.status} of subscription ${row.token}`)
})

const readEvent = readerOfJson(SubscriptionEvent)

export const subscriptionEventFromJson = (operation: string, token: SubscriptionToken, body: string) =>
  readEvent(operation, `An event of subscription ${token}`, body)
