/**
 * The day of an order in the sums of orders: days of São Paulo, numbered from 1970-01-01. São Paulo is three hours behind UTC, without
 * summer time since 2019.
 */
export const countDayMillis = 86_400_000
export const countDayOffsetMillis = 10_800_000

/** Rounds towards zero, as SQL divides. */
export const dayOf = (placedAt: number): number => Math.trunc((placedAt - countDayOffsetMillis) / countDayMillis)
