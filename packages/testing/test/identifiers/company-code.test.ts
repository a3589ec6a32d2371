// Finds a company by the beginning of its identifiers.

import { companyCodeFrom, companyCodeLength, companyCodeOf, nameDigits } from "@vintem/domain/identifiers"
import { companyCodes } from "@vintem/testing"
import * as Option from "effect/Option"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const codeIn = (name: string) => Option.getOrNull(companyCodeOf(name))

describe("companyCodeOf", () => {
  it("reads the first six characters of a name in either case", () => {
    expect(codeIn("zc0de21mtayy00123456789abcdef")).toBe("zc0de2")
    expect(codeIn("ZC0DE21MTAYY0")).toBe("zc0de2")
    expect(codeIn("Zc0dE2x_-")).toBe("zc0de2")
  })

  it("needs only the code", () => {
    expect(codeIn("zc0de2")).toBe("zc0de2")
  })

  it.each(["", "z", "zc0de", "ZC0DE"])("finds none in %j, which is too short", (name) => {
    expect(codeIn(name)).toBeNull()
  })

  it.each([..."ilouILOU", "-", "_", " ", "é", "\n"])("finds none if %j is among the first six", (letter) => {
    for (let at = 0; at < companyCodeLength; at += 1) {
      expect(codeIn(`${"0".repeat(at)}${letter}${"0".repeat(companyCodeLength)}`)).toBeNull()
    }
    expect(codeIn(`000000${letter}`)).toBe("000000")
  })

  it("finds every code in the names that begin with it", () => {
    fc.assert(
      fc.property(companyCodes, fc.string(), (code, rest) => {
        expect(codeIn(code + rest)).toBe(code)
        expect(codeIn(code.toUpperCase() + rest)).toBe(code)
      }),
    )
  })
})

describe("companyCodeFrom", () => {
  const bits = fc.integer({ min: 0, max: 2 ** 30 - 1 })

  it("uses digits without letters that look like one", () => {
    expect([0, 1, 31, 32, 2 ** 25, 2 ** 30 - 1].map(companyCodeFrom)).toEqual([
      "000000",
      "000001",
      "00000z",
      "000010",
      "100000",
      "zzzzzz",
    ])
    for (const letter of "ilou") expect(nameDigits).not.toContain(letter)
    expect(new Set(nameDigits).size).toBe(32)
  })

  it("order: a larger number makes a code that sorts later, so no two numbers make the same code", () => {
    fc.assert(
      fc.property(bits, bits, (one, other) => {
        fc.pre(one !== other)
        expect(companyCodeFrom(Math.min(one, other)) < companyCodeFrom(Math.max(one, other))).toBe(true)
      }),
    )
  })
})
