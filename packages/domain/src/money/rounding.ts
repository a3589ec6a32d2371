/**
 * Division of exact integers. Each function's name says what happens to the rest.
 *
 * Prices and fees are rounded half up, as Brazilian acquirers do (not half to even, as ABNT NBR 5891 would have it).
 * The one division that rounds up is the gross-up, which must not leave the company a centavo short.
 *
 * Numerators may be negative; denominators are above zero, and any other is a defect.
 */

/** The nearest integer; of two equally near, the one toward positive infinity: 5/2 is 3, -5/2 is -2. */
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
