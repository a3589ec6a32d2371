/** Measures the work on texts while something runs, counted in scanned characters, so that no clock is needed. */

export interface TextWork {
  /** UTF-16 code units that were composed or decomposed, in all. */
  readonly composed: number
  /** The most units of one composed text. */
  readonly composedMost: number
  /** The most combining marks in a row in any of them: it may take that many times longer. */
  readonly marksMost: number
  /** Units of the texts in any other operation: trimming, matching, replacing, splitting, changing case, iterating. */
  readonly looked: number
}

/** Methods whose time grows with the text's length. */
const methods = [
  "trim",
  "trimStart",
  "trimEnd",
  "toLowerCase",
  "toUpperCase",
  "split",
  "replace",
  "replaceAll",
  "match",
  "matchAll",
  "search",
  Symbol.iterator,
] as const

/** Counts for the whole process: nothing else may run at the same time. */
export const textWorkOf = async <A>(
  run: () => Promise<A>,
): Promise<{ readonly result: A; readonly work: TextWork }> => {
  const work = { composed: 0, composedMost: 0, marksMost: 0, looked: 0 }
  const restored = [
    watched(String.prototype, "normalize", (text) => {
      work.composed += text.length
      work.composedMost = Math.max(work.composedMost, text.length)
      work.marksMost = Math.max(work.marksMost, marksInRow(text))
    }),
    ...methods.map((name) =>
      watched(String.prototype, name, (text) => {
        work.looked += text.length
      }),
    ),
    ...(["exec", "test"] as const).map((name) =>
      watched(RegExp.prototype, name, (_, text) => {
        if (typeof text === "string") work.looked += text.length
      }),
    ),
  ]
  try {
    return { result: await run(), work }
  } finally {
    for (const restore of restored) restore()
  }
}

/** Notes every call of a method. @returns restores the method */
const watched = (owner: object, name: PropertyKey, note: (self: string, argument: unknown) => void): (() => void) => {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  if (before === undefined) throw new Error(`There is no ${String(name)}.`)
  const value = new Proxy(before.value, {
    apply: (target, self, args: ReadonlyArray<unknown>) => {
      note(typeof self === "string" ? self : "", args[0])
      return Reflect.apply(target, self, args)
    },
  })
  Object.defineProperty(owner, name, { ...before, value })
  return () => {
    Object.defineProperty(owner, name, before)
  }
}

/** Written by hand, because the usual methods are being counted. */
const marksInRow = (text: string): number => {
  let most = 0
  let row = 0
  for (let at = 0; at < text.length; at += 1) {
    row = isMark(text.charCodeAt(at)) ? row + 1 : 0
    most = Math.max(most, row)
  }
  return most
}

/** Combining Diacritical Marks; the tests take theirs from there. */
const isMark = (unit: number): boolean => unit >= 0x0300 && unit <= 0x036f
