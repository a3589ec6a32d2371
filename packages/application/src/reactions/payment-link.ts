/**
 * Keeps a payment link in step with the orders that were placed by it.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { OrderNumber } from "@vintem/domain/identifiers"
import { type Order, type OrderChange, orderMachine } from "@vintem/domain/order"
import {
  duplicatesOf,
  evolveLink,
  type LinkChange,
  linkMachine,
  linkObligationsOf,
  type PaymentLink,
  paymentStateOf,
} from "@vintem/domain/payment-link"
import { PaymentLinkRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { jobOf } from "../queue/work.ts"
import type { Write } from "./write.ts"

/** A link after the state of one of its orders' payments was recorded. */
export interface UpdatedLink {
  readonly link: PaymentLink
  /** What made it so: nothing if it knew. */
  readonly events: ReadonlyArray<LinkChange>
  /** Orders that turn out now to be a second payment of a link that takes one. */
  readonly duplicates: ReadonlyArray<OrderNumber>
}

/** Reads an order's link, and records the order's state in it; null if the order has no link. Nothing is written. */
export const updatedLink = (
  order: Order,
): Effect.Effect<UpdatedLink | null, StorageUnavailable, PaymentLinkRepository> => {
  const { company, paymentLink } = order.details
  if (paymentLink === undefined) return Effect.succeed(null)
  return Effect.flatMap(PaymentLinkRepository, ({ find }) =>
    Effect.map(
      find(company, paymentLink),
      Option.match({ onNone: () => null, onSome: (link) => linkAfter(link, order) }),
    ),
  )
}

const linkAfter = (before: PaymentLink, order: Order): UpdatedLink => {
  const { number } = order.details
  const at = order.updatedAt
  const state = paymentStateOf(order)
  const events = linkMachine.record(before, { _tag: "PaymentUpdate", order: number, state, at })
  const link = events.reduce(evolveLink, before)
  const known = duplicatesOf(before)
  return { link, events, duplicates: duplicatesOf(link).filter((one) => !known.includes(one)) }
}

/** The report that an order was a second payment of its link; none if it was not, or is known to be. */
export const duplicateFound = (order: Order, link: UpdatedLink | null): ReadonlyArray<OrderChange> => {
  const of = link?.link.paid?.order
  return of !== undefined && link?.duplicates.includes(order.details.number)
    ? orderMachine.record(order, { _tag: "DuplicatePayment", of, at: order.updatedAt })
    : []
}

/** A link after an order's state was recorded, and what it then owes. */
export const linkWrites = ({ link, events }: UpdatedLink, { updatedAt: at }: Order): ReadonlyArray<Write> => [
  { _tag: "SaveLink", link, events },
  ...withdrawalWrites(link, at),
]

/** Withdraws each Pix and slip that the link no longer waits for. */
export const withdrawalWrites = (link: PaymentLink, at: Instant): ReadonlyArray<Write<"EnqueueJobs">> => {
  const { company, slug } = link.details
  const jobs = linkObligationsOf(link).map(({ order }) =>
    jobOf({ _tag: "WithdrawPayment", company, order, link: slug, since: at }, at),
  )
  return jobs.length === 0 ? [] : [{ _tag: "EnqueueJobs", jobs }]
}
