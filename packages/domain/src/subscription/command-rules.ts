/**
 * What can be asked of a subscription, when it is refused, and what it causes.
 */
import type { CommandRules } from "../machine/machine.ts"
import { retryAfter } from "./dunning.ts"
import type { SubscriptionTypes } from "./machine.ts"
import { isPaidUp } from "./period.ts"
import type { Subscription } from "./subscription.ts"
import { whatIsDue } from "./timer.ts"

const isCanceled = ({ canceled }: Subscription): boolean => canceled !== null

/** Each command: when it is a repetition, the reasons against it by rank, and what it causes. */
export const subscriptionCommands: CommandRules<SubscriptionTypes> = {
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
