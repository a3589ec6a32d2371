/**
 * What can be asked of the example subscription, what is reported to it, and what becomes of either: commands, reports, events.
 *
 * Periods and cards go by number, and everything is about the second period and happens as it begins, unless a story says otherwise.
 */
import type { Instant } from "@vintem/domain/calendar"
import type {
  CancelReason,
  RenewalState,
  SubscriptionChange,
  SubscriptionCommand,
  SubscriptionReport,
} from "@vintem/domain/subscription"
import { exampleRenewalAt, renewalKey, renewalOrder, subscriberCard } from "./example-subscription.ts"

interface When {
  readonly at?: Instant
}

/** `period` is 2 where absent. */
interface Renewing extends When {
  readonly period?: number
}

/** No card is charged again where `retryAt` is absent. */
interface Failing extends Renewing {
  readonly retryAt?: Instant
}

/** A card by number, or null for Pix and slip. */
type PaidBy = number | null

const cardOf = (card: PaidBy) => (card === null ? null : subscriberCard(card))

// Commands

/** The next period is to be charged. */
export const openRenewal = ({ period = 2, at = exampleRenewalAt }: Renewing = {}): SubscriptionCommand => ({
  _tag: "OpenRenewal",
  order: renewalOrder(period),
  publicKey: renewalKey(period),
  at,
})

/** The card is to be charged again. */
export const retryRenewal = ({ at = exampleRenewalAt }: When = {}): SubscriptionCommand => ({
  _tag: "RetryRenewal",
  at,
})

/** @param card - counted from 1, which is the card the subscription began with */
export const replaceCard = (card: number, { at = exampleRenewalAt }: When = {}): SubscriptionCommand => ({
  _tag: "ReplaceCard",
  card: subscriberCard(card),
  at,
})

/** The company ends the subscription. */
export const cancelSubscription = ({ at = exampleRenewalAt }: When = {}): SubscriptionCommand => ({
  _tag: "Cancel",
  at,
})

// Reports

/** How the money of a renewal stands. */
export const renewalUpdate = (
  state: RenewalState,
  { period = 2, at = exampleRenewalAt }: Renewing = {},
): SubscriptionReport => ({ _tag: "RenewalUpdate", order: renewalOrder(period), state, at })

/** Something may still come of it. */
export const renewalAwaits = (when: Renewing = {}): SubscriptionReport => renewalUpdate({ _tag: "Awaiting" }, when)

/** The money came. @param card - by which it did; null for Pix or slip */
export const renewalIsPaid = (card: PaidBy, when: Renewing = {}): SubscriptionReport =>
  renewalUpdate({ _tag: "Paid", card: cardOf(card) }, when)

/** Nothing will come of it. @param tried - what was tried, by card or null, and what was said of that */
export const renewalIsRefused = (
  tried: ReadonlyArray<readonly [card: PaidBy, decline: "soft" | "hard"]>,
  when: Renewing = {},
): SubscriptionReport =>
  renewalUpdate(
    {
      _tag: "Failed",
      failures: tried.map(([card, decline]) => ({ card: cardOf(card)?.token ?? null, isHard: decline === "hard" })),
    },
    when,
  )

/** The company takes money again, at this hour. */
export const paymentsResumed = (at: Instant): SubscriptionReport => ({ _tag: "PaymentsResumed", at })

/** It is this late. */
export const timePasses = (at: Instant): SubscriptionReport => ({ _tag: "TimePassed", at })

// Events

/** What became of `openRenewal`. */
export const renewalOpened = ({ period = 2, at = exampleRenewalAt }: Renewing = {}): SubscriptionChange => ({
  _tag: "RenewalOpened",
  period,
  order: renewalOrder(period),
  publicKey: renewalKey(period),
  at,
})

/** What became of `renewalIsRefused`. */
export const renewalFailed = ({ period = 2, retryAt, at = exampleRenewalAt }: Failing = {}): SubscriptionChange => ({
  _tag: "RenewalFailed",
  order: renewalOrder(period),
  nextRetryAt: retryAt ?? null,
  at,
})

/** What became of `retryRenewal`. */
export const renewalRetried = ({ period = 2, retryAt, at = exampleRenewalAt }: Failing = {}): SubscriptionChange => ({
  _tag: "RenewalRetried",
  order: renewalOrder(period),
  nextRetryAt: retryAt ?? null,
  at,
})

/** What became of `renewalIsPaid`. */
export const renewalPaid = ({ period = 2, at = exampleRenewalAt }: Renewing = {}): SubscriptionChange => ({
  _tag: "RenewalPaid",
  period,
  order: renewalOrder(period),
  at,
})

/** What became of `replaceCard`. @param card - counted from 1 */
export const cardReplaced = (card: number, { at = exampleRenewalAt }: When = {}): SubscriptionChange => ({
  _tag: "CardReplaced",
  card: subscriberCard(card),
  at,
})

/** The subscription ended. */
export const subscriptionCanceled = (
  because: CancelReason = "asked",
  { at = exampleRenewalAt }: When = {},
): SubscriptionChange => ({ _tag: "SubscriptionCanceled", because, at })

/** Money came for a renewal after the end. */
export const latePaymentKept = ({ period = 2, at = exampleRenewalAt }: Renewing = {}): SubscriptionChange => ({
  _tag: "LatePaymentKept",
  order: renewalOrder(period),
  at,
})

/** What became of `paymentsResumed`. */
export const dunningPostponed = (firstAt: Instant, nextRetryAt: Instant | null, at: Instant): SubscriptionChange => ({
  _tag: "DunningPostponed",
  firstAt,
  nextRetryAt,
  at,
})
