/** The cost of a payment to the company: a percentage and a fixed part. */
import * as Schema from "effect/Schema"
import { BasisPoints } from "../money/basis-points.ts"
import { add, Centavos, centavos } from "../money/centavos.ts"
import { divideHalfUp } from "../money/rounding.ts"

/** Up to a million reais: no real fee is that high, and below it the fee of any amount is an amount. */
const fixedMax = 100_000_000

/** The terms agreed with the acquirer for one method. `fixed` is in centavos, charged once a payment. */
export const FeeTerms = Schema.Struct({
  percent: BasisPoints,
  fixed: Centavos.check(Schema.isBetween({ minimum: 0, maximum: fixedMax })),
})
export type FeeTerms = typeof FeeTerms.Type

/**
 * The fee of a payment, with its percentage rounded half up. A small payment may cost more than it brings.
 *
 * @param total - centavos the payer pays, zero or more
 */
export const feeOf = (total: Centavos, { percent, fixed }: FeeTerms): Centavos =>
  add(centavos(Number(divideHalfUp(BigInt(total) * BigInt(percent), 10_000n))), fixed)
