/** A company's overview: its orders of some days, compared with the days before. */
import { addDays, dayOfMonth, daysBetween, type Instant, LocalDate, saoPauloDate } from "@vintem/domain/calendar"
import { forEachMethod, type PaymentMethod } from "@vintem/domain/method"
import type { Period } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { readChoice } from "../input/choice.ts"
import { readDate } from "../input/date.ts"
import { type Fault, fault } from "../input/fault.ts"
import { readInteger } from "../input/integer.ts"
import { queryField } from "../input/query.ts"

/** The most days of one overview: a leap year. */
const overviewDaysMax = 366

/** No order is older, and there must be days before to compare with. */
const firstTo = "1980-01-01"

/** The default number of days. */
const daysUsually = 30

/** Periods that begin with the calendar. */
const CalendarPeriod = Schema.Literals(["month"])

const dateText = Schema.String.annotate({ format: "date" })

/** A period of days. Unknown parameters are ignored. */
export const OverviewQuery = Schema.Struct({
  days: queryField(
    Schema.String.annotate({
      description: `Days up to \`to\`, if \`from\` is absent: 1 to ${overviewDaysMax}, by default ${daysUsually}.`,
      format: "int64",
      examples: ["30"],
    }),
    Schema.Int,
    readInteger({ min: 1, max: overviewDaysMax }),
    String,
  ),
  period: queryField(
    Schema.String.annotate({
      description: "`month`: from the first day of the month of `to`, if `from` is absent. `days` is then ignored.",
      examples: ["month"],
    }),
    CalendarPeriod,
    readChoice(CalendarPeriod.literals),
    (period) => period,
  ),
  from: queryField(
    dateText.annotate({
      description: `First day, in America/Sao_Paulo: at most ${overviewDaysMax} days up to \`to\`.`,
      examples: ["2026-11-01"],
    }),
    LocalDate,
    readDate,
    (date) => date,
  ),
  to: queryField(
    dateText.annotate({ description: "Last day; today if absent.", examples: ["2026-11-30"] }),
    LocalDate,
    readDate,
    (date) => date,
  ),
})
export type OverviewQuery = typeof OverviewQuery.Type

/** The requested days, or their faults. */
export const overviewPeriod = (
  { days = daysUsually, from, period, to }: OverviewQuery,
  now: Instant,
): Period | Fault => {
  const last = to ?? saoPauloDate(now)
  if (last < firstTo) return fault("to", { code: "before_earliest", earliest: firstTo })
  const first = from ?? (period === "month" ? firstOfMonth(last) : addDays(last, 1 - days))
  if (first > last) return fault("to", { code: "ends_before_start" })
  return daysBetween(first, last) < overviewDaysMax
    ? { from: first, to: last }
    : fault("from", { code: "period_too_long", max: overviewDaysMax })
}

const firstOfMonth = (date: LocalDate): LocalDate => addDays(date, 1 - dayOfMonth(date))

const day = (example: string) => Schema.String.annotate({ format: "date", examples: [example] })

/** How often something happened, and the total amount. */
const SumView = Schema.Struct({
  count: Schema.Int,
  amount: Schema.Finite.annotate({ description: "Reais." }),
}).annotate({ identifier: "Sum", examples: [{ count: 12, amount: 1198.8 }] })
type SumView = typeof SumView.Type

const outcomes = {
  received: SumView,
  refused: SumView,
  expired: SumView,
  refunded: SumView,
  disputed: SumView,
  charged_back: SumView,
  approval_rate: Schema.NullOr(Schema.Finite).annotate({
    description: "Percentage of attempts approved, out of those approved or refused; null if there were none.",
    examples: [92.3],
  }),
}

const Outcomes = Schema.Struct(outcomes).annotate({
  identifier: "Outcomes",
  description:
    "Payments received; attempts that the acquirer or risk analysis refused; Pix and bank slips that were not paid in time; refunds that have " +
    "settled; open disputes; disputes that took the money.",
})

const byMethod = <S extends Schema.Constraint>(of: S) => Schema.Struct(forEachMethod(() => of))

const PeriodView = Schema.Struct({
  from: day("2026-11-01"),
  to: day("2026-11-01"),
  ...outcomes,
  by_method: byMethod(Outcomes),
}).annotate({ identifier: "OverviewPeriod" })
type PeriodView = typeof PeriodView.Type

const ReceivedView = byMethod(SumView).annotate({ identifier: "ReceivedByMethod" })

const RefusalView = Schema.Struct({
  reason: Schema.NullOr(Schema.String).annotate({
    description: "In the acquirer's words, cut after 100 characters; null if it gave none.",
  }),
  count: Schema.Int,
  amount: Schema.Finite.annotate({ description: "Reais." }),
})

