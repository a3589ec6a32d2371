// The two check digits of bank slips (boletos). Both take a text of digits and weigh it from the right.
//
// Source: Carta-Circular BCB 2.926/2000 and its annexes on line and barcode.

/** Modulo 10 of a field of the digitable line: weights 2, 1, 2, 1, … and of each product the sum of its digits. */
export const mod10 = (digits: string): number => {
  const sum = weighed(
    digits,
    (place) => 2 - (place % 2),
    (product) => (product > 9 ? product - 9 : product),
  )
  return (10 - (sum % 10)) % 10
}

/**
 * Modulo 11 of the whole slip, over the barcode without its check digit: weights 2 to 9, over and over.
 *
 * @returns 1 to 9; what would be 0, 10 or 11 is 1, so that a slip never shows 0
 */
export const mod11 = (digits: string): number => {
  const digit = 11 - (weighed(digits, (place) => 2 + (place % 8)) % 11)
  return digit > 9 ? 1 : digit
}

/** @param weightAt - by place, counted from 0 at the right */
const weighed = (
  digits: string,
  weightAt: (place: number) => number,
  fold: (product: number) => number = (product) => product,
): number =>
  [...digits].reduce((sum, digit, index) => sum + fold(Number(digit) * weightAt(digits.length - 1 - index)), 0)
