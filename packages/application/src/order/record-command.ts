/**
 * Decides a command upon the order as it is stored, and writes down what it causes.
 */
import {
  type CompanyId,
  decide,
  evolve,
  type OrderChange,
  type OrderCommand,
  type OrderNumber,
  type OrderRefused,
  type OrderReport,
  OrderRepository,
  orderMachine,
  type StoredOrder,
} from "@vintem/domain"
import { Effect, Option, Result } from "effect"
import { once } from "../idempotency/once.ts"
import { againOnConflict } from "./again-on-conflict.ts"
import { NoSuchOrder, type OperatorOutcome, type OperatorRequest } from "./operator-request.ts"
import { heard, saveHeard } from "./record-news.ts"

export interface RecordedCommand {
  /** The order afterwards. */
  readonly stored: StoredOrder
  /** Why the command was refused, or null. */
  readonly refusal: OrderRefused | null
}

/**
 * Part of a unit.
 *
 * @param news - what was learned on the way. The command is decided in its light, and it is recorded even where the command is
 *   refused; but after what the command causes: what was voided for a cancelation never counts as unpaid in between.
 */
export const recordCommandInUnit = Effect.fnUntraced(function* (
  company: CompanyId,
  number: OrderNumber,
  command: OrderCommand,
  news: ReadonlyArray<OrderReport> = [],
) {
  const orders = yield* OrderRepository
  const found = yield* orders.find(company, number)
  if (Option.isNone(found)) return yield* new NoSuchOrder({ number })
  const decided = decide(orderMachine, heard(found.value.order, news).order, command)
  const caused = Result.getOrElse(decided, (): ReadonlyArray<OrderChange> => [])
  const after = heard(caused.reduce(evolve, found.value.order), news)
  const order = yield* saveHeard(found.value.order, [...caused, ...after.events])
  const recorded: RecordedCommand = {
    stored: { ...found.value, order },
    refusal: Result.isFailure(decided) ? decided.failure : null,
  }
  return recorded
})

/** Does what takes nothing but the decision, once per key. */
export const commandOnce = Effect.fnUntraced(function* (
  { company, number, keyed, encode }: OperatorRequest,
  command: OrderCommand,
) {
  const unit = Effect.map(recordCommandInUnit(company, number, command), (recorded) => encode(outcomeOf(recorded)))
  return yield* againOnConflict(once(keyed, unit))
})

export const outcomeOf = ({ stored, refusal }: RecordedCommand): OperatorOutcome =>
  refusal === null ? { _tag: "Done", stored } : { _tag: "Refused", refusal }
