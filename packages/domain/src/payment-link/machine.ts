/**
 * The payment link as a machine: what can be asked of it and what its orders report, when it refuses, what happens then, and what that makes
 * of it.
 */
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"
import { Instant, instant } from "../calendar/instant.ts"
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import { OrderNumber } from "../identifiers/order.ts"
import { numbering } from "../machine/fold.ts"
import type { CommandRules, Machine } from "../machine/machine.ts"
import { installmentCountOf, Method } from "../method/method.ts"
import { isPastExpiry, isUsedUp, LinkStatus, linkStatuses } from "./link-status.ts"
import {
  LinkDetails,
  LinkTerms,
  type LivePayment,
  livePaymentsMax,
  type PaymentFlag,
  type PaymentLink,
  PaymentState,
} from "./payment-link.ts"

/** What can be asked of a link. It may be refused. */
export type LinkCommand =
  /** Offer something else from now on: the terms as a whole, with what a request left out as it was. */
  | { readonly _tag: "Update"; readonly terms: LinkTerms; readonly at: Instant }
  | { readonly _tag: "Remove"; readonly at: Instant }
  /** Let an order of the link charge its payer: recorded in the same commit as the order's attempt. */
  | { readonly _tag: "StartPayment"; readonly order: OrderNumber; readonly method: Method; readonly at: Instant }

/** What a link's orders report to it. It is never refused. */
export type LinkReport =
  /** The state of the money of one order has changed: recorded in the same commit as the change of that order. */
  { readonly _tag: "PaymentUpdate"; readonly order: OrderNumber; readonly state: PaymentState; readonly at: Instant }

/** The commands by name. */
export const LinkCommandName = Schema.Literals(["Update", "Remove", "StartPayment"])
/** The commands by name. */
export type LinkCommandName = typeof LinkCommandName.Type

/** Why a command is refused. `linkRefusalMeaning` explains each. */
export const LinkRefusal = Schema.Literals([
  "AlreadyRemoved",
  "AlreadyPaid",
  "LinkExpired",
  "MethodNotAccepted",
  "TooManyInstallments",
  "PaymentInFlight",
  "InstrumentOpen",
])
export type LinkRefusal = typeof LinkRefusal.Type

/** What is so where a command is refused, in words: completes "refused, because …". */
export const linkRefusalMeaning: Readonly<Record<LinkRefusal, string>> = {
  AlreadyRemoved: "a deleted link is neither changed nor paid",
  AlreadyPaid: "a payment is confirmed: the link cannot be deleted or, if it takes one payment, paid again",
  LinkExpired: "its last day has passed",
  MethodNotAccepted: "the link is not paid by this method",
  TooManyInstallments: "the link is paid in fewer installments",
  PaymentInFlight: "a payment has no outcome yet: try again later",
  InstrumentOpen: "a Pix or slip can still be paid: void it first",
}

/** The command cannot be done now; nothing was written. `allowed` names what could be done instead. */
export class LinkRefused extends Schema.TaggedError<LinkRefused>()("LinkRefused", {
  command: LinkCommandName,
  reason: LinkRefusal,
  status: LinkStatus,
  allowed: Schema.Array(LinkCommandName),
  /** Orders whose Pix or slip can still be paid, to be voided before the link is removed. */
  open: Schema.Array(OrderNumber),
}) {}

/** The payment that the link no longer waits for, where with this one it would wait for too many. */
const forgetting = { forgets: Schema.optionalKey(OrderNumber) }

/**
 * What happened to a link. The log of these, folded with `evolveLink`, is the link. Every event says `at` which instant of the service's clock
 * it was recorded.
 */
export const LinkEvent = Schema.TaggedUnion({
  LinkCreated: { details: LinkDetails, terms: LinkTerms, at: Instant },
  LinkUpdated: {
    terms: LinkTerms,
    /** There where the link could be paid often before, and is paid once from now on. */
    onePaymentFromNow: Schema.optionalKey(Schema.Literal(true)),
    at: Instant,
  },
  LinkRemoved: { at: Instant },
  /** Written before the acquirer is asked for the charge, so that no second payer can be charged meanwhile. */
  PaymentStarted: { order: OrderNumber, method: Method, ...forgetting, at: Instant },
  PaymentReported: { order: OrderNumber, state: PaymentState, ...forgetting, at: Instant },
})
export type LinkEvent = typeof LinkEvent.Type
/** The first event of every link. */
export type LinkCreated = Extract<LinkEvent, { _tag: "LinkCreated" }>
/** Everything that can follow the creation. */
export type LinkChange = Exclude<LinkEvent, LinkCreated>

const isRemoved = ({ removedAt }: PaymentLink): boolean => removedAt !== null

const hasPaymentInFlight = ({ payments }: PaymentLink): boolean => payments.some(({ state }) => state === "in_flight")

