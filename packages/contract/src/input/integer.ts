/** Integers of a request: a JSON number, or the digits as a string. */
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Read, refusedAs, value } from "./codec.ts"

/** An integer as requests may write it. */
export const IntegerInput = Schema.Union([Schema.Int, Schema.String.check(Schema.isPattern(/^-?\d{1,15}$/u))])

/** An integer. Both bounds are inclusive. */
export const integer = (bounds: Bounds) =>
  value(
    IntegerInput,
    readInteger(bounds),
    bounds.max < Number.MAX_SAFE_INTEGER
      ? { words: `${bounds.min} to ${bounds.max}`, unless: String(bounds.max) }
      : undefined,
  )

interface Bounds {
  readonly min: number
  readonly max: number
}

/** Both bounds are inclusive. */
export const readInteger = ({ min, max }: Bounds): Read<number> => {
  const outOfBounds = refusedAs({ code: "out_of_range", min, max })
  return (input) => {
    const value = integerOf(input)
    if (value === undefined) return notAnInteger
    return value < min || value > max ? outOfBounds : Result.succeed(value)
  }
}

/** An integer of any size that a number holds exactly. Undefined for anything else. */
export const integerOf = (input: unknown): number | undefined => {
  if (typeof input === "string") {
    const digits = trimCode(input)
    return /^-?\d{1,15}$/u.test(digits) ? Number(digits) + 0 : undefined
  }
  return typeof input === "number" && Number.isSafeInteger(input) ? input + 0 : undefined // -0 + 0 is 0
}

/** The reason of `readInteger` for everything that is no integer. */
export const notAnInteger = refusedAs({ code: "not_an_integer" })
