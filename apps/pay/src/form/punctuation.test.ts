import { describe, expect, it } from "vitest"
import { postcodeShown, taxvatShown, telephoneShown } from "./punctuation.ts"

describe("the digits of a field", () => {
  it.each([
    [taxvatShown, "", ""],
    [taxvatShown, "529", "529"],
    [taxvatShown, "5299", "529.9"],
    [taxvatShown, "52998224725", "529.982.247-25"],
    [taxvatShown, "112223330001", "11.222.333/0001"],
    [taxvatShown, "11222333000181", "11.222.333/0001-81"],
    [taxvatShown, "112223330001811", null],
    [telephoneShown, "11", "11"],
    [telephoneShown, "119", "(11) 9"],
    [telephoneShown, "1134567890", "(11) 3456-7890"],
    [telephoneShown, "11987654321", "(11) 98765-4321"],
    [telephoneShown, "5511987654321", null],
    [postcodeShown, "01310", "01310"],
    [postcodeShown, "01310100", "01310-100"],
    [postcodeShown, "013101000", null],
  ])("get their punctuation: %o of %s", (shown, digits, text) => {
    expect(shown(digits)).toBe(text)
  })

  it("stay the same, in their order", () => {
    for (const shown of [taxvatShown, telephoneShown, postcodeShown]) {
      for (let length = 0; length <= 14; length += 1) {
        const digits = "12345678901234".slice(0, length)
        expect([digits, null]).toContain(shown(digits)?.replace(/\D/gu, "") ?? null)
      }
    }
  })
})
