/** Promises about subscriptions that hold however often the service was killed during renewals. */
import { addDays, instant, type LocalDate, saoPauloDate } from "@vintem/domain/calendar"
import { fold } from "@vintem/domain/machine"
import {
  dunningEnd,
  Subscription,
  SubscriptionEvent,
  startOfPeriod,
  subscriptionMachine,
} from "@vintem/domain/subscription"
import { Schema } from "effect"
import type { Check, Evidence } from "../check.ts"
import { everyChargeHasItsOrder } from "../checks/acquirer-books.ts"
import { orderLogs } from "../checks/event-logs.ts"
import { integrity } from "../checks/integrity.ts"
import { logContradictions } from "../checks/log.ts"
import { nothingInFlight, nothingOverdue } from "../checks/nothing-left.ts"
import { vintemCheck } from "../checks/vintem-check.ts"
import { answeredOtherThan } from "../client-request.ts"
import type { Subscriber } from "./subscribers.ts"

export const checksOf = (subscribers: ReadonlyArray<Subscriber>): ReadonlyArray<Check> => [
  integrity,
  orderLogs,
  subscriptionLogs,
  nothingInFlight,
  nothingOverdue,
  everyChargeHasItsOrder,
  everySubscriberHasOne(subscribers),
  oneOrderPerPeriod,
  oneChargePerPeriod,
  whatIsPaidWasCharged,
  nobodyIsForgotten,
  whoCanPayStays(subscribers),
  everyCancelStands(subscribers),
  vintemCheck,
]

const subscriptionLogs: Check = {
  title: "every subscription's log is without gaps, and folded it is the stored subscription",
  contradictions: (evidence) =>
    accountsIn(evidence).flatMap(({ what, stored, log }) =>
      logContradictions({ what, stored, log, fold: (events) => fold(subscriptionMachine, events) }),
    ),
}

const everySubscriberHasOne = (subscribers: ReadonlyArray<Subscriber>): Check => ({
  title: "every subscriber has one subscription, the one they were given, and there are no others",
  contradictions: (evidence) => {
    const tokens = Map.groupBy(accountsIn(evidence), ({ stored }) => stored.details.ref)
    const keys = new Set([...subscribers.map(({ key }) => key), ...tokens.keys()])
    return [...keys].flatMap((key) => {
      const found = (tokens.get(key) ?? []).map(({ stored }) => stored.details.token).join(", ")
      const given = subscribers.find((subscriber) => subscriber.key === key)?.token ?? ""
      return found === given ? [] : [`${key} was given ${given || "none"} and has ${found || "none"}`]
    })
  },
})

const oneOrderPerPeriod: Check = {
  title: "every period of a subscription has one order, which is the one kept for it, and none is left out",
  contradictions: (evidence) =>
    accountsIn(evidence).flatMap(({ what, stored, renewals, kept }) => {
      const last = stored.paidPeriods + (stored.renewal === null ? 0 : 1)
      const expected = Array.from({ length: last - 1 }, (_, place) => place + 2)
      const placed = renewals.map(({ period }) => period)
      if (placed.join() !== expected.join()) {
        return [`${what} has come to period ${last}; its orders are for ${placed.join(", ") || "none"}`]
      }
      const numbers = renewals.map(({ number }) => number).join(", ")
      return numbers === kept.join(", ") ? [] : [`${what} has the orders ${numbers}; kept are ${kept.join(", ")}`]
    }),
}

const oneChargePerPeriod: Check = {
  title: "no period is charged twice, and its order is paid exactly where the acquirer charged it",
  contradictions: (evidence) =>
    accountsIn(evidence).flatMap(({ what, orders }) =>
      orders
        .filter(({ charges, status }) => charges !== (status === "paid" ? 1 : 0))
        .map(
          ({ number, period, status, charges }) =>
            `${what}, period ${period}: order ${number} is ${status}, the acquirer charged it ${charges} times`,
        ),
    ),
}

const whatIsPaidWasCharged: Check = {
  title:
    "as many periods of a subscription are paid as the acquirer charged for it, but for money that came after its end",
  contradictions: (evidence) =>
    accountsIn(evidence).flatMap(({ what, stored, orders }) => {
      const charges = orders.reduce((sum, order) => sum + order.charges, 0)
      const paid = stored.paidPeriods + (stored.paidLate === null ? 0 : 1)
      return charges === paid ? [] : [`${what} has ${paid} payments; the acquirer charged ${charges} times`]
    }),
}

const nobodyIsForgotten: Check = {
  title: "nobody is forgotten: a subscription is paid beyond today, or is being gone after, or ended when it was to",
  contradictions: (evidence) => {
    const today = saoPauloDate(instant(evidence.now))
    return accountsIn(evidence)
      .filter(({ stored }) => !isInOrder(stored, today, evidence.now))
      .map(({ what, stored }) => `${what} on ${today}: ${JSON.stringify({ ...stored, details: undefined })}`)
  },
}

