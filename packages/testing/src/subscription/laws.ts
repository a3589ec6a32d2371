/** Laws of every subscription, of every step it takes, and of its log. */

import {
  addDays,
  dayOfMonth,
  daysBetween,
  type Instant,
  instant,
  type LocalDate,
  millisecondsPerDay,
  startOfDay,
} from "@vintem/domain/calendar"
import {
  nextTimer,
  paidPeriodOf,
  type Renewal,
  retryDays,
  type Subscription,
  type SubscriptionDetails,
  type SubscriptionEvent,
  startOfPeriod,
  subscriptionMachine,
  subscriptionObligationsOf,
  subscriptionStatusOf,
} from "@vintem/domain/subscription"
import { type StateLaw, type StepLaw, unless } from "../machine/laws.ts"
import { stepOf } from "../machine/step.ts"
import { recountedDunningDays, recountedNoticeDays } from "./recount.ts"
import type { SubscriptionMove, SubscriptionStep } from "./tested-subscription.ts"

/** Laws of a subscription at any instant of its life. */
export const subscriptionLaws: ReadonlyArray<StateLaw<Subscription>> = [
  {
    name: "anchor: periods begin on the anchor day, or on the last of a month that is too short for it",
    violation: ({ details, paidPeriods }) => {
      const starts = [paidPeriods, paidPeriods + 1].map((period) => startOfPeriod(details, period))
      const astray = starts.filter((start) => !isAnchored(details, start))
      return unless(astray.length === 0, () => `${astray.join(", ")} from ${details.anchor}`)
    },
  },
  {
    name: "chain: a period begins where the one before it ends, and the renewal is for the first that is not paid",
    violation: (subscription) => {
      const { details, paidPeriods, renewal } = subscription
      const { from, to } = paidPeriodOf(subscription)
      const before =
        paidPeriods === 1 ? details.anchor : paidPeriodOf({ ...subscription, paidPeriods: paidPeriods - 1 }).to
      return unless(
        paidPeriods >= 1 && from < to && from === before && (renewal === null || renewal.period === paidPeriods + 1),
        () => `${before}, ${from} to ${to}, renewing ${renewal?.period}`,
      )
    },
  },
  {
    name: "cycles: no more is paid or charged than was agreed, and after the last there is no next charge",
    violation: (subscription) => {
      const { details, paidPeriods, renewal, canceled } = subscription
      const cycles = details.recurrence.cycles ?? Number.POSITIVE_INFINITY
      const { to, nextCharge } = paidPeriodOf(subscription)
      return unless(
        Math.max(paidPeriods, renewal?.period ?? 0) <= cycles &&
          nextCharge === (canceled === null && paidPeriods < cycles ? to : null),
        () => `${paidPeriods} of ${cycles} paid, next on ${nextCharge}`,
      )
    },
  },
  {
    name: "retries: they are planned of a card only",
    violation: ({ means, renewal }) => {
      const nextRetryAt = renewal?.failure?.nextRetryAt ?? null
      return unless(nextRetryAt === null || means._tag === "credit", () => `${nextRetryAt} by ${means._tag}`)
    },
  },
  {
    name: "notice: a card is charged on the period's first day; a Pix or slip is issued three days before it",
    violation: (subscription) => {
      const { nextCharge } = paidPeriodOf(subscription)
      if (subscription.renewal !== null || nextCharge === null) return null
      const notice = subscription.means._tag === "credit" ? 0 : recountedNoticeDays
      const expected = startOfDay(addDays(nextCharge, -notice))
      const timer = nextTimer(subscription)
      return unless(
        timer?.what === "renew" && timer.at === expected,
        () => `${timer?.what} at ${timer?.at}, ${expected}`,
      )
    },
  },
  {
    name: "dunning: an overdue subscription that nobody pays ends on day 21 after the first failure, and no earlier",
    violation: (subscription) => {
      const firstAt = subscription.renewal?.failure?.firstAt
      if (subscription.canceled !== null || firstAt === undefined) return null
      const end = firstAt + recountedDunningDays * millisecondsPerDay
      const [early, due] = [end - 1, end].map((at) => {
        const events = subscriptionMachine.record(subscription, { _tag: "TimePassed", at: instant(at) })
        return events.some(({ _tag }) => _tag === "SubscriptionCanceled")
      })
      return unless(early === false && due === true, () => `ended a moment before: ${early}, then: ${due}`)
    },
  },
  {
    name: "way out: timers lead out of overdue and out of what a payer has to pay, and only what becomes of a card is waited for without one",
    violation: (subscription) => {
      const { renewal } = subscription
      const status = subscriptionStatusOf(subscription)
      const isCharging = renewal !== null && status === "active" && isChargedToCard(subscription, renewal)
      if (status === "canceled" || isCharging) {
        return unless(nextTimer(subscription) === null, () => `${status} with a timer`)
      }
      if (renewal === null) return unless(nextTimer(subscription) !== null, () => "no timer")
      const end = subscriptionStatusOf(afterTimers(subscription))
      return unless(end === "canceled", () => `still ${end}`)
    },
  },
  {
    name: "way out: money leads out of overdue, and what an ended subscription owes is owed no longer once it came",
    violation: (subscription, at) => {
      const { renewal, canceled } = subscription
      if (renewal === null) return null
      const paid: SubscriptionMove = {
        _tag: "RenewalUpdate",
        order: renewal.order,
        state: { _tag: "Paid", card: null },
        at,
      }
      const { after } = stepOf(subscriptionMachine, subscription, paid)
      const status = subscriptionStatusOf(after)
      return unless(
        status === (canceled === null ? "active" : "canceled") && subscriptionObligationsOf(after).length === 0,
        () => `paid, and ${status}`,
      )
    },
  },
]

