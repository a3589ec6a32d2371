/**
 * Keeps a payment link in step with the orders that were placed by it.
 */
import {
  evolveLink,
  hearLink,
  JobQueue,
  linkObligationsOf,
  type Order,
  PaymentLinkRepository,
  paymentStandingOf,
} from "@vintem/domain"
import { Effect, Option } from "effect"
import { jobOf } from "../work/work.ts"

/**
 * Part of a unit: tells the link where the money of its order stands, and leaves to the queue what the link owes then. What it
 * knows already changes nothing.
 */
export const keepLink = Effect.fnUntraced(function* (order: Order) {
  const { company, number, paymentLink } = order.details
  if (paymentLink === undefined) return
  const links = yield* PaymentLinkRepository
  const queue = yield* JobQueue
  const found = yield* links.find(company, paymentLink)
  if (Option.isNone(found)) return
  const at = order.updatedAt
  const standing = paymentStandingOf(order)
  const events = hearLink(found.value, { _tag: "PaymentStands", order: number, standing, at })
  const link = events.reduce(evolveLink, found.value)
  yield* links.save(link, events)
  yield* queue.enqueue(
    linkObligationsOf(link).map(({ order: open }) =>
      jobOf({ _tag: "WithdrawPayment", company, order: open, link: paymentLink, since: at }, at),
    ),
  )
})
