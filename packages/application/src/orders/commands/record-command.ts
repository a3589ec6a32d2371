/**
 * Decides a command on the stored order, and saves the events it causes.
 */

import type { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import { decimalString } from "@vintem/domain/money"
import {
  evolve,
  type Order,
  type OrderChange,
  type OrderCommand,
  type OrderRefused,
  type OrderReport,
  orderMachine,
  statusOf,
} from "@vintem/domain/order"
import {
  type IdempotencyStore,
  OrderRepository,
  type StorageUnavailable,
  type StoredOrder,
  type UnitOfWork,
} from "@vintem/domain/ports"
import type { TrailAction } from "@vintem/domain/trail"
import { Effect, Option, Result } from "effect"
import { ChargePolicy } from "../../charging/charge-policy.ts"
import type { Answered } from "../../idempotency/answered.ts"
import { workMarginMillis } from "../../idempotency/claim-key.ts"
import type { KeyRefused } from "../../idempotency/keyed-request.ts"
import { once } from "../../idempotency/once.ts"
import { onceAcrossUnits } from "../../idempotency/once-across-units.ts"
import type { SaveConflict } from "../../reactions/consequence.ts"
import { type SaveNeeds, saveChanges } from "../../reactions/save-changes.ts"
import { type Steps, stepsOf } from "../../reactions/steps.ts"
import { recordInCompany } from "../../trail/record-change.ts"
import { againOnConflict } from "../../units/again-on-conflict.ts"
import { applyReports } from "../reports/record-reports.ts"
import {
  NoSuchOrder,
  type OrderCommandFailure,
  type OrderCommandNeeds,
  type OrderCommandOutcome,
  type OrderCommandRequest,
} from "./order-command-request.ts"

export interface RecordedCommand {
  /** The order before. */
  readonly before: Order
  /** The order afterwards. */
  readonly stored: StoredOrder
  /** True if the command changed the order. A repeated command does not. */
  readonly isChanged: boolean
  /** Why the command was refused, or null. */
  readonly refusal: OrderRefused | null
}

/**
 * Part of a unit.
 *
 * @param reports - the acquirer's reports from the preparation of the command. The command is decided on the order with
 *   these reports. They are recorded even if the command is refused, and after the command's events: an attempt that
 *   was voided for a cancelation never makes the order unpaid in between.
 */
const recordCommandInUnit = Effect.fnUntraced(function* (
  company: CompanyId,
  number: OrderNumber,
  command: OrderCommand,
  reports: ReadonlyArray<OrderReport> = [],
): Effect.fn.Return<RecordedCommand, NoSuchOrder | SaveConflict | StorageUnavailable, SaveNeeds> {
  const orders = yield* OrderRepository
  const found = yield* orders.find(company, number)
  if (Option.isNone(found)) return yield* new NoSuchOrder({ number })
  const { isChanged, refusal, steps } = commandSteps(found.value.order, command, reports)
  const order = yield* saveChanges(steps)
  const recorded: RecordedCommand = { before: found.value.order, isChanged, stored: { ...found.value, order }, refusal }
  return recorded
})

/** What a command causes on an order, and what the acquirer reported while it was prepared: see `recordCommandInUnit`. */
export const commandSteps = (
  before: Order,
  command: OrderCommand,
  reports: ReadonlyArray<OrderReport>,
): { readonly steps: Steps } & Pick<RecordedCommand, "isChanged" | "refusal"> => {
  const decided = decide(orderMachine, applyReports(before, reports).after, command)
  const caused = Result.getOrElse(decided, (): ReadonlyArray<OrderChange> => [])
  const { events: learned } = applyReports(caused.reduce(evolve, before), reports)
  return {
    steps: stepsOf(before, [...caused, ...learned]),
    isChanged: caused.length > 0,
    refusal: Result.isFailure(decided) ? decided.failure : null,
  }
}

/** Part of a unit: records a command of a company or an operator, with an entry in the trail if it changed the order. */
export const recordTrackedCommandInUnit = Effect.fnUntraced(function* (
  company: CompanyId,
  number: OrderNumber,
  command: TrackedCommand,
  reports: ReadonlyArray<OrderReport> = [],
): Effect.fn.Return<RecordedCommand, NoSuchOrder | SaveConflict | StorageUnavailable, SaveNeeds> {
  const recorded = yield* recordCommandInUnit(company, number, command, reports)
  if (recorded.isChanged) {
    yield* recordInCompany(company, {
      action: actionOf[command._tag],
      subject: number,
      before: { status: statusOf(recorded.before) },
      after: { status: statusOf(recorded.stored.order), ...fieldsOf(command) },
    })
  }
  return recorded
})

/** A command that has an entry in the trail: every one but the start of an attempt, which a payment makes. */
type TrackedCommand = Exclude<OrderCommand, { readonly _tag: "StartAttempt" }>

const actionOf: Readonly<Record<TrackedCommand["_tag"], TrailAction>> = {
  Cancel: "order.cancel",
  Complete: "order.complete",
  Contest: "order.contest",
  Resolve: "order.resolve",
  RequestRefund: "order.refund",
}

const fieldsOf = (command: TrackedCommand): object => {
  switch (command._tag) {
    case "RequestRefund":
      return { amount: decimalString(command.amount) }
    case "Resolve":
      return { verdict: command.verdict }
    case "Cancel":
    case "Complete":
    case "Contest":
      return {}
  }
}

/** Runs a command that needs only the decision, once for each key. */
export const commandInOneUnit = Effect.fnUntraced(function* (
  request: OrderCommandRequest,
  command: TrackedCommand,
): Effect.fn.Return<Answered<OrderCommandOutcome>, OrderCommandFailure, OrderCommandNeeds> {
  const unit = Effect.map(recordTrackedCommandInUnit(request.company, request.number, command), outcomeOf)
  return yield* againOnConflict(once(request, unit))
})

/**
 * Runs a command that asks the acquirer before it decides, once for each key. Fails with `NoSuchOrder`.
 *
 * @param work - gets the order as it was found; keeps its answer under the key in its last unit
 */
export const commandAcrossUnits = Effect.fnUntraced(function* <E, R>(
  { company, number, keyed }: OrderCommandRequest,
  work: (found: StoredOrder) => Effect.Effect<Answered<OrderCommandOutcome>, E, R>,
): Effect.fn.Return<
  Answered<OrderCommandOutcome>,
  E | KeyRefused | NoSuchOrder | StorageUnavailable,
  R | ChargePolicy | IdempotencyStore | OrderRepository | UnitOfWork
> {
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const orders = yield* OrderRepository
  const found = yield* orders.find(company, number)
  if (Option.isNone(found)) return yield* new NoSuchOrder({ number })
  return yield* onceAcrossUnits(keyed, acquirerTimeoutMillis + workMarginMillis, work(found.value))
})

export const outcomeOf = ({ stored, refusal }: Pick<RecordedCommand, "refusal" | "stored">): OrderCommandOutcome =>
  refusal === null ? { _tag: "Done", stored } : { _tag: "Refused", refusal }