/** A renewal that was opened before its period began was sent as a Pix or slip, even if a card came since. */
const isChargedToCard = ({ details, means }: Subscription, { openedAt, period }: Renewal): boolean =>
  means._tag === "credit" && openedAt >= startOfDay(startOfPeriod(details, period))

/** Laws of every step from one subscription to the next. */
export const subscriptionStepLaws: ReadonlyArray<StepLaw<SubscriptionStep>> = [
  {
    name: "advance: a payment pays the next period and no other, and nothing else does",
    violation: ({ before, changes, after }) => {
      const paid = changes.flatMap((change) => (change._tag === "RenewalPaid" ? [change] : []))
      return unless(
        after.paidPeriods === before.paidPeriods + paid.length &&
          paid.every(({ period, order }) => period === before.paidPeriods + 1 && order === before.renewal?.order),
        () => `${before.paidPeriods} to ${after.paidPeriods}`,
      )
    },
  },
  {
    name: "ownership: what is reported of another order than the open renewal's changes nothing",
    violation: ({ before, move, changes }) =>
      unless(
        move._tag !== "RenewalUpdate" || move.order === before.renewal?.order || changes.length === 0,
        () => `${changes.map(({ _tag }) => _tag).join(", ")}, while ${before.renewal?.order ?? "nothing"} is open`,
      ),
  },
  {
    name: "restraint: a card that was declined for good is not charged again",
    violation: ({ before, move, after }) => {
      const { means, renewal } = before
      if (move._tag !== "RenewalUpdate" || move.state._tag !== "Failed" || move.order !== renewal?.order) return null
      const isHard = move.state.failures.some((one) => {
        return one.isHard && means._tag === "credit" && one.card === means.card.token
      })
      const retry = after.renewal?.failure?.nextRetryAt ?? null
      return unless(!isHard || before.canceled !== null || retry === null, () => `again at ${retry}`)
    },
  },
  {
    name: "exclusiveness: a renewal opens where none is open, when its time has come",
    violation: ({ before, move, changes }) => {
      const isOpening = changes.some(({ _tag }) => _tag === "RenewalOpened")
      const timer = nextTimer(before)
      return unless(
        !isOpening || (before.renewal === null && timer?.what === "renew" && timer.at <= move.at),
        () => `${before.renewal?.order} open, ${timer?.what} due at ${timer?.at}`,
      )
    },
  },
  {
    name: "patience: a card that was refused is charged again on day 1, 3 or 7, and never within a day of the last charge",
    violation: ({ changes, before, after }) => {
      const firstAt = after.renewal?.failure?.firstAt ?? 0
      const hasty = changes.filter((change) => {
        if (change._tag !== "RenewalFailed" && change._tag !== "RenewalRetried") return false
        const { nextRetryAt, at } = change
        // A card that came during another one's charge was not refused.
        const isNew = change._tag === "RenewalFailed" && before.renewal?.failure === null && nextRetryAt === at
        const isPlanned = nextRetryAt !== null && isRetryDay((nextRetryAt - firstAt) / millisecondsPerDay)
        return nextRetryAt !== null && !isNew && !(isPlanned && nextRetryAt - at >= millisecondsPerDay)
      })
      return unless(hasty.length === 0, () => JSON.stringify(hasty))
    },
  },
  {
    name: "acceptance: money for the open renewal makes the subscription active, or is kept where it has ended",
    violation: ({ before, move, after }) => {
      if (move._tag !== "RenewalUpdate" || move.state._tag !== "Paid" || move.order !== before.renewal?.order)
        return null
      return unless(
        before.canceled === null ? subscriptionStatusOf(after) === "active" : after.paidLate === move.order,
        () => subscriptionStatusOf(after),
      )
    },
  },
  {
    name: "finality: an ended subscription stays as it ended; late money is flagged, once, and nothing is charged",
    violation: ({ before, changes }) =>
      unless(
        before.canceled === null ||
          changes.length === 0 ||
          (changes.length === 1 && changes[0]?._tag === "LatePaymentKept" && before.paidLate === null),
        () => changes.map(({ _tag }) => _tag).join(", "),
      ),
  },
  {
    name: "permanence: what was agreed, the periods paid and the end stay known",
    violation: ({ before, after }) =>
      unless(
        after.details === before.details &&
          after.paidPeriods >= before.paidPeriods &&
          (before.canceled === null || after.canceled === before.canceled) &&
          (before.paidLate === null || after.paidLate === before.paidLate),
        () => "something was forgotten",
      ),
  },
]

