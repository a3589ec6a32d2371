/**
 * Whether a stored answer mentions certain orders, links or subscriptions: part of personal-data.ts.
 */
import { parsedJson } from "../engine/stored-value.ts"

/** An answer has its data within a few levels; deeper levels are the content of a list. */
const levelsMax = 6

/** Whether one of the names is a value in the JSON text. */
export const tellsOf = (body: string, names: ReadonlySet<string>): boolean => mentions(parsedJson(body), names, 0)

const mentions = (value: unknown, names: ReadonlySet<string>, level: number): boolean => {
  if (typeof value === "string") return names.has(value)
  if (typeof value !== "object" || value === null || level >= levelsMax) return false
  return Object.values(value).some((one) => mentions(one, names, level + 1))
}
