/**
 * An order living through commands and news, one step at a time, as a service would take it: a command is decided, news is
 * heard, what either causes is applied, and what follows from that is sent.
 */
import * as Result from "effect/Result"
import type { OrderCommand, OrderNews } from "../../src/order/commands.ts"
import { decide, hear } from "../../src/order/decide.ts"
import type { OrderChange } from "../../src/order/events.ts"
import { evolve } from "../../src/order/evolve.ts"
import type { Order } from "../../src/order/order.ts"
import type { OrderRefused } from "../../src/order/refusals.ts"
import { statusOf } from "../../src/order/status-rules.ts"
import { type WebhookKind, webhooksOf } from "../../src/order/webhooks.ts"

/** Whatever an order can be confronted with. */
export type OrderMove = OrderCommand | OrderNews

/** One move and all that came of it. */
export interface Step {
  readonly before: Order
  readonly move: OrderMove
  /** Why a command was refused; null where it was not. */
  readonly refusal: OrderRefused | null
  readonly changes: ReadonlyArray<OrderChange>
  readonly after: Order
  readonly webhooks: ReadonlyArray<WebhookKind>
}

/** News cannot be refused; everything else is a command, which can. */
export const isNews = (move: OrderMove): move is OrderNews =>
  move._tag === "AttemptNews" ||
  move._tag === "RefundNews" ||
  move._tag === "CaseNews" ||
  move._tag === "AbandonTimer" ||
  move._tag === "DuplicateNews"

/** Confronts an order with a move. A refused command changes nothing. */
export const step = (before: Order, move: OrderMove): Step => {
  const answer = isNews(move) ? Result.succeed(hear(before, move)) : decide(before, move)
  const changes = Result.getOrElse(answer, (): ReadonlyArray<OrderChange> => [])
  const refusal = Result.isFailure(answer) ? answer.failure : null
  return { before, move, refusal, changes, ...record(before, changes) }
}

/** Confronts an order with one move after the other. */
export const live = (order: Order, moves: Iterable<OrderMove>): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  let current = order
  for (const move of moves) {
    const taken = step(current, move)
    steps.push(taken)
    current = taken.after
  }
  return steps
}

/** The order after the last step; `order` itself where there was none. */
export const orderAfter = (order: Order, steps: ReadonlyArray<Step>): Order => steps.at(-1)?.after ?? order

/** Everything that happened, in order. */
export const changesIn = (steps: ReadonlyArray<Step>): ReadonlyArray<OrderChange> =>
  steps.flatMap(({ changes }) => changes)

/** Everything the company is told, in order. */
export const webhooksIn = (steps: ReadonlyArray<Step>): ReadonlyArray<WebhookKind> =>
  steps.flatMap(({ webhooks }) => webhooks)

/** Steps as a person reads them, a line each: what was asked or told, and what the order showed then. */
export const describeSteps = (steps: ReadonlyArray<Step>): string =>
  steps.map((taken, index) => `\n${String(index + 1).padStart(3)}. ${describeStep(taken)}`).join("")

const describeStep = ({ move, refusal, changes, after }: Step): string => {
  const outcome = refusal === null ? (changes.length === 0 ? "nothing" : statusOf(after)) : `refused, ${refusal.reason}`
  return `${describeMove(move)}: ${outcome}`
}

/** A move as a person reads it. */
export const describeMove = (move: OrderMove): string => {
  switch (move._tag) {
    case "StartAttempt":
      return `StartAttempt ${move.quote.method._tag} of ${move.quote.charged} under ${move.key}`
    case "RequestRefund":
      return `RequestRefund ${move.refund}, ${move.amount} of attempt ${move.attempt}`
    case "AttemptNews":
      return `attempt ${move.attempt} ${move.fact}${move.report.captured === undefined ? "" : ` ${move.report.captured}`}`
    case "RefundNews":
      return `refund ${move.refund} ${move.fact}, ${move.amount} of attempt ${move.attempt}`
    case "CaseNews":
      return `case ${move.case} ${move.fact}, ${move.amount} of attempt ${move.attempt}`
    default:
      return move._tag
  }
}

/** Applies events, and collects the webhooks that follow from them. */
const record = (before: Order, changes: ReadonlyArray<OrderChange>): Pick<Step, "after" | "webhooks"> => {
  const webhooks: Array<WebhookKind> = []
  let after = before
  for (const change of changes) {
    const next = evolve(after, change)
    webhooks.push(...webhooksOf(after, change, next))
    after = next
  }
  return { after, webhooks }
}