/** Laws of the log of every subscription. */
export const subscriptionLogLaws: ReadonlyArray<StepLaw<ReadonlyArray<SubscriptionEvent>>> = [
  {
    name: "periods: each is opened once, after the one before it, and paid before the next is opened",
    violation: (log) => {
      const periods = log.flatMap((event) =>
        event._tag === "RenewalOpened" || event._tag === "RenewalPaid" ? [`${event._tag} ${event.period}`] : [],
      )
      const expected = periods.map(
        (_, index) => `${index % 2 === 0 ? "RenewalOpened" : "RenewalPaid"} ${2 + Math.floor(index / 2)}`,
      )
      return unless(periods.join() === expected.join(), () => periods.join())
    },
  },
  {
    name: "retries: a card is charged at most four times for one period, never twice within a day, and not after the end",
    violation: (log) => {
      const wrong = tenuresIn(log).filter(
        ({ charges }) =>
          charges.length > 1 + retryDays.length ||
          charges.some((at, index) => index > 0 && at - (charges[index - 1] ?? 0) < millisecondsPerDay),
      )
      const end = log.findIndex(({ _tag }) => _tag === "SubscriptionCanceled")
      const afterwards = log.slice(end).filter(({ _tag }) => _tag === "RenewalOpened" || _tag === "RenewalRetried")
      return unless(wrong.length === 0 && (end === -1 || afterwards.length === 0), () => JSON.stringify(wrong))
    },
  },
]

/** The time that one card had to pay one period: from the opening of the renewal, or from the card's arrival. */
interface Tenure {
  /** When that card was charged. */
  readonly charges: ReadonlyArray<Instant>
}

const tenuresIn = (log: ReadonlyArray<SubscriptionEvent>): ReadonlyArray<Tenure> => {
  const tenures: Array<{ readonly charges: Array<Instant> }> = []
  let isCard = false
  for (const event of log) {
    switch (event._tag) {
      case "SubscriptionBegun":
        isCard = event.means._tag === "credit"
        break
      case "RenewalOpened":
        tenures.push({ charges: isCard ? [event.at] : [] })
        break
      case "CardReplaced":
        isCard = true
        tenures.push({ charges: [] })
        break
      case "RenewalRetried":
        tenures.at(-1)?.charges.push(event.at)
        break
      default:
    }
  }
  return tenures
}

const isRetryDay = (days: number): boolean => retryDays.some((one) => one === days)

const unitDays = { day: 1, week: 7 } as const

const isAnchored = ({ anchor, recurrence: { every, count } }: SubscriptionDetails, start: LocalDate): boolean => {
  if (every === "day" || every === "week") return daysBetween(anchor, start) % (unitDays[every] * count) === 0
  const isSameMonth = every === "month" || start.slice(5, 7) === anchor.slice(5, 7)
  const isLastOfMonth = addDays(start, 1).endsWith("-01")
  return (
    isSameMonth &&
    (dayOfMonth(start) === dayOfMonth(anchor) || (isLastOfMonth && dayOfMonth(start) < dayOfMonth(anchor)))
  )
}

/** More than the timers of one overdue renewal: three retries, one for each new card, and the end. */
const timersMax = 10

/** The clock runs and no payer pays. */
const afterTimers = (start: Subscription): Subscription => {
  let subscription = start
  for (let n = 0; n < timersMax; n += 1) {
    const timer = nextTimer(subscription)
    if (timer === null) return subscription
    const move: SubscriptionMove = { _tag: timer.what === "retry" ? "RetryRenewal" : "TimePassed", at: timer.at }
    subscription = stepOf(subscriptionMachine, subscription, move).after
  }
  return subscription
}
