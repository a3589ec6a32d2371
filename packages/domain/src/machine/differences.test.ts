// Finds the differences between two states, and shows no personal data of them.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { differencesOf, shown } from "./differences.ts"

const harmless = new Set(["open", "confirmed"])

describe("shown", () => {
  it.each<readonly [unknown, unknown]>([
    [0, 0],
    [-1, -1],
    [false, false],
    [true, true],
    [null, "(nothing)"],
    [undefined, "(nothing)"],
    [["open", "confirmed"], "open, confirmed"],
    [[], "(nothing)"],
    [["open", "Maria"], "(parts)"],
    ["Maria", "(text)"],
    ["open", "(text)"],
    [{ name: "Maria" }, "(parts)"],
  ])("shows %j as %j", (value, text) => {
    expect(shown(value, harmless)).toBe(text)
  })

  it("hides every text if no harmless words are given", () => {
    expect(shown(["open"])).toBe("(parts)")
  })
})

describe("differencesOf", () => {
  it("names the smallest parts that differ, from the outside in", () => {
    const stored: object = { a: 1, b: { c: ["open"], d: [{ e: null }, { e: true }] }, only: "x" }
    const folded: object = { a: 1, b: { c: ["open", "confirmed"], d: [{ e: "Maria" }, { e: false }] } }
    expect(differencesOf(stored, folded, harmless)).toEqual([
      { part: "b.c", stored: "open", folded: "open, confirmed" },
      { part: "b.d.0.e", stored: "(nothing)", folded: "(text)" },
      { part: "b.d.1.e", stored: true, folded: false },
      { part: "only", stored: "(text)", folded: "(nothing)" },
    ])
  })

  it.each<readonly [string, unknown, unknown, string, string]>([
    ["a list against one with other words", ["open"], ["Maria"], "part.0", "(text)"],
    ["a text against parts", "Maria", { name: "Maria" }, "part", "(text)"],
    ["nothing against parts", null, { name: "Maria" }, "part", "(nothing)"],
  ])("shows no text of %s", (_, one, other, part, seen) => {
    expect(differencesOf({ part: one }, { part: other }, harmless)).toMatchObject([{ part, stored: seen }])
    expect(differencesOf({ part: other }, { part: one }, harmless)).toMatchObject([{ part, folded: seen }])
  })

  it("reflexivity and honesty: finds nothing in a copy, and otherwise only parts that differ", () => {
    const state = fc.dictionary(
      fc.constantFrom("a", "b", "c"),
      fc.oneof(
        fc.integer({ min: 0, max: 2 }),
        fc.constant(null),
        fc.boolean(),
        fc.array(fc.constantFrom("open", "confirmed")),
      ),
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(state, state, (one, other) => {
        expect(differencesOf(one, structuredClone(one), harmless)).toEqual([])
        const parts = differencesOf(one, other, harmless).map(({ part }) => part)
        const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
        const isSame = (name: string) => JSON.stringify(one[name]) === JSON.stringify(other[name])
        expect(parts.toSorted()).toEqual(names.filter((name) => !isSame(name)).toSorted())
      }),
    )
  })
})
