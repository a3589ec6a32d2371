/**
 * Reads what the consequences of an order's change depend on. Nothing is written here.
 */
import type { Order } from "@vintem/domain/order"
import {
  type CompanyRepository,
  type CustomerRepository,
  type Identifiers,
  OrderRepository,
  type PaymentLinkRepository,
  type StorageUnavailable,
  type SubscriptionRepository,
  type WebhookDeliveryRepository,
  type WebhookEndpointRepository,
  type WebhookPayload,
} from "@vintem/domain/ports"
import type { Subscription } from "@vintem/domain/subscription"
import { Effect, Option } from "effect"
import { ChargePolicy } from "../charging/charge-policy.ts"
import type { StartedLinkPayment } from "../charging/start-link-payment.ts"
import { duplicateFound, type UpdatedLink, updatedLink } from "./payment-link.ts"
import { isReceiptWanted } from "./receipt.ts"
import { type Steps, stepsOf } from "./steps.ts"
import { type KnownSubscription, knownSubscription } from "./subscription.ts"
import { type NotifiedChange, notifiedChange } from "./webhooks.ts"

/** All data that the consequences of a change depend on. */
export interface Surroundings extends NotifiedChange {
  readonly acquirerTimeoutMillis: number
  /** The order's link, with the order's state recorded. */
  readonly link: UpdatedLink | null
  /** Other orders whose payments were reported first, but were not the first: they now become second payments. */
  readonly duplicates: ReadonlyArray<NotifiedChange>
  readonly isReceiptWanted: boolean
  readonly subscription: KnownSubscription
}

/** Objects that were read before. They may be out of date: their versions are compared when they are saved. */
export interface Known {
  /** The subscription that the order renews. */
  readonly subscription?: Subscription
  /** The order's link; this payment has started in it. */
  readonly link?: StartedLinkPayment
}

export const readSurroundings = Effect.fnUntraced(function* (
  changes: Steps,
  known: Known,
): Effect.fn.Return<
  Surroundings,
  StorageUnavailable,
  | ChargePolicy
  | CompanyRepository
  | CustomerRepository
  | Identifiers
  | OrderRepository
  | PaymentLinkRepository
  | SubscriptionRepository
  | WebhookDeliveryRepository
  | WebhookEndpointRepository
  | WebhookPayload
> {
  const { before } = changes
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const link = yield* updatedLink(changes.after, known.link)
  const found = duplicateFound(changes.after, link)
  const steps = found.length === 0 ? changes : stepsOf(before, [...changes.events, ...found])
  const order = steps.after
  const change = yield* notifiedChange(steps)
  return {
    ...change,
    acquirerTimeoutMillis,
    link,
    duplicates: link === null ? [] : yield* duplicatesOf(order, link),
    isReceiptWanted: yield* isReceiptWanted(before, order),
    subscription: yield* knownSubscription(change, known.subscription),
  }
})

const duplicatesOf = Effect.fnUntraced(function* ({ details: { company, number } }: Order, link: UpdatedLink) {
  const { find } = yield* OrderRepository
  const changes: Array<NotifiedChange> = []
  for (const other of link.duplicates) {
    const stored = other === number ? Option.none() : yield* find(company, other)
    if (Option.isNone(stored)) continue
    changes.push(yield* notifiedChange(stepsOf(stored.value.order, duplicateFound(stored.value.order, link))))
  }
  return changes
})
