/**
 * The day of an order in the sums of orders: days of São Paulo, numbered from 1970-01-01. São Paulo is three hours behind UTC, without
 * summer time since 2019.
 */
import { sql } from "kysely"
import type { Statement } from "./words.ts"

export const countDayMillis = 86_400_000
export const countDayOffsetMillis = 10_800_000

/** The day of a row of `orders`. A trigger has no parameters, so the figures are part of its text. */
export const dayOf = (row: string): Statement =>
  sql`((${sql.ref(`${row}.placed_at`)} - ${sql.lit(countDayOffsetMillis)}) / ${sql.lit(countDayMillis)})`
