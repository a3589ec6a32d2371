/**
 * Answers a command with what it causes, or with why it cannot be; answers news with what there is to record.
 *
 * Whether something is a repetition comes before whether it is allowed: a repetition causes nothing and is no fault.
 */
import * as Result from "effect/Result"
import type { Instant } from "../calendar/instant.ts"
import { methodRules } from "../method/methods.ts"
import type { PaymentMethod } from "../method/payment-method.ts"
import type { Centavos } from "../money/centavos.ts"
import { largest, smaller } from "../money/total.ts"
import { type Attempt, chargeOf } from "./attempt.ts"
import type { OrderCommand, OrderNews } from "./commands.ts"
import type { OrderChange } from "./events.ts"
import { attemptStanding, caseStanding } from "./facts.ts"
import { AttemptId } from "./identifiers.ts"
import { ledgerOf, unreservedOf } from "./ledger.ts"
import { isSameKnowledge, merge } from "./merge.ts"
import type { Order } from "./order.ts"
import { OrderCommandName, type OrderRefusal, OrderRefused } from "./refusals.ts"
import { hasAttempt, hasCase, isConfirmed, isRefundedInFull, statusOf } from "./status-rules.ts"

/** Time an order with a contact may stay unattempted before it counts as abandoned. */
export const abandonAfterMillis = 30 * 60_000

/** What a command causes: nothing where it was done before, an event otherwise, or the first reason against it. */
export const decide = (
  order: Order,
  command: OrderCommand,
): Result.Result<ReadonlyArray<OrderChange>, OrderRefused> => {
  if (isRepetition(order, command)) return Result.succeed([])
  const reason = reasonAgainst(order, command)
  return reason === null
    ? Result.succeed(effectsOf(order, command))
    : Result.fail(
        new OrderRefused({
          command: command._tag,
          reason,
          status: statusOf(order),
          allowed: allowedCommands(order, command.at),
          refundable: largest(order.attempts.map((attempt) => refundableOf(order, attempt))),
        }),
      )
}

/**
 * What to record of news. What is known already is not recorded twice; anything else is, whatever the status. Whether something is
 * known the merge table says, by which `evolve` applies it: so every order of arrival ends alike.
 */
export const hear = (order: Order, news: OrderNews): ReadonlyArray<OrderChange> => {
  switch (news._tag) {
    case "AttemptNews": {
      const { attempt, fact, report, at } = news
      const known = order.attempts.find(({ id }) => id === attempt)
      if (known === undefined || isSameKnowledge(known, merge.attempt(known, news))) return []
      return [{ _tag: "AttemptReported", attempt, fact, report, at }]
    }
    case "RefundNews": {
      const { refund, attempt, amount, fact, report, at } = news
      const known = order.refunds.find(({ key }) => key === refund)
      if (known !== undefined && isSameKnowledge(known, merge.refund(known, news))) return []
      const told = { _tag: "RefundReported", refund, attempt, amount, fact, at } as const
      return [report === undefined ? told : { ...told, report }]
    }
    case "CaseNews": {
      const { case: key, attempt, amount, fact, at } = news
      const known = order.cases.find((one) => one.key === key)
      if (known !== undefined && isSameKnowledge(known, merge.case(known, news))) return []
      return [{ _tag: "CaseReported", case: key, attempt, amount, fact, at }]
    }
    case "AbandonTimer": {
      const isDue = news.at >= order.details.placedAt + abandonAfterMillis
      const isAbandoned = isDue && statusOf(order) === "created" && order.abandonedAt === null
      return isAbandoned ? [{ _tag: "OrderAbandoned", at: news.at }] : []
    }
    case "DuplicateNews":
      return order.duplicateAt === undefined ? [{ _tag: "DuplicateFound", of: news.of, at: news.at }] : []
  }
}

/** Which commands would be accepted now, given sensible arguments. */
export const allowedCommands = (order: Order, at: Instant): ReadonlyArray<OrderCommandName> => {
  const isAllowed: Readonly<Record<OrderCommandName, boolean>> = {
    StartAttempt: firstOf(againstCharging, order) === null,
    Cancel: order.canceledAt === null && firstOf(againstCanceling, order) === null,
    Complete: order.completedAt === null && firstOf(againstCompleting, order) === null,
    Contest: firstOf(againstContesting, order) === null,
    Resolve: order.attempts.some((attempt) => firstOf(againstResolving, attempt) === null),
    RequestRefund: order.attempts.some(
      (attempt) => refundableOf(order, attempt) > 0 && firstOf(againstRefunding, { order, attempt, at }) === null,
    ),
  }
  return OrderCommandName.literals.filter((name) => isAllowed[name])
}

/** Reasons in rank order, each beside when it holds. */
type Reasons<Asked> = ReadonlyArray<readonly [reason: OrderRefusal, holds: (asked: Asked) => boolean]>

const firstOf = <Asked>(reasons: Reasons<Asked>, asked: Asked): OrderRefusal | null => {
  for (const [reason, holds] of reasons) if (holds(asked)) return reason
  return null
}

