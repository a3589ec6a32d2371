/**
 * One text for equal JSON, whatever the order of its fields. Fingerprints are made of it.
 *
 * It keeps its own stack: a body may nest deeper than the call stack allows, and be wider than a call's arguments.
 * Attackers send both to slow it down, so it makes one pass and no intermediate texts.
 */
export const canonicalJson = (value: unknown): string => {
  const parts: Array<string> = []
  /** The open lists and objects, the innermost last. */
  const begun: Array<Begun> = []
  let next = value
  for (;;) {
    const inner = beginning(next)
    if (inner === undefined) {
      parts.push(plain(next))
    } else {
      parts.push(inner.names === null ? "[" : "{")
      begun.push(inner)
    }
    for (let last = begun.at(-1); last !== undefined && last.at === last.values.length; last = begun.at(-1)) {
      parts.push(last.names === null ? "]" : "}")
      begun.pop()
    }
    const last = begun.at(-1)
    if (last === undefined) return parts.join("")
    if (last.at > 0) parts.push(",")
    if (last.names !== null) parts.push(`${JSON.stringify(last.names[last.at])}:`)
    next = last.values[last.at]
    last.at += 1
  }
}

/** A list or an object, and how much of it is printed. */
interface Begun {
  /** Null for a list. */
  readonly names: ReadonlyArray<string> | null
  readonly values: ReadonlyArray<unknown>
  /** The index of the next value to print. */
  at: number
}

/** Undefined for values without parts: a text, a number, a boolean or null. */
const beginning = (value: unknown): Begun | undefined => {
  if (Array.isArray(value)) return { names: null, values: value, at: 0 }
  if (typeof value !== "object" || value === null) return undefined
  const names = Object.keys(value).sort()
  return { names, values: names.map((name): unknown => Reflect.get(value, name)), at: 0 }
}

/** Prints a value without parts. Only texts need escaping. */
const plain = (value: unknown): string =>
  typeof value === "string" || (typeof value === "number" && !Number.isFinite(value))
    ? JSON.stringify(value)
    : String(value ?? null)
