import { isValidCep } from "@brazilian-utils/brazilian-utils"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatPostalCode, PostalCode, parsePostalCode } from "./postal-code.ts"

const reasonOf = (input: string) =>
  Result.match(parsePostalCode(input), { onSuccess: () => null, onFailure: (refused) => refused.reason })

describe("parsePostalCode", () => {
  it.each([
    ["01310-100", "01310100"],
    ["01310100", "01310100"],
    [" 01310-100\n", "01310100"],
    ["00000001", "00000001"],
    ["01.310-100", "01310100"],
    ["01310 100", "01310100"],
    ["01310\u2013100", "01310100"],
    ["01310--100", "01310100"],
    ["0131-0100", "01310100"],
    ["\u202A01310-\u200B100\u202C\uFEFF", "01310100"],
  ])("reads %j as %s", (input, digits) => {
    expect(parsePostalCode(input)).toEqual(Result.succeed(digits))
  })

  it.each([
    ["", "format"],
    ["0131010", "format"],
    ["013101000", "format"],
    ["01310-1000", "format"],
    ["CEP 01310-100", "format"],
    ["01310=100", "format"],
    ["01310-100".padEnd(257), "format"],
    ["0131010a", "format"],
    ["０1310100", "format"],
    ["00000000", "unassigned"],
    ["00000-000", "unassigned"],
    ["00.000 000", "unassigned"],
  ])("refuses %j: %s", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })

  // The library differs: it accepts unassigned codes, and separators of several kinds anywhere.
  it("agreement: decides as brazilian-utils does about any digits with or without the hyphen", () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length - 1, maxLength: length })
    fc.assert(
      fc.property(digits(5), fc.constantFrom("", "-"), digits(3), (start, hyphen, end) => {
        fc.pre(start.length === 5 || hyphen === "")
        const input = start + hyphen + end
        fc.pre(!/^0+$/u.test(start + end))
        expect(Result.isSuccess(parsePostalCode(input))).toBe(isValidCep(input))
      }),
    )
  })

  it("round trip: a printed code is read back", () => {
    const code = fc
      .integer({ min: 1, max: 99_999_999 })
      .map((number) => PostalCode.make(String(number).padStart(8, "0")))
    fc.assert(
      fc.property(code, (digits) => {
        expect(formatPostalCode(digits)).toMatch(/^[0-9]{5}-[0-9]{3}$/u)
        expect(parsePostalCode(formatPostalCode(digits))).toEqual(Result.succeed(digits))
      }),
    )
  })
})

describe("PostalCode", () => {
  it.each(["01310-100", "00000000", "1310100", ""])("cannot be %j", (text) => {
    expect(Schema.is(PostalCode)(text)).toBe(false)
  })
})
