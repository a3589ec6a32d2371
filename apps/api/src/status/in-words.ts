/**
 * Numbers and times in words, for people.
 */

/** A count with its noun. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** A duration in one unit, rounded down: `3 hours`. @param since - ISO 8601, like `until` */
export const span = (since: string, until: string): string => {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - Date.parse(since)) * 1e-3))
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? units[3]
  return counted(Math.floor(seconds / length), unit, `${unit}s`)
}

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const