const isUncertain = (order: Order): boolean => hasAttempt(order, "sent", "unknown", "approved")

const againstCharging: Reasons<Order> = [
  ["AlreadyCanceled", (order) => order.canceledAt !== null],
  ["AlreadyPaid", isConfirmed],
  ["OutcomeUnknown", isUncertain],
  ["UnderReview", (order) => hasAttempt(order, "review")],
]

/** Refused only for an instrument of the same kind: by another method the payer may try while the first stays payable. */
const hasOpenInstrument = (order: Order, method: PaymentMethod): boolean =>
  order.attempts.some(({ _tag, facts }) => attemptStanding(facts) === "open" && _tag === method)

const againstCanceling: Reasons<Order> = [
  ["AlreadyPaid", isConfirmed],
  ["OutcomeUnknown", isUncertain],
]

const againstCompleting: Reasons<Order> = [
  ["NotPaid", (order) => !isConfirmed(order)],
  ["ChargedBack", (order) => hasCase(order, "taken", "lost")],
  ["CaseOpen", (order) => hasCase(order, "opened", "contested")],
  ["FullyRefunded", isRefundedInFull],
]

const againstContesting: Reasons<Order> = [
  ["NotPaid", (order) => !isConfirmed(order)],
  ["NoChargeback", (order) => !hasCase(order, "taken")],
]

/** Only what is unresolved can be resolved: where the acquirer gave its word, nobody else's counts. */
const againstResolving: Reasons<Attempt | undefined> = [
  ["UnderReview", (attempt) => attempt !== undefined && attemptStanding(attempt.facts) === "review"],
  [
    "OutcomeKnown",
    (attempt) => {
      const standing = attempt === undefined ? null : attemptStanding(attempt.facts)
      return standing !== "sent" && standing !== "unknown" && standing !== "approved"
    },
  ],
]

const againstRefunding: Reasons<{
  readonly order: Order
  readonly attempt: Attempt | undefined
  readonly at: Instant
}> = [
  ["NotPaid", ({ order }) => !isConfirmed(order)],
  ["ChargedBack", ({ order }) => hasCase(order, "taken", "lost")],
  ["CaseOpen", ({ order }) => hasCase(order, "opened", "contested")],
  ["FullyRefunded", ({ order }) => isRefundedInFull(order)],
  ["AttemptNotConfirmed", ({ attempt }) => attempt === undefined || attempt.payment === null],
  [
    "RefundWindowClosed",
    ({ attempt, at }) =>
      attempt !== undefined &&
      attempt.payment !== null &&
      at > attempt.payment.confirmedAt + methodRules[attempt._tag].refundWindowMillis,
  ],
]

/** Centavos a new refund of one attempt could ask for. Zero where it brought no money. */
export const refundableOf = (order: Order, attempt: Attempt): Centavos =>
  smaller(ledgerOf(order).refundable, unreservedOf(order, attempt))

/** The first reason against a command; null where there is none. */
const reasonAgainst = (order: Order, command: OrderCommand): OrderRefusal | null => {
  switch (command._tag) {
    case "StartAttempt":
      return (
        firstOf(againstCharging, order) ??
        (hasOpenInstrument(order, command.quote.method._tag) ? "InstrumentOpen" : null)
      )
    case "Cancel":
      return firstOf(againstCanceling, order)
    case "Complete":
      return firstOf(againstCompleting, order)
    case "Contest":
      return firstOf(againstContesting, order)
    case "Resolve":
      return firstOf(againstResolving, attemptOf(order, command))
    case "RequestRefund": {
      const { at, amount } = command
      const attempt = attemptOf(order, command)
      const reason = firstOf(againstRefunding, { order, attempt, at })
      if (reason !== null || attempt === undefined) return reason
      if (amount < 1) return "AmountNotPositive"
      return amount > refundableOf(order, attempt) ? "AmountAboveRefundable" : null
    }
  }
}

const attemptOf = (order: Order, { attempt }: { readonly attempt: AttemptId }): Attempt | undefined =>
  order.attempts.find(({ id }) => id === attempt)

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
    case "Resolve":
      return order.attempts.some(({ id, verdict }) => id === command.attempt && verdict === command.verdict)
    case "RequestRefund":
      return order.refunds.some(({ key }) => key === command.refund)
  }
}

const effectsOf = (order: Order, command: OrderCommand): ReadonlyArray<OrderChange> => {
  switch (command._tag) {
    case "StartAttempt": {
      const { key, at } = command
      const attempt = AttemptId.make(order.attempts.length + 1)
      return [{ _tag: "AttemptStarted", attempt, key, ...chargeOf(command), at }]
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
    case "Resolve": {
      const { attempt, verdict, at } = command
      return [{ _tag: "AttemptResolved", attempt, verdict, at }]
    }
    case "RequestRefund": {
      const { refund, attempt, amount, at } = command
      const method = attemptOf(order, command)?._tag
      const way = method === undefined ? {} : { way: methodRules[method].refundWay }
      return [{ _tag: "RefundReported", refund, attempt, amount, fact: "requested", ...way, at }]
    }
  }
}
