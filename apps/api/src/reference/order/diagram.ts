/**
 * Mermaid diagrams of an order's moves from status to status, drawn from the table of transitions.
 */
import { isConfirmed, OrderStatus, statusOf } from "@vintem/domain"
import { type Arrow, stateDiagram, withoutRemark } from "../state-diagram.ts"
import { transitionTable } from "./happenings.ts"
import { usualOrder } from "./ways.ts"

/** The way to the first payment, and to the ends without one. */
export const diagramBeforePayment = (): string =>
  stateDiagram(
    OrderStatus.literals,
    "created",
    arrows().filter(({ from }) => !showsPayment(from)),
  )

/** The way of an order once a payment is confirmed: it never leaves these statuses again. */
export const diagramAfterPayment = (): string =>
  stateDiagram(
    OrderStatus.literals,
    "paid",
    arrows().filter(({ from }) => showsPayment(from)),
  )

const showsPayment = (status: OrderStatus): boolean => isConfirmed(usualOrder(status))

/** Every pair of statuses between which an order can move, each once. */
const arrows = (): ReadonlyArray<Arrow<OrderStatus>> =>
  OrderStatus.literals.flatMap((from) =>
    OrderStatus.literals.flatMap((to) => {
      const events = from === to ? [] : eventsLeading(from, to)
      return events.length === 0 ? [] : [{ from, to, events }]
    }),
  )

/** An event of a further attempt, started for the purpose, leads from what the order showed while that was under way. */
const eventsLeading = (from: OrderStatus, to: OrderStatus): ReadonlyArray<string> =>
  transitionTable.flatMap(({ event, cells }) =>
    cells.some(
      ({ status, usual, others }) =>
        status === from &&
        [usual, ...others].some(({ before, after }) => statusOf(before) === from && statusOf(after) === to),
    )
      ? [withoutRemark(event)]
      : [],
  )
