/**
 * What a change of an order adds to the sums of its company: to the counts by status and day, and to the figures of the overview.
 */
import { type Figure, figuresOf, type Order, statusOf } from "@vintem/domain/order"
import type { Sum } from "../engine/sums.ts"
import { dayOf } from "./order-day.ts"

/**
 * At most one sum for each row, and no sum of zero.
 *
 * @param before - null if the order is new
 */
export const orderSums = (before: Order | null, after: Order): ReadonlyArray<Sum> => {
  const { company, placedAt } = after.details
  const day = dayOf(placedAt)
  const sums: Array<Sum> = []
  const count = (status: string, by: 1 | -1): void => {
    sums.push({ table: "order_count", key: [company, status, day], count: by, amount: 0 })
  }
  const addFigure = ({ kind, method, reason }: Figure, by: Pick<Figure, "amount" | "count">): void => {
    if (by.count !== 0 || by.amount !== 0)
      sums.push({ table: "order_figure", key: [company, kind, day, method, reason], ...by })
  }
  const status = statusOf(after)
  const statusBefore = before === null ? null : statusOf(before)
  if (status !== statusBefore) {
    if (statusBefore !== null) count(statusBefore, -1)
    count(status, 1)
  }
  const figures = figuresOf(after)
  const figuresBefore = before === null ? [] : figuresOf(before)
  for (const figure of figures) {
    const was = figuresBefore.find((one) => isAlike(one, figure))
    addFigure(figure, { count: figure.count - (was?.count ?? 0), amount: figure.amount - (was?.amount ?? 0) })
  }
  for (const was of figuresBefore) {
    if (!figures.some((one) => isAlike(one, was))) addFigure(was, { count: -was.count, amount: -was.amount })
  }
  return sums
}

const isAlike = (one: Figure, other: Figure): boolean =>
  one.kind === other.kind && one.method === other.method && one.reason === other.reason
