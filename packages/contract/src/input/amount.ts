/**
 * Amounts and percentages of a request: a JSON number or a decimal string, with at most two decimals.
 */
import {
  type BasisPoints,
  type Centavos,
  centavos,
  centavosMax,
  type DecimalReason,
  type DecimalRefused,
  decimalNumber,
  decimalString,
  parseDecimal,
  parsePercent,
  zero,
} from "@vintem/domain/money"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Read, type Rule, refusedAs, value } from "./codec.ts"
import type { FaultReason } from "./fault-code.ts"

/** Reais or percent as requests may write them. */
const DecimalInput = Schema.Union([Schema.Finite, Schema.String.check(Schema.isPattern(/^-?\d+(\.\d{1,2})?$/u))])

/** An amount in reais. Both bounds are centavos and inclusive. */
export const amount = (bounds: Bounds) => value(DecimalInput, readAmount(bounds), ruleOf(bounds))

/** The introduction gives the largest amount of all, so it is not repeated here. */
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
  const tooSmall = refusedAs({ code: "amount_too_small", min: decimalNumber(min) })
  const tooLarge = refusedAs({ code: "amount_too_large", max: decimalNumber(max) })
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
  faults: Readonly<Record<DecimalReason, FaultReason>>,
): Result.Result<A, FaultReason> => {
  if (typeof input !== "number" && typeof input !== "string") return Result.fail(faults.not_a_number)
  return Result.mapError(parse(typeof input === "string" ? trimCode(input) : input), ({ reason }) => faults[reason])
}

const percentFaults: Readonly<Record<DecimalReason, FaultReason>> = {
  not_a_number: { code: "not_a_number" },
  too_many_decimals: { code: "too_many_decimals" },
  out_of_range: { code: "out_of_range", min: 0, max: 99.99 },
}

const amountFaults: Readonly<Record<DecimalReason, FaultReason>> = {
  ...percentFaults,
  out_of_range: { code: "amount_too_large", max: decimalNumber(centavos(centavosMax)) },
}
