/**
 * Answers a command with what it causes, or with why it cannot be; answers news with what there is to record.
 *
 * Whether something is a repetition comes before whether it is allowed: a repetition causes nothing and is no fault.
 */
import * as Result from "effect/Result"
import type { Instant } from "../calendar/instant.ts"
import type { SubscriptionCommand, SubscriptionNews } from "./commands.ts"
import { postponedFrom, retryAfter } from "./dunning.ts"
import type { SubscriptionChange } from "./events.ts"
import { isPaidUp } from "./period.ts"
import { SubscriptionCommandName, type SubscriptionRefusal, SubscriptionRefused } from "./refusals.ts"
import type { RenewalStanding } from "./renewal-standing.ts"
import type { Subscription } from "./subscription.ts"
import { subscriptionStatusOf } from "./subscription-status.ts"
import { whatIsDue } from "./timer.ts"

/** What a command causes: nothing where it was done before, events otherwise, or the first reason against it. */
export const decideSubscription = (
  subscription: Subscription,
  command: SubscriptionCommand,
): Result.Result<ReadonlyArray<SubscriptionChange>, SubscriptionRefused> => {
  if (isRepetition(subscription, command)) return Result.succeed([])
  const reason = reasonsAgainst(subscription, command._tag, command.at).at(0)
  return reason === undefined
    ? Result.succeed(effectsOf(subscription, command))
    : Result.fail(
        new SubscriptionRefused({
          command: command._tag,
          reason,
          status: subscriptionStatusOf(subscription),
          allowed: allowedSubscriptionCommands(subscription, command.at),
        }),
      )
}

/** What to record of news, which is never refused: nothing of an order that is not the open renewal, and nothing twice. */
export const hearSubscription = (
  subscription: Subscription,
  news: SubscriptionNews,
): ReadonlyArray<SubscriptionChange> => {
  switch (news._tag) {
    case "TimePassed":
      return whatIsDue(subscription, news.at) === "end"
        ? [{ _tag: "SubscriptionCanceled", because: isPaidUp(subscription) ? "cycles" : "dunning", at: news.at }]
        : []
    case "PaymentsResumed":
      return resumed(subscription, news.at)
    case "RenewalStands":
      return subscription.renewal?.order === news.order ? heardOfRenewal(subscription, news.standing, news.at) : []
  }
}

/** Which commands would be accepted now, given sensible arguments, and change something. */
export const allowedSubscriptionCommands = (
  subscription: Subscription,
  at: Instant,
): ReadonlyArray<SubscriptionCommandName> =>
  SubscriptionCommandName.literals.filter(
    (name) =>
      subscription.canceled === null &&
      !(name === "OpenRenewal" && subscription.renewal !== null) &&
      reasonsAgainst(subscription, name, at).length === 0,
  )

/** A renewal that is open already, a card that pays already, a subscription that has ended already. */
const isRepetition = ({ renewal, means, canceled }: Subscription, command: SubscriptionCommand): boolean => {
  switch (command._tag) {
    case "OpenRenewal":
      return canceled === null && renewal !== null
    case "ReplaceCard":
      return canceled === null && means._tag === "credit" && means.card.token === command.card.token
    case "Cancel":
      return canceled !== null
    case "RetryRenewal":
      return false
  }
}

/** Every reason against a command, in rank order. */
const reasonsAgainst = (
  subscription: Subscription,
  command: SubscriptionCommandName,
  at: Instant,
): ReadonlyArray<SubscriptionRefusal> => {
  const isCanceled = subscription.canceled !== null
  switch (command) {
    case "OpenRenewal":
      return holding([
        ["AlreadyCanceled", isCanceled],
        ["AllPaid", isPaidUp(subscription)],
        ["NotDue", whatIsDue(subscription, at) !== "renew"],
      ])
    case "RetryRenewal":
      return holding([
        ["AlreadyCanceled", isCanceled],
        ["NotOverdue", subscription.renewal === null || subscription.renewal.failure === null],
        ["NoRetryDue", whatIsDue(subscription, at) !== "retry"],
      ])
    case "ReplaceCard":
      return holding([["AlreadyCanceled", isCanceled]])
    case "Cancel":
      return []
  }
}

/** Reasons in rank order, each beside what makes it true. */
const holding = (
  candidates: ReadonlyArray<readonly [SubscriptionRefusal, boolean]>,
): ReadonlyArray<SubscriptionRefusal> => candidates.filter(([, holds]) => holds).map(([reason]) => reason)

const effectsOf = (subscription: Subscription, command: SubscriptionCommand): ReadonlyArray<SubscriptionChange> => {
  const { paidPeriods, renewal } = subscription
  const { at } = command
  switch (command._tag) {
    case "OpenRenewal": {
      const { order, publicKey } = command
      return [{ _tag: "RenewalOpened", period: paidPeriods + 1, order, publicKey, at }]
    }
    case "RetryRenewal": {
      if (renewal === null || renewal.failure === null) return []
      const nextRetryAt = retryAfter(renewal.failure.firstAt, at)
      return [{ _tag: "RenewalRetried", order: renewal.order, nextRetryAt, at }]
    }
    case "ReplaceCard":
      return [{ _tag: "CardReplaced", card: command.card, at }]
    case "Cancel":
      return [{ _tag: "SubscriptionCanceled", because: "asked", at }]
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

const heardOfRenewal = (
  { means, renewal, canceled, paidLate }: Subscription,
  standing: RenewalStanding,
  at: Instant,
): ReadonlyArray<SubscriptionChange> => {
  if (renewal === null || standing._tag === "Awaiting") return []
  const { order, period, failure } = renewal
  if (standing._tag === "Paid") {
    if (canceled !== null) return paidLate === null ? [{ _tag: "LatePaymentKept", order, at }] : []
    const { card } = standing
    const isOther = means._tag === "credit" && card !== null && card.token !== means.card.token
    return [
      { _tag: "RenewalPaid", period, order, at },
      ...(isOther ? [{ _tag: "CardReplaced" as const, card, at }] : []),
    ]
  }
  if (canceled !== null) return []
  // Only what became of the subscription's own card says whether that card can be charged again.
  const own = means._tag === "credit" ? standing.failures.filter(({ card }) => card === means.card.token) : []
  const isHard = own.some((one) => one.isHard)
  if (failure === null) {
    if (means._tag !== "credit" || isHard) return [{ _tag: "RenewalFailed", order, nextRetryAt: null, at }]
    // A card that came while another one was being charged is charged at once, as if it had come a moment later.
    return [{ _tag: "RenewalFailed", order, nextRetryAt: own.length === 0 ? at : retryAfter(at, at), at }]
  }
  return isHard && failure.nextRetryAt !== null ? [{ _tag: "RenewalFailed", order, nextRetryAt: null, at }] : []
}
