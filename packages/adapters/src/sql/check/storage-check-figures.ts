/**
 * Checks whether the stored figures match the orders: part of storage-check.ts. The figures of a single order are
 * compared together with the order.
 */
import { FigureKind } from "@vintem/domain/order"
import type { BesideOrders } from "@vintem/domain/ports"
import { Effect, Option, Stream } from "effect"
import { type SqlBool, sql } from "kysely"
import type { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { countDayMillis, countDayOffsetMillis } from "../orders/order-day.ts"
import { countDiffers } from "./check-findings.ts"

/** How many days are checked at once: each means all orders of a company on that day. */
const daysAtOnce = 100

export const figureCheck = ({ dialect: { build, elementsOf }, read }: Executor["Service"]) => {
  /** Days that have orders, or figures. */
  const selectDays = preparedQuery<DayKey & { limit: number }, DayKey>((value) => {
    const later = sql<SqlBool>`(company_id, day) > (${value("company_id")}, ${value("day")})`
    return build
      .selectFrom("order_count")
      .select(["company_id", "day"])
      .where(later)
      .union(build.selectFrom("order_figure").select(["company_id", "day"]).where(later))
      .orderBy("company_id")
      .orderBy("day")
      .limit(value("limit"))
  })

  /**
   * The stored figures of a day minus the counted ones, in one statement: an order that is saved meanwhile changes
   * both, or neither.
   */
  const selectDifferences = preparedQuery<DayKey & { from: number; before: number }, Difference>((value) => {
    const kept = sql`
      select kind, method, reason, count as kept_count, amount as kept_amount, 0 as count, 0 as amount
      from order_figure
      where company_id = ${value("company_id")} and kind in (${kinds}) and day = ${value("day")}`
    const counted = sql`
      select entry.value ->> 0 as kind, entry.value ->> 1 as method, entry.value ->> 2 as reason,
        0 as kept_count, 0 as kept_amount,
        cast(entry.value ->> 3 as bigint) as count, cast(entry.value ->> 4 as bigint) as amount
      from orders, ${elementsOf("orders.figures")}
      where company_id = ${value("company_id")} and placed_at >= ${value("from")} and placed_at < ${value("before")}`
    return build
      .selectFrom(sql<Difference>`(${kept} union all ${counted})`.as("figure"))
      .select((e) => [
        "figure.kind",
        "figure.method",
        "figure.reason",
        e.fn.sum<number>("figure.kept_count").as("kept_count"),
        e.fn.sum<number>("figure.kept_amount").as("kept_amount"),
        e.fn.sum<number>("figure.count").as("count"),
        e.fn.sum<number>("figure.amount").as("amount"),
      ])
      .groupBy(["figure.kind", "figure.method", "figure.reason"])
      .having(sql<SqlBool>`sum(kept_count) <> sum(count) or sum(kept_amount) <> sum(amount)`)
      .orderBy("figure.kind")
      .orderBy("figure.method")
      .orderBy("figure.reason")
  })

  const wrongFiguresOf = Effect.fnUntraced(function* ({ company_id, day }: DayKey) {
    const from = Number(day) * countDayMillis + countDayOffsetMillis
    const query = selectDifferences({ company_id, day, from, before: from + countDayMillis })
    const rows = yield* read("storageCheck.besideOrders", query)
    return rows.flatMap(({ kind, method, reason, ...sums }): ReadonlyArray<BesideOrders> => {
      const name = `day ${day}, ${kind} by ${method}${reason === "" ? "" : `, ${reason}`}`
      return [
        ...countDiffers(company_id, "order_figure", name, "count", Number(sums.kept_count), Number(sums.count)),
        ...countDiffers(company_id, "order_figure", name, "amount", Number(sums.kept_amount), Number(sums.amount)),
      ]
    })
  })

  return Stream.paginate(
    beforeAllDays,
    Effect.fnUntraced(function* (after: DayKey) {
      const days = yield* read("storageCheck.besideOrders", selectDays({ ...after, limit: daysAtOnce }))
      const wrong = yield* Effect.forEach(days, wrongFiguresOf)
      return [[wrong.flat()], Option.fromUndefinedOr(days.at(-1))]
    }),
  )
}

interface DayKey {
  readonly company_id: number
  readonly day: number
}

interface Difference {
  readonly kind: string
  readonly method: string
  readonly reason: string
  readonly kept_count: number
  readonly kept_amount: number
  readonly count: number
  readonly amount: number
}

/** Each is a range of the key. */
const kinds = sql.join(FigureKind.literals.map((kind) => sql.lit(kind)))

const beforeAllDays: DayKey = { company_id: Number.MIN_SAFE_INTEGER, day: 0 }
