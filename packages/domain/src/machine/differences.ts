/**
 * The differences between the stored state of a machine and the state from its log, in words that every operator of the
 * service may see.
 */

/**
 * A value as it may be shown. Numbers, booleans and harmless words stay, also in lists. Other values may be personal
 * data or secrets, so only their kind is shown: `(text)`, `(parts)`, or `(nothing)` if there is none.
 */
export type Shown = number | boolean | string

/** A part that differs. */
export interface Difference {
  /** Names from the outside in: `attempts.0.captured`. Positions count from 0. */
  readonly part: string
  readonly stored: Shown
  readonly folded: Shown
}

/**
 * All parts that differ, each the smallest that has a name.
 *
 * @param harmless - words that may be shown because they are no personal data, for example those of facts
 */
export const differencesOf = <State extends object>(
  stored: State,
  folded: State,
  harmless: ReadonlySet<string> = none,
): ReadonlyArray<Difference> => {
  const differing = (part: string, one: unknown, other: unknown): ReadonlyArray<Difference> => {
    if (one === other) return []
    if (isHarmless(one, harmless) && isHarmless(other, harmless)) {
      return one.join() === other.join() ? [] : [{ part, stored: shown(one, harmless), folded: shown(other, harmless) }]
    }
    if (!hasParts(one) || !hasParts(other))
      return [{ part, stored: shown(one, harmless), folded: shown(other, harmless) }]
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...names].flatMap((name) =>
      differing(part === "" ? name : `${part}.${name}`, Reflect.get(one, name), Reflect.get(other, name)),
    )
  }

  return differing("", stored, folded)
}

/** The value as it may be shown. @param harmless - words that may be shown because they are no personal data */
export const shown = (value: unknown, harmless: ReadonlySet<string> = none): Shown => {
  if (value === null || value === undefined) return "(nothing)"
  if (typeof value === "number" || typeof value === "boolean") return value
  if (isHarmless(value, harmless)) return value.length === 0 ? "(nothing)" : value.join(", ")
  return typeof value === "string" ? "(text)" : "(parts)"
}

const none: ReadonlySet<string> = new Set()

const isHarmless = (value: unknown, harmless: ReadonlySet<string>): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((word) => harmless.has(word))

const hasParts = (value: unknown): value is object => typeof value === "object" && value !== null
