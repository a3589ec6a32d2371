/**
 * Where the stored state of a machine differs from the state its log gives, in words that may be shown to every operator of the
 * service.
 */

/**
 * A value as it may be shown: numbers, truth values and lists of harmless words as they are. Of other values, which may be personal data or
 * secrets, only the kind: `(text)`, `(parts)`. `(nothing)` if there is none.
 */
export type Shown = number | boolean | string

/** One part that is not the same in both. */
export interface Difference {
  /** Names from the outside in: `attempts.0.captured`. Positions count from 0. */
  readonly part: string
  readonly stored: Shown
  readonly folded: Shown
}

/**
 * Every part that is not the same in both, the smallest that can be named.
 *
 * @param harmless - words that may be shown, as they are no personal data: those of facts, for example
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

/** The value as it may be shown. @param harmless - words that may be shown, as they are no personal data */
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
