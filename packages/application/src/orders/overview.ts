/**
 * The results of a company's orders of some days, compared with the days before, and the work that waits for a person
 * now.
 */
import { addDays, daysBetween, type LocalDate } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { forEachMethod, type PaymentMethod } from "@vintem/domain/method"
import type { FigureKind } from "@vintem/domain/order"
import {
  type DayFigure,
  type FigureSum,
  firstPage,
  OrderFigures,
  type Period,
  type RefusalFigure,
  type StorageUnavailable,
  SubscriptionRepository,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"

/** The most reasons in the answer. */
const overviewReasonsMax = 20

/** The number, and the total in centavos. */
type Sum = Pick<FigureSum, "count" | "amount">

/** The results of orders, of all methods or of one. */
interface Outcomes extends Readonly<Record<Exclude<FigureKind, "open">, Sum>> {
  /**
   * The approved share of all approved and refused attempts, in basis points, rounded down. Null if there were none.
   */
  readonly approval: number | null
}

interface PeriodFigures extends Period {
  readonly all: Outcomes
  readonly byMethod: Readonly<Record<PaymentMethod, Outcomes>>
}

interface Overview {
  readonly now: PeriodFigures
  /** An equal number of days, ending on the day before. */
  readonly before: PeriodFigures
  /** The received amounts of each day of the period, in ascending order. */
  readonly days: ReadonlyArray<{ readonly day: LocalDate; readonly received: Readonly<Record<PaymentMethod, Sum>> }>
  /** The most frequent first, at most `overviewReasonsMax`. */
  readonly refusals: ReadonlyArray<RefusalFigure>
  /** Open amounts, over orders of all days. */
  readonly open: Sum
  readonly disputed: Sum
  /** Subscriptions whose renewal was not paid. */
  readonly overdueSubscriptions: number
}

/** The period has at least one day, and at most as many as one answer may have. */
export const overview = Effect.fn("overview")(function* (
  company: CompanyId,
  period: Period,
): Effect.fn.Return<Overview, StorageUnavailable, OrderFigures | SubscriptionRepository> {
  const figures = yield* OrderFigures
  const subscriptions = yield* SubscriptionRepository
  const length = daysBetween(period.from, period.to) + 1
  const earlier: Period = { from: addDays(period.from, -length), to: addDays(period.from, -1) }
  const found = yield* figures.byDay(company, period)
  const foundBefore = yield* figures.byDay(company, earlier)
  const overall = yield* figures.overall(company, ["open", "disputed"])
  const overdue = yield* subscriptions.list(company, { status: "overdue" }, { page: firstPage, size: 1 })
  const received = Map.groupBy(
    found.filter(({ kind }) => kind === "confirmed"),
    ({ day }) => day,
  )
  return {
    now: periodFigures(period, found),
    before: periodFigures(earlier, foundBefore),
    days: Array.from({ length }, (_, n) => addDays(period.from, n)).map((day) => ({
      day,
      received: forEachMethod((method) => sumOf((received.get(day) ?? []).filter((one) => one.method === method))),
    })),
    refusals: yield* figures.refusals(company, period, overviewReasonsMax),
    open: sumOf(overall.filter(({ kind }) => kind === "open")),
    disputed: sumOf(overall.filter(({ kind }) => kind === "disputed")),
    overdueSubscriptions: overdue.total,
  } satisfies Overview
})

const periodFigures = (period: Period, figures: ReadonlyArray<DayFigure>): PeriodFigures => ({
  ...period,
  all: outcomesOf(figures),
  byMethod: forEachMethod((method) => outcomesOf(figures.filter((one) => one.method === method))),
})

const outcomesOf = (figures: ReadonlyArray<DayFigure>): Outcomes => {
  const of = (wanted: FigureKind): Sum => sumOf(figures.filter(({ kind }) => kind === wanted))
  const confirmed = of("confirmed")
  const refused = of("refused")
  const decided = confirmed.count + refused.count
  return {
    confirmed,
    refused,
    expired: of("expired"),
    refunded: of("refunded"),
    disputed: of("disputed"),
    charged_back: of("charged_back"),
    approval: decided === 0 ? null : Math.floor((confirmed.count * 10_000) / decided),
  }
}

const sumOf = (figures: ReadonlyArray<Sum>): Sum => ({
  count: figures.reduce((sum, { count }) => sum + count, 0),
  amount: figures.reduce((sum, { amount }) => sum + amount, 0),
})
