/**
 * Commands, reports and events of the example subscription.
 *
 * Periods and cards have numbers. Everything is about the second period and happens at its beginning, unless a story
 * says otherwise.
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

/** `period` is 2 if missing. */
interface Renewing extends When {
  readonly period?: number
}

/** No card is charged again if `retryAt` is missing. */
interface Failing extends Renewing {
  readonly retryAt?: Instant
}

/** A card by number, or null for Pix and slip. */
type PaidBy = number | null

const cardOf = (card: PaidBy) => (card === null ? null : subscriberCard(card))

// Commands

/** Charges the next period. */
export const openRenewal = ({ period = 2, at = exampleRenewalAt }: Renewing = {}): SubscriptionCommand => ({
  _tag: "OpenRenewal",
  order: renewalOrder(period),
  publicKey: renewalKey(period),
  at,
})

/** Charges the card again. */
export const retryRenewal = ({ at = exampleRenewalAt }: When = {}): SubscriptionCommand => ({
  _tag: "RetryRenewal",
  at,
})

/** @param card - counted from 1, which is the subscription's first card */
export const replaceCard = (card: number, { at = exampleRenewalAt }: When = {}): SubscriptionCommand => ({
  _tag: "ReplaceCard",
  card: subscriberCard(card),
  at,
})

/** The company cancels the subscription. */
export const cancelSubscription = ({ at = exampleRenewalAt }: When = {}): SubscriptionCommand => ({
  _tag: "Cancel",
  at,
})

// Reports

/** Reports the state of a renewal's money. */
export const renewalUpdate = (
  state: RenewalState,
  { period = 2, at = exampleRenewalAt }: Renewing = {},
): SubscriptionReport => ({ _tag: "RenewalUpdate", order: renewalOrder(period), state, at })

/** Money may still come. */
export const renewalAwaits = (when: Renewing = {}): SubscriptionReport => renewalUpdate({ _tag: "Awaiting" }, when)

/** The money came. @param card - the paying card; null for Pix or slip */
export const renewalIsPaid = (card: PaidBy, when: Renewing = {}): SubscriptionReport =>
  renewalUpdate({ _tag: "Paid", card: cardOf(card) }, when)

/** No money will come. @param tried - the attempts, by card or null, with their outcomes */
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

/** The company takes money again, at this time. */
export const paymentsResumed = (at: Instant): SubscriptionReport => ({ _tag: "PaymentsResumed", at })

/** The clock shows this time. */
export const timePasses = (at: Instant): SubscriptionReport => ({ _tag: "TimePassed", at })

// Events

/** The event of `openRenewal`. */
export const renewalOpened = ({ period = 2, at = exampleRenewalAt }: Renewing = {}): SubscriptionChange => ({
  _tag: "RenewalOpened",
  period,
  order: renewalOrder(period),
  publicKey: renewalKey(period),
  at,
})

/** The event of `renewalIsRefused`. */
export const renewalFailed = ({ period = 2, retryAt, at = exampleRenewalAt }: Failing = {}): SubscriptionChange => ({
  _tag: "RenewalFailed",
  order: renewalOrder(period),
  nextRetryAt: retryAt ?? null,
  at,
})

/** The event of `retryRenewal`. */
export const renewalRetried = ({ period = 2, retryAt, at = exampleRenewalAt }: Failing = {}): SubscriptionChange => ({
  _tag: "RenewalRetried",
  order: renewalOrder(period),
  nextRetryAt: retryAt ?? null,
  at,
})

/** The event of `renewalIsPaid`. */
export const renewalPaid = ({ period = 2, at = exampleRenewalAt }: Renewing = {}): SubscriptionChange => ({
  _tag: "RenewalPaid",
  period,
  order: renewalOrder(period),
  at,
})

/** The event of `replaceCard`. @param card - counted from 1 */
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

/** The event of `paymentsResumed`. */
export const dunningPostponed = (firstAt: Instant, nextRetryAt: Instant | null, at: Instant): SubscriptionChange => ({
  _tag: "DunningPostponed",
  firstAt,
  nextRetryAt,
  at,
})
