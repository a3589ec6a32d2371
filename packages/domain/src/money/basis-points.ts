/** Percentages as whole hundredths of a percent: 2.99 % is 299 basis points. */
import * as Brand from "effect/Brand"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DecimalRefused, parseDecimal } from "./decimal.ts"

/**
 * A rate from 0 to 99.99 %, for fees and monthly interest. At 100 % a fee would leave nothing of any amount, so no
 * total could pass it on.
 */
export const BasisPoints = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9_999 })).pipe(
  Schema.brand("BasisPoints"),
)
export type BasisPoints = typeof BasisPoints.Type

/** Zero percent. */
export const noRate = Brand.nominal<BasisPoints>()(0)

/**
 * Reads a percentage with at most two decimals, 2.99 or "2.99", by the rules for amounts. Below 0 and from 100 on it is
 * `out_of_range`.
 */
export const parsePercent = (input: number | string): Result.Result<BasisPoints, DecimalRefused> =>
  Result.flatMap(parseDecimal(input), (hundredths) =>
    isBasisPoints(hundredths)
      ? Result.succeed(hundredths)
      : Result.fail(new DecimalRefused({ reason: "out_of_range" })),
  )

/** Basis points of any size as a percentage: 299 is 2.99. */
export const percentNumber = (basisPoints: number): number => basisPoints / 100

const isBasisPoints = Schema.is(BasisPoints)
