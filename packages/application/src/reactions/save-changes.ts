/**
 * Saves what happened to an order together with all that follows from it: this file is the list, and its order is that of the commit.
 */
import type { OrderNumber } from "@vintem/domain/identifiers"
import { type Order, type OrderChange, orderMachine } from "@vintem/domain/order"
import {
  type CardAttempts,
  type CompanyRepository,
  type CouponRepository,
  type CustomerRepository,
  type Identifiers,
  type JobQueue,
  type LinkConflict,
  type OrderConflict,
  OrderRepository,
  type PaymentLinkRepository,
  type SavedCardRepository,
  type StorageUnavailable,
  type SubscriptionConflict,
  type SubscriptionRepository,
  type WebhookDeliveryRepository,
  type WebhookEndpointRepository,
  type WebhookPayload,
} from "@vintem/domain/ports"
import type { Subscription } from "@vintem/domain/subscription"
import { Effect, Option } from "effect"
import type { ChargePolicy } from "../charging/charge-policy.ts"
import { countCardAttempts } from "./card-attempts.ts"
import { countCoupon } from "./coupon.ts"
import { saveLink, type UpdatedLink, updatedLink } from "./payment-link.ts"
import { queueReceipt } from "./receipt.ts"
import { saveOrder } from "./save-order.ts"
import { saveCards } from "./saved-card.ts"
import { type Steps, stepsOf } from "./steps.ts"
import { updateSubscription } from "./subscription.ts"

/** Somebody saved one of what follows meanwhile: read again, decide again. */
export type SaveConflict = LinkConflict | OrderConflict | SubscriptionConflict

/** What saving an order and all that follows from it needs. */
export type SaveNeeds =
  | CardAttempts
  | ChargePolicy
  | CompanyRepository
  | CouponRepository
  | CustomerRepository
  | Identifiers
  | JobQueue
  | OrderRepository
  | PaymentLinkRepository
  | SavedCardRepository
  | SubscriptionRepository
  | WebhookDeliveryRepository
  | WebhookEndpointRepository
  | WebhookPayload

/**
 * Part of a unit.
 *
 * @param changes - from the order as it is stored
 * @param subscription - the subscription that the order renews, as it was read: its version is compared when it is saved
 * @returns the order as it is saved: if it paid a link after another order, though the link takes one payment, it knows that too
 */
export const saveChanges = Effect.fnUntraced(function* (
  changes: Steps,
  subscription?: Subscription,
): Effect.fn.Return<Order, SaveConflict | StorageUnavailable, SaveNeeds> {
  const { before } = changes
  const link = yield* updatedLink(changes.after)
  const found = duplicateFound(changes.after, link)
  const steps = found.length === 0 ? changes : stepsOf(before, [...changes.events, ...found])
  const { events } = steps
  const order = yield* saveOrder(steps)
  yield* queueReceipt(before, order)
  yield* countCoupon(order)
  yield* countCardAttempts(order, events)
  if (link !== null) {
    yield* saveLink(link, order)
    yield* Effect.forEach(link.duplicates, (number) => saveDuplicate(order, number, link), { discard: true })
  }
  yield* saveCards(order, events)
  yield* updateSubscription(order, subscription)
  return order
})

/** The report that an order was a second payment of its link. */
const duplicateFound = (order: Order, link: UpdatedLink | null): ReadonlyArray<OrderChange> => {
  const of = link?.link.paid?.order
  return of !== undefined && link?.duplicates.includes(order.details.number)
    ? orderMachine.record(order, { _tag: "DuplicatePayment", of, at: order.updatedAt })
    : []
}

/** Saves the duplicate on another order. Its payment was reported first, but this one was paid earlier. */
const saveDuplicate = Effect.fnUntraced(function* (earlier: Order, number: OrderNumber, link: UpdatedLink) {
  if (number === earlier.details.number) return
  const orders = yield* OrderRepository
  const stored = yield* orders.find(earlier.details.company, number)
  if (Option.isNone(stored)) return
  const { order } = stored.value
  yield* saveOrder(stepsOf(order, duplicateFound(order, link)))
})
