/**
 * Answers a command with what it causes, or with why it cannot be; answers news with what there is to record.
 *
 * Whether something is a repetition comes before whether it is allowed: a repetition causes nothing and is no fault.
 */
import * as Result from "effect/Result"
import type { Instant } from "../calendar/instant.ts"
import type { OrderCommand, OrderNews } from "./commands.ts"
import type { OrderChange } from "./events.ts"
import { type AttemptFact, attemptStanding, caseStanding, refundStanding } from "./facts.ts"
import { ledgerOf } from "./ledger.ts"
import type { Attempt, AttemptReport, Order } from "./order.ts"
import { OrderCommandName, type OrderRefusal, OrderRefused } from "./refusals.ts"
import { hasAttempt, hasCase, isConfirmed, isRefundedInFull, statusOf } from "./status-rules.ts"

const dayMillis = 86_400_000

/** How long after its confirmation a payment can be given back on its own rail. A slip has no such rail: a transfer, any time. */
export const refundWindowMillis = {
  pix: 90 * dayMillis,
  credit: 180 * dayMillis,
  bank_slip: Number.POSITIVE_INFINITY,
} as const

/** Time an order with a contact may stay unattempted before it counts as abandoned. */
export const abandonAfterMillis = 30 * 60_000

/** What a command causes: nothing where it was done before, an event otherwise, or the first reason against it. */
export const decide = (
  order: Order,
  command: OrderCommand,
): Result.Result<ReadonlyArray<OrderChange>, OrderRefused> => {
  if (isRepetition(order, command)) return Result.succeed([])
  const reason = reasonsAgainst(order, command).at(0)
  return reason === undefined
    ? Result.succeed(effectsOf(order, command))
    : Result.fail(
        new OrderRefused({
          command: command._tag,
          reason,
          status: statusOf(order),
          allowed: allowedCommands(order, command.at),
          refundable: ledgerOf(order).refundable,
        }),
      )
}

/**
 * What to record of news. What is known already is not recorded twice; anything else is, whatever the status. Of two reports of
 * one amount that differ the larger one is news, so that both orders of hearing them end alike.
 */
export const hear = (order: Order, news: OrderNews): ReadonlyArray<OrderChange> => {
  switch (news._tag) {
    case "AttemptNews": {
      const { attempt, fact, report, at } = news
      const known = order.attempts.find(({ id }) => id === attempt)
      if (known === undefined || isKnownOfAttempt(known, fact, report)) return []
      return [{ _tag: "AttemptReported", attempt, fact, report, at }]
    }
    case "RefundNews": {
      const { refund, attempt, amount, fact, at } = news
      const isKnown = order.refunds.some(
        (one) => one.key === refund && one.facts.includes(fact) && amount <= one.amount,
      )
      return isKnown ? [] : [{ _tag: "RefundReported", refund, attempt, amount, fact, at }]
    }
    case "CaseNews": {
      const { case: key, attempt, amount, fact, at } = news
      const isKnown = order.cases.some((one) => one.key === key && one.facts.includes(fact) && amount <= one.amount)
      return isKnown ? [] : [{ _tag: "CaseReported", case: key, attempt, amount, fact, at }]
    }
    case "AbandonTimer": {
      const isDue = news.at >= order.details.placedAt + abandonAfterMillis
      const isAbandoned = isDue && statusOf(order) === "created" && order.abandonedAt === null
      return isAbandoned ? [{ _tag: "OrderAbandoned", at: news.at }] : []
    }
  }
}

/** Whether a report says nothing that is not known of the attempt: neither the fact, nor more money, nor a name or code. */
const isKnownOfAttempt = (attempt: Attempt, fact: AttemptFact, report: AttemptReport): boolean => {
  // A confirmation that names no amount confirms what was asked for.
  const { captured = attempt.quote.charged, ...told } = report
  return (
    attempt.facts.includes(fact) &&
    (fact !== "confirmed" || captured <= attempt.captured) &&
    (told.instrument === undefined || attempt.instrument !== null) &&
    (told.tid === undefined || attempt.tid !== null) &&
    (told.nsu === undefined || attempt.nsu !== null) &&
    (told.reason === undefined || attempt.reason !== null) &&
    (told.cardToken === undefined || attempt.cardToken !== null)
  )
}

/** Which commands would be accepted now, given sensible arguments. */
export const allowedCommands = (order: Order, at: Instant): ReadonlyArray<OrderCommandName> => {
  const isAllowed: Readonly<Record<OrderCommandName, boolean>> = {
    StartAttempt: againstCharging(order).length === 0,
    Cancel: order.canceledAt === null && againstCanceling(order).length === 0,
    Complete: order.completedAt === null && againstCompleting(order).length === 0,
    Contest: againstContesting(order).length === 0,
    RequestRefund:
      ledgerOf(order).refundable > 0 &&
      order.attempts.some(
        (attempt) => unreservedOf(order, attempt) > 0 && againstRefunding(order, attempt, at).length === 0,
      ),
  }
  return OrderCommandName.literals.filter((name) => isAllowed[name])
}

/** Reasons in rank order, each beside what makes it true. */
const holding = (candidates: ReadonlyArray<readonly [OrderRefusal, boolean]>): ReadonlyArray<OrderRefusal> =>
  candidates.filter(([, holds]) => holds).map(([reason]) => reason)

