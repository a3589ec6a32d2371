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
import type { StartedLinkPayment } from "../charging/start-link-payment.ts"
import { jobOf } from "../queue/work.ts"
import type { Consequence } from "./consequence.ts"

/** A link after the state of one of its orders' payments was recorded. */
export interface UpdatedLink {
  readonly link: PaymentLink
  /** Its new events; none if it knew the state already. */
  readonly events: ReadonlyArray<LinkChange>
  /** Orders that now prove to be a second payment of a single-payment link. */
  readonly duplicates: ReadonlyArray<OrderNumber>
}

/**
 * Reads an order's link, and records the order's state in it; null if the order has no link. Nothing is written.
 *
 * @param started - the link as a payment of this order has just started in it, if one has
 */
export const updatedLink = (
  order: Order,
  started: StartedLinkPayment | undefined,
): Effect.Effect<UpdatedLink | null, StorageUnavailable, PaymentLinkRepository> => {
  const { company, paymentLink } = order.details
  if (paymentLink === undefined) return Effect.succeed(null)
  if (started !== undefined) return Effect.succeed(linkAfter(started, order))
  return Effect.flatMap(PaymentLinkRepository, ({ find }) =>
    Effect.map(
      find(company, paymentLink),
      Option.match({ onNone: () => null, onSome: (link) => linkAfter({ link, events: [] }, order) }),
    ),
  )
}

const linkAfter = ({ events: before, link: known }: StartedLinkPayment, order: Order): UpdatedLink => {
  const { number } = order.details
  const at = order.updatedAt
  const state = paymentStateOf(order)
  const events = linkMachine.record(known, { _tag: "PaymentUpdate", order: number, state, at })
  const link = events.reduce(evolveLink, known)
  const duplicates = duplicatesOf(known)
  return {
    link,
    events: [...before, ...events],
    duplicates: duplicatesOf(link).filter((one) => !duplicates.includes(one)),
  }
}

/** The report that an order was a second payment of its link; none if it was not, or is known to be. */
export const duplicateFound = (order: Order, link: UpdatedLink | null): ReadonlyArray<OrderChange> => {
  const of = link?.link.paid?.order
  return of !== undefined && link?.duplicates.includes(order.details.number)
    ? orderMachine.record(order, { _tag: "DuplicatePayment", of, at: order.updatedAt })
    : []
}

/** A link after an order's state was recorded, and what it then owes. */
export const linkWrites = ({ link, events }: UpdatedLink, { updatedAt: at }: Order): ReadonlyArray<Consequence> => [
  { _tag: "SaveLink", link, events },
  ...withdrawalWrites(link, at),
]

/** Withdraws each Pix and slip that the link no longer waits for. */
export const withdrawalWrites = (link: PaymentLink, at: Instant): ReadonlyArray<Consequence<"EnqueueJobs">> => {
  const { company, slug } = link.details
  const jobs = linkObligationsOf(link).map(({ order }) =>
    jobOf({ _tag: "WithdrawPayment", company, order, link: slug, since: at }, at),
  )
  return jobs.length === 0 ? [] : [{ _tag: "EnqueueJobs", jobs }]
}
