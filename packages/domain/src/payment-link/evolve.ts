/**
 * Applies what happened to a link. It never refuses: what is recorded has happened.
 */
import { type Instant, instant } from "../calendar/instant.ts"
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

/** Why money of an order that was confirmed at this instant is more than the link asked for, or null if it is not. */
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
      return { ...link, payments: withLive(link, { order: event.order, state: "in_flight" }, event.forgets) }
    case "PaymentReported": {
      const { order, state } = event
      switch (state._tag) {
        case "in_flight":
        case "open":
          return { ...link, payments: withLive(link, { order, state: state._tag }, event.forgets) }
        case "ended":
          return { ...link, payments: withoutLive(link, order) }
        case "confirmed":
          return confirmed(link, order, state.at)
      }
    }
  }
}

const updated = (
  { onePaymentFrom: before, ...link }: PaymentLink,
  { at, onePaymentFromNow, terms }: Extract<LinkChange, { _tag: "LinkUpdated" }>,
): PaymentLink => {
  // Later than whatever is known of the link, whichever process's clock told the time.
  const onePaymentFrom = onePaymentFromNow === true ? instant(Math.max(at, link.updatedAt + 1)) : before
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

/**
 * What an event about a payment says if the link has to forget another one for it: the oldest Pix or slip; if the link may be paid often
 * and there is none, the oldest payment.
 */
export const forgettingFor = (
  { payments, terms }: PaymentLink,
  order: OrderNumber,
): { readonly forgets?: OrderNumber } => {
  if (payments.length < livePaymentsMax || payments.some((one) => one.order === order)) return {}
  const oldest = payments.find(({ state }) => state === "open") ?? (terms.expireAfterPayment ? undefined : payments[0])
  return oldest === undefined ? {} : { forgets: oldest.order }
}

const isOther = (payment: { readonly order: OrderNumber }, order: OrderNumber): boolean => payment.order !== order

const withLive = (
  { payments }: PaymentLink,
  payment: LivePayment,
  forgets?: OrderNumber,
): ReadonlyArray<LivePayment> =>
  payments.some(({ order }) => order === payment.order)
    ? payments.map((one) => (one.order === payment.order ? payment : one))
    : [...payments.filter(({ order }) => order !== forgets), payment]

const withoutLive = ({ payments }: PaymentLink, order: OrderNumber): ReadonlyArray<LivePayment> =>
  payments.filter((one) => one.order !== order)

/** The link after one more event. */
export const evolveLink = numbering(apply)