const againstCharging = (order: Order): ReadonlyArray<OrderRefusal> =>
  holding([
    ["AlreadyCanceled", order.canceledAt !== null],
    ["AlreadyPaid", isConfirmed(order)],
    ["OutcomeUnknown", hasAttempt(order, "sent", "unknown", "approved")],
    ["UnderReview", hasAttempt(order, "review")],
  ])

/** Refused only for an instrument of the same kind: by another method the payer may try while the first stays payable. */
const hasOpenInstrument = (order: Order, method: Attempt["quote"]["method"]["_tag"]): boolean =>
  order.attempts.some(({ facts, quote }) => attemptStanding(facts) === "open" && quote.method._tag === method)

const againstCanceling = (order: Order): ReadonlyArray<OrderRefusal> =>
  holding([
    ["AlreadyPaid", isConfirmed(order)],
    ["OutcomeUnknown", hasAttempt(order, "sent", "unknown", "approved")],
  ])

const againstCompleting = (order: Order): ReadonlyArray<OrderRefusal> =>
  holding([
    ["NotPaid", !isConfirmed(order)],
    ["ChargedBack", hasCase(order, "taken", "lost")],
    ["CaseOpen", hasCase(order, "opened", "contested")],
    ["FullyRefunded", isRefundedInFull(order)],
  ])

const againstContesting = (order: Order): ReadonlyArray<OrderRefusal> =>
  holding([
    ["NotPaid", !isConfirmed(order)],
    ["NoChargeback", !hasCase(order, "taken")],
  ])

const againstRefunding = (order: Order, attempt: Attempt | undefined, at: Instant): ReadonlyArray<OrderRefusal> => {
  const confirmedAt = attempt?.confirmedAt ?? null
  return holding([
    ["NotPaid", !isConfirmed(order)],
    ["ChargedBack", hasCase(order, "taken", "lost")],
    ["CaseOpen", hasCase(order, "opened", "contested")],
    ["FullyRefunded", isRefundedInFull(order)],
    ["AttemptNotConfirmed", confirmedAt === null],
    [
      "RefundWindowClosed",
      attempt !== undefined && confirmedAt !== null && at > confirmedAt + refundWindowMillis[attempt.quote.method._tag],
    ],
  ])
}

/** Centavos of one attempt that no refund has given back or asked for. */
const unreservedOf = (order: Order, attempt: Attempt): number =>
  order.refunds.reduce<number>(
    (rest, refund) =>
      refund.attempt === attempt.id && refundStanding(refund.facts) !== "failed" ? rest - refund.amount : rest,
    attempt.captured,
  )

/** Every reason against a command, in rank order. */
const reasonsAgainst = (order: Order, command: OrderCommand): ReadonlyArray<OrderRefusal> => {
  switch (command._tag) {
    case "StartAttempt":
      return [
        ...againstCharging(order),
        ...holding([["InstrumentOpen", hasOpenInstrument(order, command.quote.method._tag)]]),
      ]
    case "Cancel":
      return againstCanceling(order)
    case "Complete":
      return againstCompleting(order)
    case "Contest":
      return againstContesting(order)
    case "RequestRefund": {
      const attempt = order.attempts.find(({ id }) => id === command.attempt)
      const available = attempt === undefined ? 0 : Math.min(ledgerOf(order).refundable, unreservedOf(order, attempt))
      return [
        ...againstRefunding(order, attempt, command.at),
        ...holding([
          ["AmountNotPositive", command.amount < 1],
          ["AmountAboveRefundable", command.amount > available],
        ]),
      ]
    }
  }
}

const isRepetition = (order: Order, command: OrderCommand): boolean => {
  switch (command._tag) {
    case "StartAttempt":
      return order.attempts.some(({ key }) => key === command.key)
    case "Cancel":
      return statusOf(order) === "canceled"
    case "Complete":
      return statusOf(order) === "complete"
    case "Contest":
      return (
        statusOf(order) === "dispute" || (isConfirmed(order) && hasCase(order, "contested") && !hasCase(order, "taken"))
      )
    case "RequestRefund":
      return order.refunds.some(({ key }) => key === command.refund)
  }
}

const effectsOf = (order: Order, command: OrderCommand): ReadonlyArray<OrderChange> => {
  switch (command._tag) {
    case "StartAttempt": {
      const { key, quote, card, at } = command
      return [{ _tag: "AttemptStarted", attempt: order.attempts.length + 1, key, quote, card, at }]
    }
    case "Cancel":
      return [{ _tag: "OrderCanceled", at: command.at }]
    case "Complete":
      return [{ _tag: "OrderCompleted", at: command.at }]
    case "Contest":
      return order.cases
        .filter(({ facts }) => caseStanding(facts) === "taken")
        .map((one) => ({
          _tag: "CaseReported",
          case: one.key,
          attempt: one.attempt,
          amount: one.amount,
          fact: "contested",
          at: command.at,
        }))
    case "RequestRefund": {
      const { refund, attempt, amount, at } = command
      return [{ _tag: "RefundReported", refund, attempt, amount, fact: "requested", at }]
    }
  }
}
