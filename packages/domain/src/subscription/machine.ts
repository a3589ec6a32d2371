/**
 * The subscription as a machine: its commands, the reports of its orders and the clock, when it refuses, and what each
 * causes.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { OrderNumber, PublicKey } from "../identifiers/order.ts"
import { numbering } from "../machine/fold.ts"
import type { CommandRules, Machine } from "../machine/machine.ts"
import { ChargedCard } from "../order/attempt.ts"
import { postponedFrom, retryAfter } from "./dunning.ts"
import { isPaidUp } from "./period.ts"
import type { RenewalState } from "./renewal-state.ts"
import {
  CancelReason,
  type Renewal,
  type Subscription,
  SubscriptionDetails,
  SubscriptionMeans,
} from "./subscription.ts"
import { SubscriptionStatus, subscriptionStatuses } from "./subscription-status.ts"
import { whatIsDue } from "./timer.ts"

/** A command to a subscription. It may be refused. */
export type SubscriptionCommand =
  /** Charges the next period with this order. Recorded in the commit that places it. */
  | { readonly _tag: "OpenRenewal"; readonly order: OrderNumber; readonly publicKey: PublicKey; readonly at: Instant }
  /** Charges the card again. Recorded in the commit that starts the attempt. */
  | { readonly _tag: "RetryRenewal"; readonly at: Instant }
  /** Renewals are charged to this card from now on. An overdue renewal is tried with it at once. */
  | { readonly _tag: "ReplaceCard"; readonly card: ChargedCard; readonly at: Instant }
  | { readonly _tag: "Cancel"; readonly at: Instant }

/** A report from a subscription's order or the clock. It is never refused. */
export type SubscriptionReport =
  /** The state of the money of one of its orders. Sent with every change of that order. */
  | {
      readonly _tag: "RenewalUpdate"
      readonly order: OrderNumber
      readonly state: RenewalState
      readonly at: Instant
    }
  /** The company takes money again, after a pause. */
  | { readonly _tag: "PaymentsResumed"; readonly at: Instant }
  /** The time has come: everything that ends by then ends. */
  | { readonly _tag: "TimePassed"; readonly at: Instant }

/** The commands by name. */
export const SubscriptionCommandName = Schema.Literals(["OpenRenewal", "RetryRenewal", "ReplaceCard", "Cancel"])
/** The commands by name. */
export type SubscriptionCommandName = typeof SubscriptionCommandName.Type

/** Why a command is refused. `subscriptionRefusalMeaning` explains each. */
export const SubscriptionRefusal = Schema.Literals(["AlreadyCanceled", "AllPaid", "NotDue", "NotOverdue", "NoRetryDue"])
export type SubscriptionRefusal = typeof SubscriptionRefusal.Type

/** Why a command is refused, in words. It completes "refused, because …". */
export const subscriptionRefusalMeaning: Readonly<Record<SubscriptionRefusal, string>> = {
  AlreadyCanceled: "a canceled subscription is not charged and does not come back",
  AllPaid: "every agreed cycle is paid",
  NotDue: "the next period is not due yet",
  NotOverdue: "only a renewal that failed is tried again",
  NoRetryDue: "the card may not be charged again now",
}

/** This status does not allow the command; nothing was written. `allowed` lists the commands that are possible. */
export class SubscriptionRefused extends Schema.TaggedError<SubscriptionRefused>()("SubscriptionRefused", {
  command: SubscriptionCommandName,
  reason: SubscriptionRefusal,
  status: SubscriptionStatus,
  allowed: Schema.Array(SubscriptionCommandName),
}) {}

/**
 * An event of a subscription. The log of events, folded with `evolveSubscription`, is the subscription. Every event has
 * the instant `at`, when the service recorded it.
 */
