/**
 * Division of exact integers. Each function's name says how it rounds.
 *
 * Prices and fees are rounded half up, as Brazilian acquirers do (not half to even, the rule of ABNT NBR 5891). Only
 * the gross-up rounds up, because it must not leave the company a centavo short.
 *
 * Numerators may be negative. Denominators are above zero; any other is a defect.
 */

/** The nearest integer. A half rounds toward positive infinity: 5/2 is 3, -5/2 is -2. */
export const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  divideDown(2n * numerator + denominator, 2n * denominator)

/** The least integer that is not below the quotient: 1/2 is 1, -1/2 is 0. */
export const divideUp = (numerator: bigint, denominator: bigint): bigint => -divideDown(-numerator, denominator)

/** The greatest integer that is not above the quotient: 1/2 is 0, -1/2 is -1. `/` alone would cut toward zero. */
const divideDown = (numerator: bigint, denominator: bigint): bigint => {
  if (denominator <= 0n) throw new RangeError("A denominator is above zero.")
  const quotient = numerator / denominator
  return numerator % denominator < 0n ? quotient - 1n : quotient
}
