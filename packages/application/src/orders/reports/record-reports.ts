/**
 * Records reports about an order: the acquirer's answer, a later message, a timer.
 */
import type { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { evolve, type Order, type OrderChange, type OrderReport, orderMachine } from "@vintem/domain/order"
import { OrderRepository, type StorageUnavailable, type StoredOrder } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import type { SaveConflict } from "../../reactions/consequence.ts"
import { type SaveNeeds, saveChanges } from "../../reactions/save-changes.ts"
import type { Steps } from "../../reactions/steps.ts"
import { againOnConflict } from "../../units/again-on-conflict.ts"

/** The events of the reports, and the order with them. No events if all was known. */
export const applyReports = (before: Order, reports: ReadonlyArray<OrderReport>): Steps => {
  let after = before
  const events: Array<OrderChange> = []
  const orders: Array<Order> = []
  for (const one of reports) {
    for (const event of orderMachine.record(after, one)) {
      after = evolve(after, event)
      events.push(event)
      orders.push(after)
    }
  }
  return { before, events, orders, after }
}

/**
 * Records reports of a stored order, decided on its state at that moment, as part of the unit of work around it.
 *
 * @returns the order after them; none if the company has no such order
 */
export const recordReportsInUnit = Effect.fnUntraced(function* (
  company: CompanyId,
  number: OrderNumber,
  reports: ReadonlyArray<OrderReport>,
): Effect.fn.Return<Option.Option<StoredOrder>, SaveConflict | StorageUnavailable, SaveNeeds> {
  const orders = yield* OrderRepository
  const stored = yield* orders.find(company, number)
  if (Option.isNone(stored)) return Option.none()
  const order = yield* saveChanges(applyReports(stored.value.order, reports))
  return Option.some({ ...stored.value, order })
})

/** Records reports of a stored order in a commit of their own. */
export const recordReports = Effect.fn("recordReports")(function* (
  company: CompanyId,
  number: OrderNumber,
  reports: ReadonlyArray<OrderReport>,
): Effect.fn.Return<Option.Option<StoredOrder>, SaveConflict | StorageUnavailable, SaveNeeds> {
  return yield* recordReportsInUnit(company, number, reports)
}, againOnConflict)
