/**
 * The digits of a field with the punctuation that Brazilians expect, from the first digit on. Null for more digits than
 * the field has: the text stays as it was typed, and the service says what is wrong.
 */

/** `529.982.247-25`, or `11.222.333/0001-81` from the twelfth digit on. @param digits - at most 14 */
export const taxvatShown = (digits: string): string | null => {
  if (digits.length > 14) return null
  return digits.length <= 11
    ? joined(digits, [3, 3, 3, 2], ["", ".", ".", "-"])
    : joined(digits, [2, 3, 3, 4, 2], ["", ".", ".", "/", "-"])
}

/** `(11) 98765-4321`, or `(11) 3456-7890` with ten digits. @param digits - at most 11 */
export const telephoneShown = (digits: string): string | null => {
  if (digits.length > 11) return null
  if (digits.length <= 2) return digits
  return joined(digits, digits.length === 11 ? [2, 5, 4] : [2, 4, 4], ["(", ") ", "-"])
}

/** `01310-100`. @param digits - at most 8 */
export const postcodeShown = (digits: string): string | null =>
  digits.length > 8 ? null : joined(digits, [5, 3], ["", "-"])

/** @param before - the sign before each group, shown once the group has a digit */
const joined = (digits: string, groups: ReadonlyArray<number>, before: ReadonlyArray<string>): string => {
  let at = 0
  return groups
    .map((length, place) => {
      const group = digits.slice(at, at + length)
      at += length
      return group === "" ? "" : `${before[place] ?? ""}${group}`
    })
    .join("")
}
