/**
 * Amounts and percentages of a request: a JSON number or a decimal string, with at most two decimals.
 */
import {
  type BasisPoints,
  type Centavos,
  centavosMax,
  type DecimalReason,
  type DecimalRefused,
  decimalString,
  parseDecimal,
  parsePercent,
  zero,
} from "@vintem/domain/money"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Read, type Rule, value } from "./codec.ts"

/** Reais or percent as requests may write them. */
const DecimalInput = Schema.Union([Schema.Finite, Schema.String.check(Schema.isPattern(/^-?\d+(\.\d{1,2})?$/u))])

/** Reais. Both bounds are centavos and inclusive. */
export const amount = (bounds: Bounds) => value(DecimalInput, readAmount(bounds), ruleOf(bounds))

/** The most there is of all amounts stands in the introduction. */
const ruleOf = ({ min, max }: Bounds): Rule | undefined => {
  const least = min === zero ? "Zero or more" : `At least ${decimalString(min)}`
  if (max < centavosMax) return { words: `${decimalString(min)} to ${decimalString(max)}`, unless: decimalString(max) }
  return min < zero ? undefined : { words: least, unless: min === zero ? "zero or more" : decimalString(min) }
}

interface Bounds {
  readonly min: Centavos
  readonly max: Centavos
}

/** Both bounds are centavos and inclusive. */
export const readAmount = ({ min, max }: Bounds): Read<Centavos> => {
  const tooSmall = Result.fail(`must be at least ${decimalString(min)}.`)
  const tooLarge = Result.fail(`may not be more than ${decimalString(max)}.`)
  return (input) =>
    Result.flatMap(readDecimal(input, parseDecimal, amountFaults), (amount) => {
      if (amount < min) return tooSmall
      return amount > max ? tooLarge : Result.succeed(amount)
    })
}

/** From 0 to 99.99 %. */
export const readPercent: Read<BasisPoints> = (input) => readDecimal(input, parsePercent, percentFaults)

/** From 0 to 99.99 %. */
export const percent = value(DecimalInput, readPercent, { words: "0 to 99.99", unless: "99.99" })

const readDecimal = <A>(
  input: unknown,
  parse: (input: number | string) => Result.Result<A, DecimalRefused>,
  faults: Readonly<Record<DecimalReason, string>>,
): Result.Result<A, string> => {
  if (typeof input !== "number" && typeof input !== "string") return Result.fail(faults.not_a_number)
  return Result.mapError(parse(typeof input === "string" ? trimCode(input) : input), ({ reason }) => faults[reason])
}

const percentFaults = {
  not_a_number: "must be a number.",
  too_many_decimals: "may not have more than two decimals.",
  out_of_range: "must be between 0 and 99.99.",
}

const amountFaults = { ...percentFaults, out_of_range: "must be below 100000000000.00." }
