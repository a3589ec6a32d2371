/**
 * How often a subscription is charged.
 */
import * as Schema from "effect/Schema"

/** The unit of a period, by the calendar of America/Sao_Paulo. */
export const RecurrenceUnit = Schema.Literals(["day", "week", "month", "year"])
export type RecurrenceUnit = typeof RecurrenceUnit.Type

/** The longest period in each unit: ten years, five in months, one in weeks and days. Our own choice. */
export const recurrenceCountMax: Readonly<Record<RecurrenceUnit, number>> = { day: 365, week: 52, month: 60, year: 10 }

/** The most charges a subscription may be limited to. Our own choice. */
export const cyclesMax = 999

/** A period of `count` units: `count: 3` with `month` is quarterly. */
export const Recurrence = Schema.Struct({
  every: RecurrenceUnit,
  /** 1 to `recurrenceCountMax` of the unit. */
  count: Schema.Int.check(Schema.isGreaterThan(0)),
  /** How many charges there are, including the first: 1 to `cyclesMax`. Null for no end. */
  cycles: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: cyclesMax }))),
}).check(
  Schema.makeFilter(({ every, count }) => count <= recurrenceCountMax[every], { expected: "a period of its unit" }),
)
export type Recurrence = typeof Recurrence.Type
