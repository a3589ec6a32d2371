/**
 * Applies what happened to a link. It never refuses: what is recorded has happened.
 */
import type { Instant } from "../calendar/instant.ts"
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import type { OrderNumber } from "../identifiers/order.ts"
import { numbering } from "../machine/fold.ts"
import type { LinkChange, LinkCreated } from "./events.ts"
import { isPastExpiry } from "./link-status.ts"
import { type LivePayment, livePaymentsMax, type PaymentFlag, type PaymentLink } from "./payment-link.ts"

/** The link at its creation. */
export const linkCreated = ({ details, terms, at }: LinkCreated): PaymentLink => ({
  details,
  version: 1,
  terms,
  paid: null,
  payments: [],
  flagged: [],
  removedAt: null,
  updatedAt: at,
})

/** Whether the link could be paid often when a payment was confirmed. */
export const isOneOfMany = ({ onePaymentFrom, terms }: PaymentLink, confirmedAt: Instant): boolean =>
  !terms.expireAfterPayment || (onePaymentFrom !== undefined && confirmedAt < onePaymentFrom)

/** Why money of an order that was confirmed at this instant is more than the link asked for, or null where it is not. */
export const paymentFlagOf = (link: PaymentLink, order: OrderNumber, confirmedAt: Instant): PaymentFlag | null => {
  const isSecond = link.paid !== null && isOther(link.paid, order) && link.paid.at <= confirmedAt
  if (isSecond && !isOneOfMany(link, confirmedAt)) return "duplicate"
  if (link.removedAt !== null && confirmedAt >= link.removedAt) return "after_removal"
  return isPastExpiry(link, saoPauloDate(confirmedAt)) ? "after_expiry" : null
}

const apply = (link: PaymentLink, event: LinkChange): PaymentLink => {
  switch (event._tag) {
    case "LinkUpdated":
      return updated(link, event)
    case "LinkRemoved":
      return { ...link, removedAt: link.removedAt ?? event.at }
    case "PaymentStarted":
      return { ...link, payments: withLive(link, { order: event.order, standing: "in_flight" }) }
    case "PaymentReported": {
      const { order, standing } = event
      switch (standing._tag) {
        case "in_flight":
        case "open":
          return { ...link, payments: withLive(link, { order, standing: standing._tag }) }
        case "ended":
          return { ...link, payments: withoutLive(link, order) }
        case "confirmed":
          return confirmed(link, order, standing.at)
      }
    }
  }
}

const updated = (
  { onePaymentFrom: before, ...link }: PaymentLink,
  { at, onePaymentFromNow, terms }: Extract<LinkChange, { _tag: "LinkUpdated" }>,
): PaymentLink => {
  const onePaymentFrom = onePaymentFromNow === true ? at : before
  return { ...link, terms, ...(terms.expireAfterPayment && onePaymentFrom !== undefined ? { onePaymentFrom } : {}) }
}

const confirmed = (link: PaymentLink, order: OrderNumber, at: Instant): PaymentLink => {
  const ended = { ...link, payments: withoutLive(link, order) }
  if (isReceived(link, order)) return ended
  const flag = paymentFlagOf(link, order, at)
  const flagged = flag === null ? link.flagged : [...link.flagged, { order, flag, at }]
  if (link.paid === null) return { ...ended, paid: { order, at }, flagged }
  if (isOneOfMany(link, at) || flag === "duplicate") return { ...ended, flagged }
  // Two reports have overtaken each other: the payment that was reported first was not the first.
  const { paid: later } = link
  const others = flagged.filter((one) => isOther(one, later.order))
  return { ...ended, paid: { order, at }, flagged: [...others, { ...later, flag: "duplicate" }] }
}

/** Whether the link remembers that this order was paid: of the first payment and of every flagged one it does. */
export const isReceived = ({ paid, flagged }: PaymentLink, order: OrderNumber): boolean =>
  paid?.order === order || flagged.some((one) => one.order === order)

/** The payment of an order that the link waits for. */
export const liveOf = (link: PaymentLink, order: OrderNumber): LivePayment | undefined =>
  link.payments.find((payment) => payment.order === order)

const isOther = (payment: { readonly order: OrderNumber }, order: OrderNumber): boolean => payment.order !== order

const withLive = ({ payments }: PaymentLink, payment: LivePayment): ReadonlyArray<LivePayment> =>
  payments.some(({ order }) => order === payment.order)
    ? payments.map((one) => (one.order === payment.order ? payment : one))
    : withoutSurplus([...payments, payment])

const withoutSurplus = (payments: ReadonlyArray<LivePayment>): ReadonlyArray<LivePayment> => {
  const oldestOpen = payments.findIndex(({ standing }) => standing === "open")
  return payments.length > livePaymentsMax && oldestOpen >= 0 ? payments.toSpliced(oldestOpen, 1) : payments
}

const withoutLive = ({ payments }: PaymentLink, order: OrderNumber): ReadonlyArray<LivePayment> =>
  payments.filter((one) => one.order !== order)

/** The link after one more event. */
export const evolveLink = numbering(apply)
