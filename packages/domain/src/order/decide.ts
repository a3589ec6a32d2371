/**
 * Answers a command with what it causes, or with why it cannot be; answers news with what there is to record.
 *
 * Whether something is a repetition comes before whether it is allowed: a repetition causes nothing and is no fault.
 */
import * as Result from "effect/Result"
import type { Instant } from "../calendar/instant.ts"
import type { OrderCommand, OrderNews } from "./commands.ts"
import type { OrderChange } from "./events.ts"
import { attemptStanding, caseStanding, refundStanding } from "./facts.ts"
import { ledgerOf } from "./ledger.ts"
import type { Attempt, Order } from "./order.ts"
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

/** What to record of news. A fact already known is not recorded twice; anything else is, whatever the status. */
export const hear = (order: Order, news: OrderNews): ReadonlyArray<OrderChange> => {
  switch (news._tag) {
    case "AttemptNews": {
      const attempt = order.attempts.find(({ id }) => id === news.attempt)
      const isKnown = attempt === undefined || attempt.facts.includes(news.fact)
      return isKnown
        ? []
        : [{ _tag: "AttemptReported", attempt: news.attempt, fact: news.fact, report: news.report, at: news.at }]
    }
    case "RefundNews": {
      const isKnown = order.refunds.some(({ key, facts }) => key === news.refund && facts.includes(news.fact))
      return isKnown
        ? []
        : [
            {
              _tag: "RefundReported",
              refund: news.refund,
              attempt: news.attempt,
              amount: news.amount,
              fact: news.fact,
              at: news.at,
            },
          ]
    }
    case "CaseNews": {
      const isKnown = order.cases.some(({ key, facts }) => key === news.case && facts.includes(news.fact))
      return isKnown
        ? []
        : [
            {
              _tag: "CaseReported",
              case: news.case,
              attempt: news.attempt,
              amount: news.amount,
              fact: news.fact,
              at: news.at,
            },
          ]
    }
    case "AbandonTimer":
      return statusOf(order) === "created" &&
        order.abandonedAt === null &&
        news.at >= order.details.placedAt + abandonAfterMillis
        ? [{ _tag: "OrderAbandoned", at: news.at }]
        : []
  }
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
    ["OutcomeUnknown", statusOf(order) === "pending"],
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
