import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { nestsUnusually, shortBody, usualNesting } from "./json-nesting.ts"

describe("JSON", () => {
  it("nests unusually if lists and objects are deeper than usual", () => {
    fc.assert(
      fc.property(nested, ({ depth, value }) => {
        expect(isUnusual(long(JSON.stringify(value)))).toBe(depth > usualNesting)
      }),
    )
  })

  it("may have any number of lists and objects side by side, and any text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isUnusual(long(JSON.stringify([...ordinals(60).flatMap(() => [value, brackets]), [[]]], null, 1)))).toBe(
          false,
        )
      }),
    )
  })

  it("is checked only if it is long enough to be slow", () => {
    expect(isUnusual("[".repeat(shortBody))).toBe(false)
    expect(isUnusual("[".repeat(shortBody + 1))).toBe(true)
  })
})

const isUnusual = (json: string) => nestsUnusually(new TextEncoder().encode(json))

/** White space makes it no deeper. */
const long = (json: string) => json.padEnd(shortBody + 1)

const ordinals = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n)

/** A text full of brackets and of characters that might seem to end it. */
const brackets = `${"[{".repeat(usualNesting)}"]}\\`

/** Lists and objects around two lists. Some follow closed ones that are no deeper. */
const nested = fc
  .array(fc.constantFrom("list", "object", "after"), { minLength: usualNesting - 5, maxLength: usualNesting + 5 })
  .map((kinds) => ({
    depth: kinds.length + 2,
    value: kinds.reduce<unknown>(
      (inner, kind) => {
        if (kind === "list") return [inner]
        return kind === "object" ? { [brackets]: inner } : [[[]], brackets, inner]
      },
      [[brackets]],
    ),
  }))