/** Each command: when it is a repetition, the reasons against it by rank, and what it causes. */
const linkCommands: CommandRules<LinkTypes> = {
  Update: {
    isRepetition: (link, { terms }) => Equal.equals(link.terms, terms),
    refusals: [{ reason: "AlreadyRemoved", when: isRemoved }],
    effects: (link, { terms, at }) => {
      const isRestricted = terms.expireAfterPayment && !link.terms.expireAfterPayment
      return [{ _tag: "LinkUpdated", terms, ...(isRestricted ? { onePaymentFromNow: true } : {}), at }]
    },
  },
  Remove: {
    isRepetition: isRemoved,
    refusals: [
      { reason: "AlreadyPaid", when: ({ paid }) => paid !== null },
      { reason: "PaymentInFlight", when: hasPaymentInFlight },
      { reason: "InstrumentOpen", when: ({ payments }) => payments.length > 0 },
    ],
    effects: (_, { at }) => [{ _tag: "LinkRemoved", at }],
  },
  StartPayment: {
    isRepetition: (link, { order }) => order !== undefined && liveOf(link, order)?.state === "in_flight",
    refusals: [
      { reason: "AlreadyRemoved", when: isRemoved },
      { reason: "AlreadyPaid", when: isUsedUp },
      { reason: "LinkExpired", when: (link, { at }) => isPastExpiry(link, saoPauloDate(at)) },
      {
        reason: "MethodNotAccepted",
        when: ({ terms }, { method }) => method !== undefined && !terms.methods[method._tag],
      },
      {
        reason: "TooManyInstallments",
        when: ({ terms }, { method }) => method !== undefined && installmentCountOf(method) > terms.installments,
      },
      // Of a link that is paid once, one charge at a time: two payers who race could both be charged. A Pix or slip of another order does
      // not block: otherwise one payer could block all others. It is voided once a payment is confirmed.
      { reason: "PaymentInFlight", when: (link) => link.terms.expireAfterPayment && hasPaymentInFlight(link) },
    ],
    effects: (link, { order, method, at }) => [
      { _tag: "PaymentStarted", order, method, ...forgettingFor(link, order), at },
    ],
  },
}

/**
 * What to record of a payment's report. What is known already is not recorded twice, and neither is a further payment of a link that may
 * be paid often: its order tells of it. Money is never refused; what the link no longer asked for is flagged.
 */
const recordPayment = (link: PaymentLink, { order, state, at }: LinkReport): ReadonlyArray<LinkChange> => {
  const reported: ReadonlyArray<LinkChange> = [{ _tag: "PaymentReported", order, state, at }]
  const known = liveOf(link, order)?.state
  switch (state._tag) {
    case "in_flight":
    case "open":
      return known === state._tag || isReceived(link, order)
        ? []
        : [{ _tag: "PaymentReported", order, state, ...forgettingFor(link, order), at }]
    case "ended":
      return known === undefined ? [] : reported
    case "confirmed": {
      const isFurther =
        link.paid !== null && isOneOfMany(link, state.at) && paymentFlagOf(link, order, state.at) === null
      const isKnown = isReceived(link, order) || isFurther
      return known === undefined && isKnown ? [] : reported
    }
  }
}

/** The payment of an order that the link waits for. */
const liveOf = (link: PaymentLink, order: OrderNumber): LivePayment | undefined =>
  link.payments.find((payment) => payment.order === order)

/**
 * What an event about a payment says where the link has to forget another one for it: the oldest Pix or slip; where the link may be paid often
 * and there is none, the oldest payment.
 */
const forgettingFor = ({ payments, terms }: PaymentLink, order: OrderNumber): { readonly forgets?: OrderNumber } => {
  if (payments.length < livePaymentsMax || payments.some((one) => one.order === order)) return {}
  const oldest = payments.find(({ state }) => state === "open") ?? (terms.expireAfterPayment ? undefined : payments[0])
  return oldest === undefined ? {} : { forgets: oldest.order }
}

/** Whether the link remembers that this order was paid: of the first payment and of every flagged one it does. */
const isReceived = ({ paid, flagged }: PaymentLink, order: OrderNumber): boolean =>
  paid?.order === order || flagged.some((one) => one.order === order)

/** Whether the link could be paid often when a payment was confirmed. */
const isOneOfMany = ({ onePaymentFrom, terms }: PaymentLink, confirmedAt: Instant): boolean =>
  !terms.expireAfterPayment || (onePaymentFrom !== undefined && confirmedAt < onePaymentFrom)

/** Why money of an order that was confirmed at this instant is more than the link asked for, or null where it is not. */
const paymentFlagOf = (link: PaymentLink, order: OrderNumber, confirmedAt: Instant): PaymentFlag | null => {
  const isSecond = link.paid !== null && isOther(link.paid, order) && link.paid.at <= confirmedAt
  if (isSecond && !isOneOfMany(link, confirmedAt)) return "duplicate"
  if (link.removedAt !== null && confirmedAt >= link.removedAt) return "after_removal"
  return isPastExpiry(link, saoPauloDate(confirmedAt)) ? "after_expiry" : null
}

const isOther = (payment: { readonly order: OrderNumber }, order: OrderNumber): boolean => payment.order !== order

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

/** The link after one more event. It never refuses: what is recorded has happened. */
export const evolveLink = numbering((link: PaymentLink, event: LinkChange): PaymentLink => {
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
})

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

/** The types of the machine. */
export interface LinkTypes {
  readonly state: PaymentLink
  readonly creation: LinkCreated
  readonly change: LinkChange
  readonly command: LinkCommand
  readonly report: LinkReport
  readonly refusal: LinkRefusal
  readonly refused: LinkRefused
  readonly status: LinkStatus
}

/** The payment link as a value: decide, fold, check, test and document it by the functions of `Machine`. */
export const linkMachine: Machine<LinkTypes> = {
  creation: "LinkCreated",
  event: LinkEvent,
  create: linkCreated,
  evolve: evolveLink,
  commands: linkCommands,
  refuse: (refusal, { payments }) =>
    new LinkRefused({
      ...refusal,
      open: payments.filter(({ state }) => state === "open").map(({ order }) => order),
    }),
  record: recordPayment,
  statuses: linkStatuses,
  final: ["paid", "expired", "removed"],
}
