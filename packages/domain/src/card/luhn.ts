// The check digit of card numbers.

/**
 * True if the last digit fits the others: from the right every second digit is doubled, minus 9 if above 9, and the sum
 * is a multiple of 10. It detects every single wrong digit, and every swap of neighbours except `09` and `90`.
 *
 * @param digits - ASCII digits only
 * @see ISO/IEC 7812-1, annex B
 */
export const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].reduce((total, digit, index) => {
    const isDoubled = (digits.length - index) % 2 === 0
    const value = Number(digit) * (isDoubled ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
