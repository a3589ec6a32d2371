// The two check digits of bank slips (boletos). Both weigh the digits of a text from the right.
//
// Source: Carta-Circular BCB 2.926/2000 and its annexes on line and barcode.

/** Modulo 10 of a field of the digitable line: weights 2, 1, 2, 1, …, and the digit sum of each product. */
export const mod10 = (digits: string): number => {
  const sum = weighed(
    digits,
    (place) => 2 - (place % 2),
    (product) => (product > 9 ? product - 9 : product),
  )
  return (10 - (sum % 10)) % 10
}

/**
 * Modulo 11 of the whole slip, over the barcode without its check digit: weights 2 to 9, repeated.
 *
 * @returns 1 to 9; the results 0, 10 and 11 become 1, so a slip never shows 0
 */
export const mod11 = (digits: string): number => {
  const digit = 11 - (weighed(digits, (place) => 2 + (place % 8)) % 11)
  return digit > 9 ? 1 : digit
}

/** @param weightAt - by position, counted from 0 at the right */
const weighed = (
  digits: string,
  weightAt: (place: number) => number,
  fold: (product: number) => number = (product) => product,
): number =>
  [...digits].reduce((sum, digit, index) => sum + fold(Number(digit) * weightAt(digits.length - 1 - index)), 0)
