/**
 * Figures of orders in SQL: sums that are stored by company, kind, day, method and reason.
 *
 * ```sql
 * select "day", "kind", "method", sum("count") as "count", sum("amount") as "amount" from "order_figure"
 * where "company_id" = ? and "kind" in (…) and "day" between ? and ? group by "day", "kind", "method"
 * ```
 *
 * A day of the rows is São Paulo's as long as its clocks stay three hours behind UTC, as they have since 2019: see order-total.ts.
 */
import { inCompany } from "@vintem/domain/access"
import { dayNumber, localDateFromDayNumber } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { PaymentMethod } from "@vintem/domain/method"
import { FigureKind } from "@vintem/domain/order"
import { OrderFigures, type Period } from "@vintem/domain/ports"
import { Effect, Layer, Schema } from "effect"
import { Executor } from "../engine/executor.ts"
import { longReader } from "../engine/long-reader.ts"
import { readerOf } from "../engine/stored-value.ts"
import { orderTotal } from "./order-total.ts"

export const layer = Layer.effect(
  OrderFigures,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const totalOf = orderTotal(executor)

    /** A company has at most a few rows of figures for each order. */
    const readerFor = (company: CompanyId) => longReader(executor, inCompany(company), totalOf(company, undefined))

    const within = (company: CompanyId, kinds: ReadonlyArray<FigureKind>, { from, to }: Period) =>
      build
        .selectFrom("order_figure")
        .where("company_id", "=", company)
        // Each kind is named, so that a period is a range of the key and reads only its own days.
        .where("kind", "in", kinds)
        .where("day", ">=", dayNumber(from))
        .where("day", "<=", dayNumber(to))
        .select((e) => [e.fn.sum<number>("count").as("count"), e.fn.sum<number>("amount").as("amount")])
        .having((e) => e.fn.sum("count"), "<>", 0)

    return OrderFigures.of({
      byDay: Effect.fnUntraced(function* (company, period) {
        const operation = "orderFigures.byDay"
        const { read } = yield* readerFor(company)
        const rows = yield* read(
          operation,
          within(company, FigureKind.literals, period)
            .select(["day", "kind", "method"])
            .groupBy(["day", "kind", "method"])
            .compile(),
        )
        const upwards = rows.toSorted((one, other) => Number(one.day) - Number(other.day))
        return yield* Effect.forEach(upwards, ({ day, ...sum }) =>
          Effect.map(readSum(operation, `A figure of day ${day}`, sum), (figure) => ({
            day: localDateFromDayNumber(Number(day)),
            ...figure,
          })),
        )
      }),

      refusals: Effect.fnUntraced(function* (company, period, limit) {
        const { read } = yield* readerFor(company)
        const rows = yield* read(
          "orderFigures.refusals",
          within(company, ["refused"], period).select("reason").groupBy("reason").compile(),
        )
        return rows
          .map(({ reason, count, amount }) => ({ reason, count: Number(count), amount: Number(amount) }))
          .toSorted(mostFrequentFirst)
          .slice(0, limit)
      }),

      overall: Effect.fnUntraced(function* (company, kinds) {
        if (kinds.length === 0) return []
        const operation = "orderFigures.overall"
        const { read } = yield* readerFor(company)
        const rows = yield* read(
          operation,
          build
            .selectFrom("order_figure")
            .where("company_id", "=", company)
            .where("kind", "in", kinds)
            .select((e) => [
              "kind",
              "method",
              e.fn.sum<number>("count").as("count"),
              e.fn.sum<number>("amount").as("amount"),
            ])
            .groupBy(["kind", "method"])
            .having((e) => e.fn.sum("count"), "<>", 0)
            .compile(),
        )
        return yield* Effect.forEach(rows, (sum) => readSum(operation, "A figure", sum))
      }),
    })
  }),
)

const readSum = readerOf(
  Schema.Struct({ kind: FigureKind, method: PaymentMethod, count: Schema.Int, amount: Schema.Int }),
)

/** Databases order texts differently, so they are sorted here. */
const mostFrequentFirst = (
  one: { readonly reason: string; readonly count: number },
  other: { readonly reason: string; readonly count: number },
): number => other.count - one.count || (one.reason < other.reason ? -1 : 1)
