/**
 * How long something has lasted, for people: one unit, rounded down.
 */

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const

/** `3 hours`. @param since - ISO 8601, as `until` */
export const span = (since: string, until: string): string => {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - Date.parse(since)) * 1e-3))
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? units[3]
  const count = Math.floor(seconds / length)
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}
