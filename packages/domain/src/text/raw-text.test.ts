import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { codePointLength } from "./code-point-length.ts"
import { hasTooManyMarks, marksInRowMax, rawCodeMax, rawTextMax } from "./raw-text.ts"

describe("the longest raw text", () => {
  // No spelling of a character has more code points than its full decomposition.
  it("has space for every character of Unicode, however it is decomposed", () => {
    for (let codePoint = 0; codePoint <= 0x10_ffff; codePoint += 1) {
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue
      const apart = String.fromCodePoint(codePoint).normalize("NFD")
      if (codePointLength(apart) > 4) expect.fail(`U+${codePoint.toString(16)} has more than four parts`)
    }
  })

  it("law: a longer text is still too long after composing, apart from white space", () => {
    const character = fc.string({ unit: "binary", minLength: 1, maxLength: 1 }).filter((text) => text.trim() !== "")
    fc.assert(
      fc.property(
        fc.array(character, { minLength: 40, maxLength: 60 }),
        fc.integer({ min: 33, max: 200 }),
        (one, max) => {
          const text = one.join("").repeat(Math.ceil((rawTextMax(max) + 1) / one.join("").length))
          expect(codePointLength(text.normalize("NFC"))).toBeGreaterThan(max)
        },
      ),
    )
  })

  it("is never less than a code's", () => {
    expect([rawTextMax(20), rawTextMax(32), rawTextMax(255)]).toEqual([rawCodeMax, rawCodeMax, 2_040])
  })
})

describe("marks in a row", () => {
  it("may be thirty", () => {
    expect(hasTooManyMarks(`a${"\u0301".repeat(marksInRowMax)}b${"\u0323".repeat(marksInRowMax)}`)).toBe(false)
    expect(hasTooManyMarks(`a${"\u0301\u0323".repeat(marksInRowMax / 2)}\u0316b`)).toBe(true)
  })

  it("are counted as code points, in any row of the text", () => {
    const outsideTheBmp = "\u{1d165}"
    expect(hasTooManyMarks(`a${outsideTheBmp.repeat(marksInRowMax)}b`)).toBe(false)
    expect(hasTooManyMarks(`a\u0301b${outsideTheBmp.repeat(marksInRowMax)}\u0301`)).toBe(true)
  })
})
