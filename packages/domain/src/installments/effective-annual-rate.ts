/**
 * What a monthly rate comes to in a year, which the payer must be told before agreeing to installments with interest
 * (CDC, Lei 8.078/1990, art. 52; Decreto 5.903/2006).
 */
import * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"
import type { BasisPoints } from "../money/basis-points.ts"
import { divideHalfUp } from "../money/rounding.ts"

/** Basis points a year; beyond 100 % from about 6 % a month on. */
export const AnnualRate = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(Schema.brand("AnnualRate"))
export type AnnualRate = typeof AnnualRate.Type

/**
 * Compounds a monthly rate over twelve months, `(1 + i)¹² − 1`, rounded half up to the basis point: 299 is 4241 a year.
 */
export const effectiveAnnualRate = (monthlyRate: BasisPoints): AnnualRate => {
  const growth = (10_000n + BigInt(monthlyRate)) ** 12n - 10_000n ** 12n
  return annualRate(Number(divideHalfUp(growth, 10_000n ** 11n)))
}

/** Unjudged: whatever is compounded of a rate is whole, and not below 0. */
const annualRate = Brand.nominal<AnnualRate>()