const noSum: SumView = { count: 0, amount: 0 }
const exampleSum: SumView = { count: 12, amount: 1198.8 }
const exampleRefused: SumView = { count: 1, amount: 99.9 }
const exampleOutcomes: typeof Outcomes.Type = {
  received: exampleSum,
  refused: exampleRefused,
  expired: noSum,
  refunded: exampleRefused,
  disputed: noSum,
  charged_back: noSum,
  approval_rate: 92.3,
}
const nothing: typeof Outcomes.Type = {
  ...exampleOutcomes,
  received: noSum,
  refused: noSum,
  refunded: noSum,
  approval_rate: null,
}
const examplePeriod = (date: string, all: typeof Outcomes.Type): PeriodView => ({
  from: date,
  to: date,
  ...all,
  by_method: { ...forEachMethod(() => nothing), credit: all },
})

/** A company's orders of some days. */
export const OverviewView = Schema.Struct({
  period: PeriodView,
  before: PeriodView,
  days: Schema.Array(Schema.Struct({ date: day("2026-11-01"), received: ReceivedView })).annotate({
    description: "Money received for the orders of each day of the period.",
  }),
  refusals: Schema.Array(RefusalView).annotate({
    description: "Why attempts were refused, the most frequent reason first, 20 at most.",
  }),
  now: Schema.Struct({ open: SumView, disputed: SumView, overdue_subscriptions: Schema.Int }).annotate({
    description:
      "Whatever the day: orders that wait for a Pix, a bank slip or a review, open disputes, and subscriptions with an unpaid renewal.",
  }),
}).annotate({
  identifier: "Overview",
  description: "`before`: as many days as `period`, right before it.",
  examples: [
    {
      period: examplePeriod("2026-11-01", exampleOutcomes),
      before: examplePeriod("2026-10-31", nothing),
      days: [{ date: "2026-11-01", received: { ...forEachMethod(() => noSum), credit: exampleSum } }],
      refusals: [{ reason: "Saldo insuficiente", ...exampleRefused }],
      now: { open: { count: 2, amount: 199.8 }, disputed: noSum, overdue_subscriptions: 1 },
    },
  ],
})
export type OverviewView = typeof OverviewView.Type

/** Whole centavos. A sum may exceed the largest amount. */
interface Sum {
  readonly count: number
  readonly amount: number
}

interface Outcome {
  readonly confirmed: Sum
  readonly refused: Sum
  readonly expired: Sum
  readonly refunded: Sum
  readonly disputed: Sum
  readonly charged_back: Sum
  /** Basis points. */
  readonly approval: number | null
}

interface Figures extends Period {
  readonly all: Outcome
  readonly byMethod: Readonly<Record<PaymentMethod, Outcome>>
}

/** The figures in an overview. */
interface OverviewFigures {
  readonly now: Figures
  readonly before: Figures
  readonly days: ReadonlyArray<{ readonly day: LocalDate; readonly received: Readonly<Record<PaymentMethod, Sum>> }>
  readonly refusals: ReadonlyArray<Sum & { readonly reason: string }>
  readonly open: Sum
  readonly disputed: Sum
  readonly overdueSubscriptions: number
}

/** A company's figures on the wire: amounts in reais, days as `YYYY-MM-DD`. */
export const overviewView = (figures: OverviewFigures): OverviewView => ({
  period: periodView(figures.now),
  before: periodView(figures.before),
  days: figures.days.map(({ day: date, received }) => ({
    date,
    received: forEachMethod((method) => sumView(received[method])),
  })),
  refusals: figures.refusals.map(({ reason, ...sum }) => ({ reason: reason === "" ? null : reason, ...sumView(sum) })),
  now: {
    open: sumView(figures.open),
    disputed: sumView(figures.disputed),
    overdue_subscriptions: figures.overdueSubscriptions,
  },
})

const periodView = ({ all, byMethod: by, from, to }: Figures): PeriodView => ({
  from,
  to,
  ...outcomesView(all),
  by_method: forEachMethod((method) => outcomesView(by[method])),
})

const outcomesView = ({ confirmed, approval, ...others }: Outcome): typeof Outcomes.Type => ({
  received: sumView(confirmed),
  refused: sumView(others.refused),
  expired: sumView(others.expired),
  refunded: sumView(others.refunded),
  disputed: sumView(others.disputed),
  charged_back: sumView(others.charged_back),
  approval_rate: approval === null ? null : approval / 100,
})

const sumView = ({ count, amount }: Sum): SumView => ({ count, amount: amount / 100 })
