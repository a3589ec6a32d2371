/**
 * Where two accounts of one order, link or batch part ways, told so that it may be shown to anybody who operates the service.
 */
import { AttemptFact, CaseFact, RefundFact } from "./facts.ts"

/**
 * A value as it may be shown: numbers and truth values as they are, facts in a row, and of whatever else is there, which may name
 * somebody or be a secret, only that it is there: `(text)`, `(parts)`. `(nothing)` where there is none.
 */
export type Shown = number | boolean | string

/** One part that two accounts tell differently. */
export interface Difference {
  /** Names from the outside in: `attempts.0.captured`. Positions count from 0. */
  readonly part: string
  readonly stored: Shown
  readonly folded: Shown
}

/** Every part that is not the same in both, the smallest that can be named. */
export const differencesOf = <State extends object>(stored: State, folded: State): ReadonlyArray<Difference> =>
  differing("", stored, folded)

const differing = (part: string, stored: unknown, folded: unknown): ReadonlyArray<Difference> => {
  if (stored === folded) return []
  if (isFacts(stored) && isFacts(folded)) {
    return stored.join() === folded.join() ? [] : [{ part, stored: shown(stored), folded: shown(folded) }]
  }
  if (!hasParts(stored) || !hasParts(folded)) return [{ part, stored: shown(stored), folded: shown(folded) }]
  const names = new Set([...Object.keys(stored), ...Object.keys(folded)])
  return [...names].flatMap((name) =>
    differing(part === "" ? name : `${part}.${name}`, Reflect.get(stored, name), Reflect.get(folded, name)),
  )
}

/** The value as it may be shown. */
export const shown = (value: unknown): Shown => {
  if (value === null || value === undefined) return "(nothing)"
  if (typeof value === "number" || typeof value === "boolean") return value
  if (isFacts(value)) return value.length === 0 ? "(nothing)" : value.join(", ")
  return typeof value === "string" ? "(text)" : "(parts)"
}

const facts: ReadonlySet<unknown> = new Set([...AttemptFact.literals, ...RefundFact.literals, ...CaseFact.literals])

const isFacts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((fact) => facts.has(fact))

const hasParts = (value: unknown): value is object => typeof value === "object" && value !== null
