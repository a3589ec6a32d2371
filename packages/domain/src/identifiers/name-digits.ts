/**
 * The digits that names are made of.
 */

/** Crockford's alphabet: no letter is mistaken for a digit when a name is read aloud. */
export const nameDigits = "0123456789abcdefghjkmnpqrstvwxyz"

/**
 * The last `count` digits of a whole number, the highest first. Texts of one length sort as their numbers do.
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
