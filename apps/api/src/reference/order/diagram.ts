/**
 * Mermaid diagrams of an order's moves from status to status, drawn from the table of transitions.
 */
import { isConfirmed, OrderStatus, statusOf } from "@vintem/domain"
import { transitionTable } from "./happenings.ts"
import { usualOrder } from "./ways.ts"

interface Arrow {
  readonly from: OrderStatus
  readonly to: OrderStatus
  /** What happens, or any of what may. */
  readonly events: ReadonlyArray<string>
}

/** The way to the first payment, and to the ends without one. */
export const diagramBeforePayment = (): string =>
  stateDiagram(
    "created",
    arrows().filter(({ from }) => !showsPayment(from)),
  )

/** The way of an order once a payment is confirmed: it never leaves these statuses again. */
export const diagramAfterPayment = (): string =>
  stateDiagram(
    "paid",
    arrows().filter(({ from }) => showsPayment(from)),
  )

const showsPayment = (status: OrderStatus): boolean => isConfirmed(usualOrder(status))

/** Every pair of statuses between which an order can move, each once. */
const arrows = (): ReadonlyArray<Arrow> =>
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

/** The names of the rows say in brackets what an arrow has no room for. */
const withoutRemark = (event: string): string => event.replace(/ \(.*\)$/u, "")

const stateDiagram = (start: OrderStatus, drawn: ReadonlyArray<Arrow>): string => {
  const touched = OrderStatus.literals.filter((status) =>
    drawn.some(({ from, to }) => from === status || to === status),
  )
  return [
    "```mermaid",
    "stateDiagram-v2",
    ...touched.map((status) => `    state "${status}" as ${status}`),
    `    [*] --> ${start}`,
    ...drawn.map(({ from, to, events }) => `    ${from} --> ${to}: ${events.join(", ")}`),
    "```",
    "",
  ].join("\n")
}
