/**
 * Amounts as the wire writes them: reais with at most two decimals, as a JSON number or as a string.
 *
 * A JSON number arrives in binary: a sender's `0.1 + 0.2` is 0.30000000000000004. A double keeps fifteen significant
 * digits exactly. Eleven before the point leave four after it: rounding to them removes the binary error, and keeps an
 * intended third decimal. Multiplying by 100 and cutting would lose a centavo of 4.35; multiplying with a tolerance
 * would accept 1.005.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Centavos, centavos, centavosFromBigInt, isCentavos } from "./centavos.ts"

/**
 * Why a decimal was not read. The caller has to send another.
 *
 * - `not_a_number`: NaN, or text that is not plain digits with a decimal point (no exponent, no comma, no spaces)
 * - `too_many_decimals`: more than two
 * - `out_of_range`: 10¹¹ or more on either side of zero (infinities too), or text with over eleven digits before the
 *   point
 */
export const DecimalReason = Schema.Literals(["not_a_number", "too_many_decimals", "out_of_range"])
export type DecimalReason = typeof DecimalReason.Type

/** The text or number is no amount of whole centavos within bounds. The error does not contain it. */
export class DecimalRefused extends Data.TaggedClass("DecimalRefused")<{
  readonly reason: DecimalReason
}> {}

/** Reads reais into centavos, exactly or not at all. */
export const parseDecimal = (input: number | string): Result.Result<Centavos, DecimalRefused> =>
  typeof input === "number" ? parseNumber(input) : parseText(input)

/** Reais as a JSON number: the double nearest to the decimal, which prints like the decimal itself (1999 is 19.99). */
export const decimalNumber = (amount: Centavos): number => amount / 100

/** Reais as text, always with two decimals: "12.34", "-0.05". */
export const decimalString = (amount: Centavos): string => {
  const digits = String(Math.abs(amount)).padStart(3, "0")
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const parseNumber = (input: number) => {
  if (Number.isNaN(input)) return refuse("not_a_number")
  if (Math.abs(input) >= 1e11) return refuse("out_of_range")
  // Nearly all inputs are the double nearest to a decimal of two places. The others are checked below.
  const rounded = Math.round(input * 100)
  if (rounded / 100 === input && isCentavos(rounded)) return Result.succeed(centavos(rounded))
  const [reais = "", decimals = ""] = input.toPrecision(15).split(".")
  // Below a millionth, the decimals include an exponent, which is not two digits and zeros either.
  if (!/^\d\d0*$/u.test(decimals)) return refuse("too_many_decimals")
  return fromParts(reais, decimals.slice(0, 2))
}

const parseText = (input: string) => {
  if (!/^-?\d+(?:\.\d+)?$/u.test(input)) return refuse("not_a_number")
  const [reais = "", decimals = ""] = input.split(".")
  if (!/^-?\d{1,11}$/u.test(reais)) return refuse("out_of_range")
  if (decimals.length > 2) return refuse("too_many_decimals")
  return fromParts(reais, decimals.padEnd(2, "0"))
}

/** Leaves out the point. Rounding to fifteen digits may have reached 10¹¹. Bigints have no negative zero. */
const fromParts = (reais: string, twoDecimals: string): Result.Result<Centavos, DecimalRefused> =>
  Result.mapError(
    centavosFromBigInt(BigInt(`${reais}${twoDecimals}`)),
    () => new DecimalRefused({ reason: "out_of_range" }),
  )

const refuse = (reason: DecimalReason) => Result.fail(new DecimalRefused({ reason }))
