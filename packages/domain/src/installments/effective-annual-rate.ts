/**
 * The yearly rate of a monthly one. It must be shown to a payer who agrees to installments with interest (CDC, Lei
 * 8.078/1990, art. 52; Decreto 5.903/2006).
 */
import * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"
import type { BasisPoints } from "../money/basis-points.ts"
import { divideHalfUp } from "../money/rounding.ts"

/** Basis points a year. Above 100 % from about 6 % a month on. */
export const AnnualRate = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(Schema.brand("AnnualRate"))
export type AnnualRate = typeof AnnualRate.Type

/**
 * Compounds a monthly rate over twelve months, `(1 + i)¹² − 1`, rounded half up to the basis point: 299 is 4241 a year.
 */
export const effectiveAnnualRate = (monthlyRate: BasisPoints): AnnualRate => {
  const growth = (10_000n + BigInt(monthlyRate)) ** 12n - 10_000n ** 12n
  return annualRate(Number(divideHalfUp(growth, 10_000n ** 11n)))
}

/** Unchecked: a compounded rate is always whole, and not negative. */
const annualRate = Brand.nominal<AnnualRate>()
