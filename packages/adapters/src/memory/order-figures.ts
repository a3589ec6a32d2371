/** Figures of orders in memory: they are counted at each request, because there are few orders. */
import { saoPauloDate } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type Figure, figuresOf } from "@vintem/domain/order"
import { type DayFigure, OrderFigures, type Period } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  OrderFigures,
  Effect.gen(function* () {
    const { orders } = yield* Tables

    const figures = (company: CompanyId): ReadonlyArray<DayFigure & Figure> =>
      orders
        .newestFirst()
        .filter(({ order }) => order.details.company === company)
        .flatMap(({ order }) =>
          figuresOf(order).map((figure) => ({ day: saoPauloDate(order.details.placedAt), ...figure })),
        )

    const within = (company: CompanyId, { from, to }: Period) =>
      figures(company).filter(({ day }) => from <= day && day <= to)

    return OrderFigures.of({
      byDay: (company, period) =>
        Effect.sync(() =>
          summed(within(company, period), ({ day, kind, method }) => `${day} ${kind} ${method}`)
            .map(({ reason: _reason, ...sum }) => sum)
            .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
        ),

      refusals: (company, period, limit) =>
        Effect.sync(() =>
          summed(
            within(company, period).filter(({ kind }) => kind === "refused"),
            ({ reason }) => reason,
          )
            .map(({ reason, count, amount }) => ({ reason, count, amount }))
            .toSorted((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
            .slice(0, limit),
        ),

      overall: (company, kinds) =>
        Effect.sync(() =>
          summed(
            figures(company).filter(({ kind }) => kinds.includes(kind)),
            ({ kind, method }) => `${kind} ${method}`,
          ).map(({ kind, method, count, amount }) => ({ kind, method, count, amount })),
        ),
    })
  }),
)

/** Sums by name; other fields keep the first value. */
const summed = <F extends Figure>(figures: ReadonlyArray<F>, nameOf: (figure: F) => string): ReadonlyArray<F> =>
  [...Map.groupBy(figures, nameOf).values()].flatMap((alike) =>
    alike.slice(0, 1).map((first) => ({
      ...first,
      count: alike.reduce((sum, { count }) => sum + count, 0),
      amount: alike.reduce((sum, { amount }) => sum + amount, 0),
    })),
  )
