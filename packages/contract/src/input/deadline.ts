/** The end and the beginning of a period: a date, or a time. */
import {
  endOfDayExclusive,
  type Instant,
  instant,
  instantMax,
  parseLocalDate,
  parseSaoPauloTimestamp,
  startOfDay,
} from "@vintem/domain/calendar"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import { type Read, refusedAs } from "./codec.ts"
import type { FaultReason } from "./fault-code.ts"
import { ofString, textRead } from "./text.ts"

/**
 * Reads the last instant of a day or of a second: an end date includes all that day, and an end time includes that
 * second.
 *
 * Times are in America/Sao_Paulo, or have an offset from UTC, as in RFC 3339.
 */
export const readDeadline: Read<Instant> = ofString((text) =>
  Result.map(stretchOf(trimCode(text)), ({ last }) => clamped(last)),
)

/** Reads the first instant of a day or of a second, in a deadline's format. */
export const readBeginning: Read<Instant> = ofString((text) =>
  Result.map(stretchOf(trimCode(text)), ({ first }) => clamped(first)),
)

export const deadline = textRead(readDeadline)
export const beginning = textRead(readBeginning)

/** Limited to possible instants. */
const clamped = (at: number): Instant => instant(Math.min(Math.max(0, at), instantMax))

const notADeadline = refusedAs({ code: "invalid_time" })

/** The day or second in a text. */
const stretchOf = (text: string): Result.Result<{ readonly first: number; readonly last: number }, FaultReason> => {
  const date = parseLocalDate(text)
  if (Result.isSuccess(date)) {
    return Result.succeed({ first: startOfDay(date.success), last: endOfDayExclusive(date.success) - 1 })
  }
  const [, day = "", time = "", offset] = withTime.exec(text) ?? []
  const first = offset === undefined ? parseSaoPauloTimestamp(`${day} ${time}`) : parseAway(day, time, offset)
  return first === undefined ? notADeadline : Result.succeed({ first, last: first + lastMillisecond })
}

const withTime = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/u

/** A time with an offset. A day that its month lacks, which a date would carry into the next month, is refused. */
const parseAway = (day: string, time: string, offset: string): number | undefined => {
  const at = Date.parse(`${day}T${time}${offset}`)
  return Result.isSuccess(parseLocalDate(day)) && at >= 0 && at <= instantMax ? at : undefined
}

const lastMillisecond = 999
