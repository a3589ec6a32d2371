/**
 * Keeps a payment link in step with the orders that were placed by it.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { LinkSlug, OrderNumber } from "@vintem/domain/identifiers"
import type { Order } from "@vintem/domain/order"
import {
  duplicatesOf,
  evolveLink,
  type LinkChange,
  linkMachine,
  linkObligationsOf,
  type PaymentLink,
  paymentStateOf,
} from "@vintem/domain/payment-link"
import { JobQueue, type LinkConflict, PaymentLinkRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { jobOf } from "../queue/work.ts"

/** A link after the state of one of its orders' payments was recorded. */
export interface UpdatedLink {
  readonly link: PaymentLink
  /** What made it so: nothing if it knew. */
  readonly events: ReadonlyArray<LinkChange>
  /** Orders that turn out now to be a second payment of a link that takes one. */
  readonly duplicates: ReadonlyArray<OrderNumber>
}

/** Part of a unit, which only reads: the order's link with the order's state recorded; null if the order has no link. */
export const updatedLink = (
  order: Order,
): Effect.Effect<UpdatedLink | null, StorageUnavailable, PaymentLinkRepository> => {
  const { paymentLink } = order.details
  return paymentLink === undefined ? Effect.succeed(null) : linkWithState(order, paymentLink)
}

const linkWithState = Effect.fnUntraced(function* (order: Order, paymentLink: LinkSlug) {
  const { company, number } = order.details
  const links = yield* PaymentLinkRepository
  const found = yield* links.find(company, paymentLink)
  if (Option.isNone(found)) return null
  const at = order.updatedAt
  const state = paymentStateOf(order)
  const events = linkMachine.record(found.value, { _tag: "PaymentUpdate", order: number, state, at })
  const link = events.reduce(evolveLink, found.value)
  const known = duplicatesOf(found.value)
  const told: UpdatedLink = { link, events, duplicates: duplicatesOf(link).filter((one) => !known.includes(one)) }
  return told
})

/** Part of a unit: saves a link after an order's state was recorded, and queues what the link then owes. */
export const saveLink = Effect.fnUntraced(function* (
  { link, events }: UpdatedLink,
  { updatedAt: at }: Order,
): Effect.fn.Return<void, LinkConflict | StorageUnavailable, JobQueue | PaymentLinkRepository> {
  const links = yield* PaymentLinkRepository
  yield* links.save(link, events)
  yield* queueWithdrawals(link, at)
})

/** Part of a unit: queues the withdrawal of each Pix and slip for which the link asks no more money. */
export const queueWithdrawals = Effect.fnUntraced(function* (
  link: PaymentLink,
  at: Instant,
): Effect.fn.Return<void, StorageUnavailable, JobQueue> {
  const queue = yield* JobQueue
  const { company, slug } = link.details
  yield* queue.enqueue(
    linkObligationsOf(link).map(({ order }) =>
      jobOf({ _tag: "WithdrawPayment", company, order, link: slug, since: at }, at),
    ),
  )
})
