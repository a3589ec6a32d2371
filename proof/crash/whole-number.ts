/** A whole number of the command line; null if it is invalid or out of bounds. */
export const wholeNumber = (text: string, min: number, max: number): number | null => {
  const value = /^\d{1,12}$/u.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}
