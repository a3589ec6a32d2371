import { isValidCreditCard } from "@brazilian-utils/brazilian-utils"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { passesLuhn } from "./luhn.ts"

const digits = (lengths: fc.StringConstraints) => fc.string({ unit: fc.constantFrom(..."0123456789"), ...lengths })

/** The only digit that completes a number. */
const completed = (start: string) =>
  [...Array(10).keys()].map((digit) => `${start}${digit}`).filter((number) => passesLuhn(number))

describe("passesLuhn", () => {
  it.each(["4242424242424242", "378282246310005", "5031433215406351", "0", "18"])("accepts %s", (number) => {
    expect(passesLuhn(number)).toBe(true)
  })

  it.each(["4242424242424241", "378282246310006", "1", "81"])("refuses %s", (number) => {
    expect(passesLuhn(number)).toBe(false)
  })

  it("uniqueness: exactly one last digit completes a number", () => {
    fc.assert(
      fc.property(digits({ maxLength: 18 }), (start) => {
        expect(completed(start)).toHaveLength(1)
      }),
    )
  })

  it("vigilance: one wrong digit is always detected", () => {
    fc.assert(
      fc.property(digits({ minLength: 1, maxLength: 18 }), fc.nat(), fc.nat({ max: 9 }), (start, somewhere, digit) => {
        const [number = ""] = completed(start)
        const place = somewhere % number.length
        const changed = `${number.slice(0, place)}${digit}${number.slice(place + 1)}`
        expect(passesLuhn(changed)).toBe(changed === number)
      }),
    )
  })

  it("agrees with @brazilian-utils, which also refuses numbers of one repeated digit", () => {
    fc.assert(
      fc.property(digits({ minLength: 12, maxLength: 18 }), (start) => {
        fc.pre(!/^(.)\1*$/u.test(start))
        for (let digit = 0; digit <= 9; digit += 1) {
          expect(passesLuhn(`${start}${digit}`)).toBe(isValidCreditCard(`${start}${digit}`))
        }
      }),
    )
  })
})
