/**
 * How many orders a list has, from the counts that are kept by company, status and day.
 *
 * Whole days are added up; a partial day at the beginning or end of a period is counted in the index. A day of the
 * counts equals São Paulo's day as long as its clocks stay three hours behind UTC. If they changed, a period of whole
 * days there would begin and end with a partial day here, and the total would still be right.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import type { OrderStatus } from "@vintem/domain/order"
import type { OrderFilter, StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { Executor } from "../engine/executor.ts"
import { countDayMillis, countDayOffsetMillis } from "./order-day.ts"

/** Whether the stored counts cover a whole filter. */
export const isCounted = ({ src, ref, productId, document, email, updatedFrom, updatedBefore }: OrderFilter): boolean =>
  [src, ref, productId, document, email, updatedFrom, updatedBefore].every((one) => one === undefined)

export const orderTotal = ({ dialect: { build }, read }: Executor["Service"]) => {
  const operation = "orders.list"

  const wholeDays = (company: CompanyId, statuses: Statuses, { start, end }: Stretch) => {
    let query = build
      .selectFrom("order_count")
      .select((e) => e.fn.sum<number | null>("count").as("total"))
      .where("company_id", "=", company)
    if (statuses !== undefined) query = query.where("status", "in", statuses)
    if (Number.isFinite(start)) query = query.where("day", ">=", start)
    if (Number.isFinite(end)) query = query.where("day", "<", end)
    return query.compile()
  }

  const partOfDay = (company: CompanyId, statuses: Statuses, { start, end }: Stretch) => {
    let query = build
      .selectFrom("orders")
      .select((e) => e.fn.countAll<number>().as("total"))
      .where("company_id", "=", company)
      .where("placed_at", ">=", start)
      .where("placed_at", "<", end)
    if (statuses !== undefined) query = query.where("status", "in", statuses)
    return query.compile()
  }

  /**
   * @param statuses - undefined for any
   * @returns how many orders of a company were placed from `from` on and before `before`
   */
  return Effect.fnUntraced(function* (
    company: CompanyId,
    statuses: Statuses,
    from: number = Number.NEGATIVE_INFINITY,
    before: number = Number.POSITIVE_INFINITY,
  ): Effect.fn.Return<number, StorageUnavailable> {
    const days: Stretch = { start: Math.ceil(dayAt(from)), end: Math.floor(dayAt(before)) }
    const hasWholeDays = days.start < days.end
    const parts: ReadonlyArray<Stretch> = hasWholeDays
      ? [
          { start: from, end: startOf(days.start) },
          { start: startOf(days.end), end: before },
        ]
      : [{ start: from, end: before }]
    let total = 0
    for (const query of [
      ...(hasWholeDays ? [wholeDays(company, statuses, days)] : []),
      ...parts.filter(({ start, end }) => start < end).map((part) => partOfDay(company, statuses, part)),
    ]) {
      const [counted] = yield* read(operation, query)
      total += Number(counted?.total ?? 0)
    }
    return total
  })
}

type Statuses = ReadonlyArray<OrderStatus> | undefined

/** From `start` on, before `end`: days by number, or instants. */
interface Stretch {
  readonly start: number
  readonly end: number
}

const dayAt = (at: number): number => (at - countDayOffsetMillis) / countDayMillis
const startOf = (day: number): number => day * countDayMillis + countDayOffsetMillis