export const SubscriptionEvent = Schema.TaggedUnion({
  /** The first period is paid. */
  SubscriptionBegun: { details: SubscriptionDetails, means: SubscriptionMeans, at: Instant },
  /** In the same commit as the order. */
  RenewalOpened: { period: Schema.Int, order: OrderNumber, publicKey: PublicKey, at: Instant },
  /** The renewal was refused, or not paid in time. If the card can be charged again, that is at `nextRetryAt`. */
  RenewalFailed: { order: OrderNumber, nextRetryAt: Schema.NullOr(Instant), at: Instant },
  /** In the same commit as the attempt. */
  RenewalRetried: { order: OrderNumber, nextRetryAt: Schema.NullOr(Instant), at: Instant },
  RenewalPaid: { period: Schema.Int, order: OrderNumber, at: Instant },
  /**
   * The company takes money again after a pause: dunning counts from `firstAt`, as if the pause had not been, and a
   * retry that fell due during it is made now.
   */
  DunningPostponed: { firstAt: Instant, nextRetryAt: Schema.NullOr(Instant), at: Instant },
  CardReplaced: { card: ChargedCard, at: Instant },
  SubscriptionCanceled: { because: CancelReason, at: Instant },
  /** Money came for a renewal of a subscription that had ended. It is kept. */
  LatePaymentKept: { order: OrderNumber, at: Instant },
})
export type SubscriptionEvent = typeof SubscriptionEvent.Type
/** The first event of every subscription. */
export type SubscriptionBegun = Extract<SubscriptionEvent, { _tag: "SubscriptionBegun" }>
/** Every event that can follow the beginning. */
export type SubscriptionChange = Exclude<SubscriptionEvent, SubscriptionBegun>

const isCanceled = ({ canceled }: Subscription): boolean => canceled !== null

/** Each command: when it is a repetition, the reasons against it by rank, and the events it causes. */
const subscriptionCommands: CommandRules<SubscriptionTypes> = {
  OpenRenewal: {
    isRepetition: ({ renewal, canceled }) => canceled === null && renewal !== null,
    refusals: [
      { reason: "AlreadyCanceled", when: isCanceled },
      { reason: "AllPaid", when: isPaidUp },
      { reason: "NotDue", when: (subscription, { at }) => whatIsDue(subscription, at) !== "renew" },
    ],
    effects: ({ paidPeriods }, { order, publicKey, at }) => [
      { _tag: "RenewalOpened", period: paidPeriods + 1, order, publicKey, at },
    ],
  },
  RetryRenewal: {
    isRepetition: () => false,
    refusals: [
      { reason: "AlreadyCanceled", when: isCanceled },
      { reason: "NotOverdue", when: ({ renewal }) => renewal === null || renewal.failure === null },
      { reason: "NoRetryDue", when: (subscription, { at }) => whatIsDue(subscription, at) !== "retry" },
    ],
    effects: ({ renewal }, { at }) => {
      if (renewal === null || renewal.failure === null) return []
      const nextRetryAt = retryAfter(renewal.failure.firstAt, at)
      return [{ _tag: "RenewalRetried", order: renewal.order, nextRetryAt, at }]
    },
  },
  ReplaceCard: {
    isRepetition: ({ means, canceled }, { card }) =>
      canceled === null && means._tag === "credit" && means.card.token === card?.token,
    refusals: [{ reason: "AlreadyCanceled", when: isCanceled }],
    effects: (_, { card, at }) => [{ _tag: "CardReplaced", card, at }],
  },
  Cancel: {
    isRepetition: isCanceled,
    refusals: [],
    effects: (_, { at }) => [{ _tag: "SubscriptionCanceled", because: "asked", at }],
  },
}

/** The events of a report: none for an order that is not the open renewal, and none twice. */
const recordSubscriptionReport = (
  subscription: Subscription,
  report: SubscriptionReport,
): ReadonlyArray<SubscriptionChange> => {
  switch (report._tag) {
    case "TimePassed":
      return passed(subscription, report.at)
    case "PaymentsResumed":
      return resumed(subscription, report.at)
    case "RenewalUpdate":
      return subscription.renewal?.order === report.order ? renewalRecorded(subscription, report.state, report.at) : []
  }
}

const passed = (subscription: Subscription, at: Instant): ReadonlyArray<SubscriptionChange> => {
  switch (whatIsDue(subscription, at)) {
    case "end":
      return [{ _tag: "SubscriptionCanceled", because: isPaidUp(subscription) ? "cycles" : "dunning", at }]
    case "lapse": {
      const { means, renewal } = subscription
      const nextRetryAt = means._tag === "credit" ? at : null
      return renewal === null ? [] : [{ _tag: "RenewalFailed", order: renewal.order, nextRetryAt, at }]
    }
    default:
      return []
  }
}

/** No event if no time was lost. */
const resumed = ({ renewal, canceled }: Subscription, at: Instant): ReadonlyArray<SubscriptionChange> => {
  const failure = renewal?.failure ?? null
  if (failure === null || canceled !== null) return []
  const { firstAt, nextRetryAt } = postponedFrom(failure, at)
  return firstAt === failure.firstAt && nextRetryAt === failure.nextRetryAt
    ? []
    : [{ _tag: "DunningPostponed", firstAt, nextRetryAt, at }]
}

