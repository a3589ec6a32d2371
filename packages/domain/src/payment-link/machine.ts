/** The payment link as a machine: its commands, its orders' reports, when it refuses, and what each causes. */
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

/** A command to a link. It may be refused. */
export type LinkCommand =
  /** Replaces the link's terms. Fields that a request left out keep their values. */
  | { readonly _tag: "Update"; readonly terms: LinkTerms; readonly at: Instant }
  | { readonly _tag: "Remove"; readonly at: Instant }
  /** Lets an order of the link charge its payer. Recorded in the same commit as the order's attempt. */
  | { readonly _tag: "StartPayment"; readonly order: OrderNumber; readonly method: Method; readonly at: Instant }

/** A report from one of the link's orders. It is never refused. */
export type LinkReport =
  /** The state of an order's money changed. Recorded in the same commit as the change of that order. */
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

/** Why a command is refused, in words. It completes "refused, because …". */
export const linkRefusalMeaning: Readonly<Record<LinkRefusal, string>> = {
  AlreadyRemoved: "a deleted link is neither changed nor paid",
  AlreadyPaid: "a payment is confirmed: the link cannot be deleted or, if it takes one payment, paid again",
  LinkExpired: "its last day has passed",
  MethodNotAccepted: "the link is not paid by this method",
  TooManyInstallments: "the link is paid in fewer installments",
  PaymentInFlight: "a payment has no outcome yet: try again later",
  InstrumentOpen: "a Pix or slip can still be paid: void it first",
}

/** The command is not possible now; nothing was written. `allowed` lists the commands that are possible. */
export class LinkRefused extends Schema.TaggedError<LinkRefused>()("LinkRefused", {
  command: LinkCommandName,
  reason: LinkRefusal,
  status: LinkStatus,
  allowed: Schema.Array(LinkCommandName),
  /** Orders whose Pix or slip can still be paid. They must be voided before the link is removed. */
  open: Schema.Array(OrderNumber),
}) {}

/** The payment that the link forgets, if it would otherwise wait for too many. */
const forgetting = { forgets: Schema.optionalKey(OrderNumber) }

/**
 * An event of a link. The log of events, folded with `evolveLink`, is the link. Every event has the instant `at`, when
 * the service recorded it.
 */
export const LinkEvent = Schema.TaggedUnion({
  LinkCreated: { details: LinkDetails, terms: LinkTerms, at: Instant },
  LinkUpdated: {
    terms: LinkTerms,
    /** Present if the link accepted many payments before, and accepts one from now on. */
    onePaymentFromNow: Schema.optionalKey(Schema.Literal(true)),
    at: Instant,
  },
  LinkRemoved: { at: Instant },
  /** Written before the request to the acquirer, so that no second payer can be charged meanwhile. */
  PaymentStarted: { order: OrderNumber, method: Method, ...forgetting, at: Instant },
  PaymentReported: { order: OrderNumber, state: PaymentState, ...forgetting, at: Instant },
})
export type LinkEvent = typeof LinkEvent.Type
/** The first event of every link. */
export type LinkCreated = Extract<LinkEvent, { _tag: "LinkCreated" }>
/** Every event that can follow the creation. */
export type LinkChange = Exclude<LinkEvent, LinkCreated>

const isRemoved = ({ removedAt }: PaymentLink): boolean => removedAt !== null

const hasPaymentInFlight = ({ payments }: PaymentLink): boolean => payments.some(({ state }) => state === "in_flight")

/** Each command: when it is a repetition, the reasons against it by rank, and the events it causes. */
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
      // A single-payment link has one charge at a time: two concurrent payers could both be charged. A Pix or slip of
      // another order does not block, or one payer could block all others. It is voided after a payment is confirmed.
      { reason: "PaymentInFlight", when: (link) => link.terms.expireAfterPayment && hasPaymentInFlight(link) },
    ],
    effects: (link, { order, method, at }) => [
      { _tag: "PaymentStarted", order, method, ...forgettingFor(link, order), at },
    ],
  },
}

/**
 * The events of a payment's report. Known facts are not recorded twice. A further payment of a multi-payment link is
 * not recorded either: its order has it. Money is never refused; a payment that the link no longer asked for is
 * flagged.
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

/** An order's payment that the link waits for. */
const liveOf = (link: PaymentLink, order: OrderNumber): LivePayment | undefined =>
  link.payments.find((payment) => payment.order === order)

/**
 * The part of a payment's event that names the payment to forget, if the link has too many: the oldest Pix or slip. If
 * there is none and the link accepts many payments, the oldest payment.
 */
const forgettingFor = ({ payments, terms }: PaymentLink, order: OrderNumber): { readonly forgets?: OrderNumber } => {
  if (payments.length < livePaymentsMax || payments.some((one) => one.order === order)) return {}
  const oldest = payments.find(({ state }) => state === "open") ?? (terms.expireAfterPayment ? undefined : payments[0])
  return oldest === undefined ? {} : { forgets: oldest.order }
}

/** True if the link remembers this order's payment: it remembers the first and every flagged one. */
const isReceived = ({ paid, flagged }: PaymentLink, order: OrderNumber): boolean =>
  paid?.order === order || flagged.some((one) => one.order === order)

/** True if the link accepted many payments when this one was confirmed. */
const isOneOfMany = ({ onePaymentFrom, terms }: PaymentLink, confirmedAt: Instant): boolean =>
  !terms.expireAfterPayment || (onePaymentFrom !== undefined && confirmedAt < onePaymentFrom)

/** Why a payment confirmed at this instant is more than the link asked for. Null if it is not. */
const paymentFlagOf = (link: PaymentLink, order: OrderNumber, confirmedAt: Instant): PaymentFlag | null => {
  const isSecond = link.paid !== null && isOther(link.paid, order) && link.paid.at <= confirmedAt
  if (isSecond && !isOneOfMany(link, confirmedAt)) return "duplicate"
  if (link.removedAt !== null && confirmedAt >= link.removedAt) return "after_removal"
  return isPastExpiry(link, saoPauloDate(confirmedAt)) ? "after_expiry" : null
}

const isOther = (payment: { readonly order: OrderNumber }, order: OrderNumber): boolean => payment.order !== order

/** The new link. */
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

/** The link after one more event. Never refuses: a recorded event has happened. */
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
  // Later than everything known of the link, even if another process's clock is ahead.
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
  // Two reports overtook each other: the payment that was reported first was not the first one.
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
