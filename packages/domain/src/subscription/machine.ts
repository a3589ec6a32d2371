/**
 * The subscription as a machine: what can be asked of it, what its orders and the clock report, when it refuses, what happens then, and what
 * that makes of it.
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

/** What can be asked of a subscription. It may be refused. */
export type SubscriptionCommand =
  /** Charge the next period by this order: recorded in the commit that places it. */
  | { readonly _tag: "OpenRenewal"; readonly order: OrderNumber; readonly publicKey: PublicKey; readonly at: Instant }
  /** Charge the card again: recorded in the commit that starts the attempt. */
  | { readonly _tag: "RetryRenewal"; readonly at: Instant }
  /** From now on this card pays. An overdue renewal is tried with it at once. */
  | { readonly _tag: "ReplaceCard"; readonly card: ChargedCard; readonly at: Instant }
  | { readonly _tag: "Cancel"; readonly at: Instant }

/** What a subscription's orders and the clock report to it. It is never refused. */
export type SubscriptionReport =
  /** The state of the money of one of its orders: said with every change of that order. */
  | {
      readonly _tag: "RenewalUpdate"
      readonly order: OrderNumber
      readonly state: RenewalState
      readonly at: Instant
    }
  /** The company takes money again, after a pause. */
  | { readonly _tag: "PaymentsResumed"; readonly at: Instant }
  /** It is this late: what ends by itself ends. */
  | { readonly _tag: "TimePassed"; readonly at: Instant }

/** The commands by name. */
export const SubscriptionCommandName = Schema.Literals(["OpenRenewal", "RetryRenewal", "ReplaceCard", "Cancel"])
/** The commands by name. */
export type SubscriptionCommandName = typeof SubscriptionCommandName.Type

/** Why a command is refused. `subscriptionRefusalMeaning` explains each. */
export const SubscriptionRefusal = Schema.Literals(["AlreadyCanceled", "AllPaid", "NotDue", "NotOverdue", "NoRetryDue"])
export type SubscriptionRefusal = typeof SubscriptionRefusal.Type

/** What is so where a command is refused, in words: completes "refused, because …". */
export const subscriptionRefusalMeaning: Readonly<Record<SubscriptionRefusal, string>> = {
  AlreadyCanceled: "a canceled subscription is not charged and does not come back",
  AllPaid: "every agreed cycle is paid",
  NotDue: "the next period is not due yet",
  NotOverdue: "only a renewal that failed is tried again",
  NoRetryDue: "the card may not be charged again now",
}

/** The command cannot be done in this status; nothing was written. `allowed` names what could be done instead. */
export class SubscriptionRefused extends Schema.TaggedError<SubscriptionRefused>()("SubscriptionRefused", {
  command: SubscriptionCommandName,
  reason: SubscriptionRefusal,
  status: SubscriptionStatus,
  allowed: Schema.Array(SubscriptionCommandName),
}) {}

/**
 * What happened to a subscription. The log of these, folded with `evolveSubscription`, is the subscription. Every event says `at` which
 * instant of the service's clock it was recorded.
 */
export const SubscriptionEvent = Schema.TaggedUnion({
  /** The first period is paid. */
  SubscriptionBegun: { details: SubscriptionDetails, means: SubscriptionMeans, at: Instant },
  /** In the same commit as the order. */
  RenewalOpened: { period: Schema.Int, order: OrderNumber, publicKey: PublicKey, at: Instant },
  /** The renewal was refused, or not paid in its time; where the card can be charged again, then it is at `nextRetryAt`. */
  RenewalFailed: { order: OrderNumber, nextRetryAt: Schema.NullOr(Instant), at: Instant },
  /** In the same commit as the attempt. */
  RenewalRetried: { order: OrderNumber, nextRetryAt: Schema.NullOr(Instant), at: Instant },
  RenewalPaid: { period: Schema.Int, order: OrderNumber, at: Instant },
  /**
   * The company takes money again after a pause: dunning is counted from `firstAt` as if that time had not passed,
   * and the retry that fell due in it is made now.
   */
  DunningPostponed: { firstAt: Instant, nextRetryAt: Schema.NullOr(Instant), at: Instant },
  CardReplaced: { card: ChargedCard, at: Instant },
  SubscriptionCanceled: { because: CancelReason, at: Instant },
  /** Money came for a renewal of a subscription that had ended: it is kept. */
  LatePaymentKept: { order: OrderNumber, at: Instant },
})
export type SubscriptionEvent = typeof SubscriptionEvent.Type
/** The first event of every subscription. */
export type SubscriptionBegun = Extract<SubscriptionEvent, { _tag: "SubscriptionBegun" }>
/** Everything that can follow the beginning. */
export type SubscriptionChange = Exclude<SubscriptionEvent, SubscriptionBegun>

const isCanceled = ({ canceled }: Subscription): boolean => canceled !== null

/** Each command: when it is a repetition, the reasons against it by rank, and what it causes. */
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

/** What to record of a report: nothing of an order that is not the open renewal, and nothing twice. */
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

/** Nothing where no time was lost. */
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
  // Only what became of the subscription's own card says whether that card can be charged again.
  const own = means._tag === "credit" ? state.failures.filter(({ card }) => card === means.card.token) : []
  const isHard = own.some((one) => one.isHard)
  if (failure === null) {
    if (means._tag !== "credit" || isHard) return [{ _tag: "RenewalFailed", order, nextRetryAt: null, at }]
    // A card that came while another one was being charged is charged at once, as if it had come a moment later.
    return [{ _tag: "RenewalFailed", order, nextRetryAt: own.length === 0 ? at : retryAfter(at, at), at }]
  }
  return isHard && failure.nextRetryAt !== null ? [{ _tag: "RenewalFailed", order, nextRetryAt: null, at }] : []
}

/** The subscription as it stands the moment it begins. */
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

/** The subscription after one more event. It never refuses: what is recorded has happened. */
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
