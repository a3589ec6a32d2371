/** Decides a command on the stored order, and saves its events. */
import type { AuditAction } from "@vintem/domain/audit"
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
  type AuditLog,
  type IdempotencyStore,
  OrderRepository,
  type StorageUnavailable,
  type StoredAnswer,
  type StoredOrder,
  type UnitOfWork,
} from "@vintem/domain/ports"
import { Effect, Option, Result } from "effect"
import { recordInCompany } from "../../audit/record-change.ts"
import { ChargePolicy } from "../../charging/charge-policy.ts"
import { workMarginMillis } from "../../idempotency/claim-key.ts"
import type { KeyRefused } from "../../idempotency/keyed-request.ts"
import { type Answered, once } from "../../idempotency/once.ts"
import { onceAcrossUnits } from "../../idempotency/once-across-units.ts"
import { type SaveConflict, type SaveNeeds, saveChanges } from "../../reactions/save-changes.ts"
import { stepsOf } from "../../reactions/steps.ts"
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
export const recordCommandInUnit = Effect.fnUntraced(function* (
  company: CompanyId,
  number: OrderNumber,
  command: OrderCommand,
  reports: ReadonlyArray<OrderReport> = [],
): Effect.fn.Return<RecordedCommand, NoSuchOrder | SaveConflict | StorageUnavailable, SaveNeeds> {
  const orders = yield* OrderRepository
  const found = yield* orders.find(company, number)
  if (Option.isNone(found)) return yield* new NoSuchOrder({ number })
  const decided = decide(orderMachine, applyReports(found.value.order, reports).after, command)
  const caused = Result.getOrElse(decided, (): ReadonlyArray<OrderChange> => [])
  const { events: learned } = applyReports(caused.reduce(evolve, found.value.order), reports)
  const order = yield* saveChanges(stepsOf(found.value.order, [...caused, ...learned]))
  const recorded: RecordedCommand = {
    before: found.value.order,
    isChanged: caused.length > 0,
    stored: { ...found.value, order },
    refusal: Result.isFailure(decided) ? decided.failure : null,
  }
  return recorded
})

/** Part of a unit: records a command of a company or an operator, with an entry in the audit log if it changed the order. */
export const recordAuditedCommandInUnit = Effect.fnUntraced(function* (
  company: CompanyId,
  number: OrderNumber,
  command: AuditedCommand,
  reports: ReadonlyArray<OrderReport> = [],
): Effect.fn.Return<RecordedCommand, NoSuchOrder | SaveConflict | StorageUnavailable, AuditLog | SaveNeeds> {
  const recorded = yield* recordCommandInUnit(company, number, command, reports)
  if (recorded.isChanged) {
    yield* recordInCompany(company, {
      action: actionOf[command._tag],
      subject: number,
      before: { status: statusOf(recorded.before) },
      after: { status: statusOf(recorded.stored.order), ...factsOf(command) },
    })
  }
  return recorded
})

/** A command with an entry in the audit log: all except the start of an attempt, which belongs to a payment. */
type AuditedCommand = Exclude<OrderCommand, { readonly _tag: "StartAttempt" }>

const actionOf: Readonly<Record<AuditedCommand["_tag"], AuditAction>> = {
  Cancel: "order.cancel",
  Complete: "order.complete",
  Contest: "order.contest",
  Resolve: "order.resolve",
  RequestRefund: "order.refund",
}

const factsOf = (command: AuditedCommand): object => {
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
  { company, number, keyed, encode }: OrderCommandRequest,
  command: AuditedCommand,
): Effect.fn.Return<Answered, OrderCommandFailure, OrderCommandNeeds> {
  const unit = Effect.map(recordAuditedCommandInUnit(company, number, command), (recorded) =>
    encode(outcomeOf(recorded)),
  )
  return yield* againOnConflict(once(keyed, unit))
})

/**
 * Runs a command that asks the acquirer before it decides, once for each key. Fails with `NoSuchOrder`.
 *
 * @param work - gets the order as it was found; stores its answer under the key in its last unit, and returns the
 *   stored answer
 */
export const commandAcrossUnits = Effect.fnUntraced(function* <E, R>(
  { company, number, keyed }: OrderCommandRequest,
  work: (found: StoredOrder) => Effect.Effect<StoredAnswer, E, R>,
): Effect.fn.Return<
  Answered,
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
