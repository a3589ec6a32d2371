/** The digits in identifiers. */

/** Crockford's alphabet: no letter is mistaken for a digit when read aloud. */
export const nameDigits = "0123456789abcdefghjkmnpqrstvwxyz"

/**
 * The last `count` digits of a whole number, the highest first. Texts of one length sort like their numbers.
 *
 * @param value - 0 or more
 */
export const inNameDigits = (value: number, count: number): string => {
  let rest = value
  let digits = ""
  for (let digit = 0; digit < count; digit += 1) {
    digits = `${nameDigits[rest % nameDigits.length]}${digits}`
    rest = Math.floor(rest / nameDigits.length)
  }
  return digits
}
