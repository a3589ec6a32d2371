/**
 * Confronting an order with a command or with news, and keeping all that comes of it.
 */
import {
  decide,
  evolve,
  isCommand,
  type Order,
  type OrderChange,
  type OrderCommand,
  type OrderRefused,
  type OrderReport,
  orderMachine,
  type WebhookKind,
  webhooksOf,
} from "@vintem/domain"
import { Result } from "effect"

export type Move = OrderCommand | OrderReport

export interface Trial {
  readonly before: Order
  readonly move: Move
  /** Null where the move was not refused. */
  readonly refusal: OrderRefused | null
  readonly changes: ReadonlyArray<OrderChange>
  readonly after: Order
  readonly webhooks: ReadonlyArray<WebhookKind>
}

/** A refused command changes nothing. */
export const tryMove = (before: Order, move: Move): Trial => {
  const answer = isCommand(orderMachine, move)
    ? decide(orderMachine, before, move)
    : Result.succeed(orderMachine.record(before, move))
  const changes = Result.getOrElse(answer, (): ReadonlyArray<OrderChange> => [])
  const webhooks: Array<WebhookKind> = []
  let after = before
  for (const change of changes) {
    const next = evolve(after, change)
    webhooks.push(...webhooksOf(after, change, next))
    after = next
  }
  return { before, move, refusal: Result.isFailure(answer) ? answer.failure : null, changes, after, webhooks }
}

/** The order after one move and then the next. */
export const afterMoves = (order: Order, moves: ReadonlyArray<Move>): Order =>
  moves.reduce((current, move) => tryMove(current, move).after, order)