/** Computed from the dates alone, and not from the service's jobs. */
const isInOrder = (stored: Subscription, today: LocalDate, now: number): boolean => {
  const { details, paidPeriods, renewal, canceled } = stored
  const paidUntil = startOfPeriod(details, paidPeriods + 1)
  const isPaidUp = paidPeriods === details.recurrence.cycles
  if (canceled === null) {
    return renewal === null || renewal.failure === null ? paidUntil > today : now < dunningEnd(renewal.failure.firstAt)
  }
  switch (canceled.because) {
    case "asked":
      return true
    case "cycles":
      return isPaidUp && saoPauloDate(canceled.at) >= paidUntil && saoPauloDate(canceled.at) <= addDays(paidUntil, 1)
    case "dunning":
      return renewal !== null && renewal.failure !== null && canceled.at >= dunningEnd(renewal.failure.firstAt)
  }
}

const whoCanPayStays = (subscribers: ReadonlyArray<Subscriber>): Check => ({
  title: "no subscriber whose card can be charged is lost to dunning, and none is charged beyond the agreed cycles",
  contradictions: (evidence) => {
    const kinds = new Map(subscribers.map(({ key, kind }) => [key, kind]))
    return accountsIn(evidence).flatMap(({ what, stored, orders }) => {
      const kind = kinds.get(stored.details.ref ?? "")
      const isLost = kind?.isGood === true && stored.canceled?.because === "dunning"
      const isTooLong = kind !== undefined && kind.cycles !== null && orders.length > kind.cycles
      return isLost || isTooLong ? [`${what}, ${orders.length} orders, ended: ${stored.canceled?.because}`] : []
    })
  },
})

const everyCancelStands = (subscribers: ReadonlyArray<Subscriber>): Check => ({
  title:
    "a subscriber who was told that the subscription is canceled is charged no more, and only those who asked are canceled",
  contradictions: (evidence) => {
    const cancels = new Map(subscribers.map(({ token, cancel }): [string, Subscriber["cancel"]] => [token, cancel]))
    return accountsIn(evidence).flatMap(({ what, stored, log }) => {
      const cancel = cancels.get(stored.details.token) ?? null
      const isAsked = stored.canceled?.because === "asked"
      const events = log.map(({ event }) => event._tag)
      const end = events.indexOf("SubscriptionCanceled")
      const after = end === -1 ? [] : events.slice(end + 1).filter((tag) => tag !== "LatePaymentKept")
      return [
        ...(cancel === null ? [] : answeredOtherThan(cancel, [200])),
        ...((cancel?.answer ?? null) !== null && !isAsked ? [`${what} was canceled, and is not`] : []),
        ...(cancel === null && isAsked ? [`${what} is canceled, and nobody asked for it`] : []),
        ...(after.length === 0 ? [] : [`${what} was canceled, then ${after.join(", ")}`]),
      ]
    })
  },
})

/** A stored subscription, with its orders and the acquirer's books. */
interface Account {
  /** Names it in a breach. */
  readonly what: string
  readonly stored: Subscription
  readonly log: ReadonlyArray<{ readonly sequence: number; readonly event: SubscriptionEvent }>
  /** The orders of its renewals by the orders' own data, by period. */
  readonly renewals: ReadonlyArray<PeriodOrder>
  /** These, after the order that began it. */
  readonly orders: ReadonlyArray<PeriodOrder>
  /** The numbers of the orders that are stored as its renewals, by period. */
  readonly kept: ReadonlyArray<string>
}

interface PeriodOrder {
  readonly number: string
  readonly status: string
  readonly period: number
  /** How many charges the acquirer confirmed for it. */
  readonly charges: number
}

const readSubscription = Schema.decodeUnknownSync(Subscription)
const readEvent = Schema.decodeSync(Schema.fromJsonString(SubscriptionEvent))

const accountsIn = ({ database }: Evidence): ReadonlyArray<Account> => {
  const logOf = database.prepare<[number], { sequence: number; body: string }>(
    "select sequence, body from subscription_event where subscription_id = ? order by sequence",
  )
  const keptOf = database
    .prepare<[number], string>("select order_number from renewal where subscription_id = ? order by period")
    .pluck()
  const charges = `(select count(*) from books.charge
    where body ->> '$.order' = number and body ->> '$.state' = 'confirmed')`
  const firstOf = database.prepare<[string], PeriodOrder>(
    `select number, status, 1 as period, ${charges} as charges from orders where number = ?`,
  )
  const renewalsOf = database.prepare<[string], PeriodOrder>(
    `select number, status, details ->> '$.subscription.period' as period, ${charges} as charges
     from orders where details ->> '$.subscription.token' = ? order by period`,
  )
  return database
    .prepare<[], { id: number; version: number; first_order: string; details: string; progress: string }>(
      "select id, version, first_order, details, progress from subscription order by id",
    )
    .all()
    .map(({ id, version, first_order, details, progress }) => {
      const stored = readSubscription({ ...JSON.parse(progress), details: JSON.parse(details), version })
      const renewals = renewalsOf.all(stored.details.token)
      return {
        what: `subscription ${stored.details.token} (${stored.details.ref})`,
        stored,
        log: logOf.all(id).map(({ sequence, body }) => ({ sequence, event: readEvent(body) })),
        renewals,
        orders: [...firstOf.all(first_order), ...renewals],
        kept: keptOf.all(id),
      }
    })
}