const renewalRecorded = (
  { means, renewal, canceled, paidLate }: Subscription,
  state: RenewalState,
  at: Instant,
): ReadonlyArray<SubscriptionChange> => {
  if (renewal === null || state._tag === "Awaiting") return []
  const { order, period, failure } = renewal
  if (state._tag === "Paid") {
    if (canceled !== null) return paidLate === null ? [{ _tag: "LatePaymentKept", order, at }] : []
    const { card } = state
    const isOther = means._tag === "credit" && card !== null && card.token !== means.card.token
    return [
      { _tag: "RenewalPaid", period, order, at },
      ...(isOther ? [{ _tag: "CardReplaced" as const, card, at }] : []),
    ]
  }
  if (canceled !== null) return []
  // Only charges of the subscription's own card decide if that card can be charged again.
  const own = means._tag === "credit" ? state.failures.filter(({ card }) => card === means.card.token) : []
  const isHard = own.some((one) => one.isHard)
  if (failure === null) {
    if (means._tag !== "credit" || isHard) return [{ _tag: "RenewalFailed", order, nextRetryAt: null, at }]
    // If the payer replaced the card while another one was being charged, the new card is charged at once, as if it had
    // come a moment later.
    return [{ _tag: "RenewalFailed", order, nextRetryAt: own.length === 0 ? at : retryAfter(at, at), at }]
  }
  return isHard && failure.nextRetryAt !== null ? [{ _tag: "RenewalFailed", order, nextRetryAt: null, at }] : []
}

/** The new subscription. */
export const subscriptionBegun = ({ details, means, at }: SubscriptionBegun): Subscription => ({
  details,
  version: 1,
  means,
  paidPeriods: 1,
  renewal: null,
  canceled: null,
  paidLate: null,
  updatedAt: at,
})

/** The subscription after one more event. Never refuses: a recorded event has happened. */
export const evolveSubscription = numbering((subscription: Subscription, event: SubscriptionChange): Subscription => {
  const { renewal } = subscription
  switch (event._tag) {
    case "RenewalOpened": {
      const { period, order, publicKey, at } = event
      return { ...subscription, renewal: { period, order, publicKey, openedAt: at, failure: null } }
    }
    case "RenewalFailed":
    case "RenewalRetried":
      return { ...subscription, renewal: withRetry(renewal, event.at, event.nextRetryAt) }
    case "DunningPostponed": {
      const { firstAt, nextRetryAt } = event
      return { ...subscription, renewal: renewal === null ? null : { ...renewal, failure: { firstAt, nextRetryAt } } }
    }
    case "RenewalPaid":
      return { ...subscription, paidPeriods: event.period, renewal: null }
    case "CardReplaced": {
      const means = { _tag: "credit" as const, card: event.card }
      const isOverdue = renewal !== null && renewal.failure !== null
      return { ...subscription, means, renewal: isOverdue ? withRetry(renewal, event.at, event.at) : renewal }
    }
    case "SubscriptionCanceled":
      return { ...subscription, canceled: subscription.canceled ?? { at: event.at, because: event.because } }
    case "LatePaymentKept":
      return { ...subscription, paidLate: event.order }
  }
})

const withRetry = (
  renewal: Renewal | null,
  at: Subscription["updatedAt"],
  nextRetryAt: Subscription["updatedAt"] | null,
): Renewal | null =>
  renewal === null ? null : { ...renewal, failure: { firstAt: renewal.failure?.firstAt ?? at, nextRetryAt } }

/** The types of the machine. */
export interface SubscriptionTypes {
  readonly state: Subscription
  readonly creation: SubscriptionBegun
  readonly change: SubscriptionChange
  readonly command: SubscriptionCommand
  readonly report: SubscriptionReport
  readonly refusal: SubscriptionRefusal
  readonly refused: SubscriptionRefused
  readonly status: SubscriptionStatus
}

/** The subscription as a value: decide, fold, check, test and document it by the functions of `Machine`. */
export const subscriptionMachine: Machine<SubscriptionTypes> = {
  creation: "SubscriptionBegun",
  event: SubscriptionEvent,
  create: subscriptionBegun,
  evolve: evolveSubscription,
  commands: subscriptionCommands,
  refuse: (refusal) => new SubscriptionRefused(refusal),
  record: recordSubscriptionReport,
  statuses: subscriptionStatuses,
  final: ["canceled"],
}
