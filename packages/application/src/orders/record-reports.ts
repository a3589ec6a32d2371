/**
 * Records reports about an order: the acquirer's answer, a later message, a timer.
 */
import type { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { evolve, type Order, type OrderChange, type OrderReport, orderMachine } from "@vintem/domain/order"
import { OrderRepository, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { saveChanges } from "../reactions/save-changes.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"

/** The order after the reports, and what there was to record of it: nothing where all was known. */
export const applyReports = (
  order: Order,
  reports: ReadonlyArray<OrderReport>,
): { readonly order: Order; readonly events: ReadonlyArray<OrderChange> } => {
  let current = order
  const events: Array<OrderChange> = []
  for (const one of reports) {
    for (const event of orderMachine.record(current, one)) {
      events.push(event)
      current = evolve(current, event)
    }
  }
  return { order: current, events }
}

/** Part of a unit: records reports of a stored order, decided on its state at that moment. */
export const recordReportsInUnit = Effect.fnUntraced(function* (
  company: CompanyId,
  number: OrderNumber,
  reports: ReadonlyArray<OrderReport>,
) {
  const orders = yield* OrderRepository
  const stored = yield* orders.find(company, number)
  if (Option.isNone(stored)) return Option.none()
  const order = yield* saveChanges(stored.value.order, applyReports(stored.value.order, reports).events)
  return Option.some({ ...stored.value, order })
})

/**
 * Records reports of a stored order.
 *
 * @returns the order after them; none where the company has no such order
 */
export const recordReports = Effect.fn("recordReports")(function* (
  company: CompanyId,
  number: OrderNumber,
  reports: ReadonlyArray<OrderReport>,
) {
  const { commit } = yield* UnitOfWork
  return yield* commit(recordReportsInUnit(company, number, reports))
}, againOnConflict)
