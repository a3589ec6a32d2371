import { getAreaCodesByState, getStates, isValidPhone } from "@brazilian-utils/brazilian-utils"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { areaCodes, formatTelephone, parseTelephone, Telephone, TelephoneRefusal, telephoneE164 } from "./telephone.ts"

const reasonOf = (input: string) =>
  Result.match(parseTelephone(input), { onSuccess: () => null, onFailure: (refused) => refused.reason })

describe("parseTelephone", () => {
  it.each([
    ["11987654321", "11987654321"],
    ["1133334444", "1133334444"],
    ["(11) 98765-4321", "11987654321"],
    ["11 98765.4321", "11987654321"],
    [" 11 98765-4321\n", "11987654321"],
    ["+55 (11) 98765-4321", "11987654321"],
    ["(+55) 11 3333-4444", "1133334444"],
    ["5511987654321", "11987654321"],
    ["551133334444", "1133334444"],
    ["55 (11) 98765 - 4321", "11987654321"],
    ["11/98765-4321", "11987654321"],
    ["11 98765\u20134321", "11987654321"],
    ["11\u00A098765\u00A04321", "11987654321"],
    ["11_98765,4321;", "11987654321"],
    ["11\t987654321", "11987654321"],
    ["\u202A+55 11 98765\u20114321\u202C", "11987654321"],
    ["(011) 98765-4321", "11987654321"],
    ["011 3333-4444", "1133334444"],
    ["011987654321", "11987654321"],
    ["0 15 11 98765-4321", "11987654321"],
    ["021 (11) 3333-4444", "1133334444"],
    ["0 90 11 98765-4321", "11987654321"],
    ["90 11 98765-4321", "11987654321"],
    ["90 15 11 98765-4321", "11987654321"],
    ["9090 11 3333-4444", "1133334444"],
    ["+55 (0)11 98765-4321", "11987654321"],
    ["+55 (011) 3333-4444", "1133334444"],
    ["+55 0 15 11 98765-4321", "11987654321"],
    ["005511987654321", "11987654321"],
    ["0055 11 3333-4444", "1133334444"],
    ["00 55 (0)11 98765-4321", "11987654321"],
    ["55 011 98765-4321", "11987654321"],
  ])("reads %j as %s", (input, digits) => {
    expect(parseTelephone(input)).toEqual(Result.succeed(digits))
  })

  it.each([
    ["55987654321", "55987654321"],
    ["5533334444", "5533334444"],
    ["5555987654321", "55987654321"],
    ["+55 55 3333-4444", "5533334444"],
    ["(055) 3333-4444", "5533334444"],
    ["0055 55 3333-4444", "5533334444"],
    ["0 55 55 98765-4321", "55987654321"],
  ])("reads the 55 of %s as the area code of Santa Maria if the length requires it", (input, digits) => {
    expect(parseTelephone(input)).toEqual(Result.succeed(digits))
  })

  it.each([
    ["a mobile without its ninth digit", "1187654321"],
    ["a mobile that starts with 7", "11787654321"],
    ["a fixed line that starts with 9", "1193334444"],
    ["eleven digits that start with 3", "11333344445"],
  ])("accepts %s", (_kind, digits) => {
    expect(parseTelephone(digits)).toEqual(Result.succeed(digits))
  })

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    ["+1 20 8765-432 ext", "characters"],
    ["+1 20 8765-432", "country"],
    ["+55 20 8765-432", "length"],
    ["+55 20 98765-4321", "area_code"],
    ["+55 21 98765-4321", null],
  ] as const

  it.each(rows)("answers %j with %j", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, reason]) => reason ?? [])).toEqual(TelephoneRefusal.literals)
  })

  it.each([
    ["", "length"],
    ["+55", "length"],
    ["+55 98765-4321", "length"],
    ["+55987654321", "length"],
    ["+55 8765-4321", "length"],
    ["0011987654321", "country"],
    ["0 0 11 98765-4321", "country"],
    ["0 05 11 98765-4321", "country"],
    ["0 15 8765-432", "area_code"], // ten digits
    ["0 15 8765-43", "length"],
    ["0 150 11 98765-4321", "length"],
    ["0800 123 4567", "area_code"],
    ["+1 201 555 0123", "country"],
    ["001 201 555 0123", "country"],
    ["0xx11 98765-4321", "characters"],
    ["11 98765\u22124321", "characters"], // a minus is a symbol
    ["1551987654321", "length"], // the country code 55 is only allowed at the beginning
    ["5511987654321 0", "length"],
    ["11+987654321", "characters"],
    ["++5511987654321", "characters"],
    ["１１987654321", "characters"],
    ["0911111111", "area_code"],
  ])("refuses %j: %s", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })
})

describe("areaCodes", () => {
  it("are 67 codes", () => {
    expect(new Set(areaCodes).size).toBe(67)
  })

  it("are the ones of brazilian-utils", () => {
    const theirs = getStates().flatMap((state) => getAreaCodesByState(state.code).map(String))
    expect(areaCodes).toEqual([...new Set(theirs)].sort())
  })

  // The subscriber's digits are not compared: the library has rules about them that we do not, such as a ninth digit
  // for mobiles.
  it.each(Array.from({ length: 90 }, (_, code) => String(code + 10)))(
    "accept or refuse %s as brazilian-utils does",
    (code) => {
      for (const subscriber of ["987654321", "33334444"]) {
        expect(Result.isSuccess(parseTelephone(code + subscriber))).toBe(isValidPhone(code + subscriber))
      }
    },
  )
})

describe("Telephone", () => {
  it.each(["11987654321", "1133334444"])("accepts %s", (text) => {
    expect(Schema.is(Telephone)(text)).toBe(true)
  })

  it.each(["(11) 98765-4321", "+5511987654321", "5511987654321", "20987654321", "119876543 1", ""])(
    "refuses %j",
    (text) => {
      expect(Schema.is(Telephone)(text)).toBe(false)
    },
  )
})

describe("a printed telephone", () => {
  const rows = [
    ["11987654321", "(11) 98765-4321", "+5511987654321"],
    ["1133334444", "(11) 3333-4444", "+551133334444"],
    ["55987654321", "(55) 98765-4321", "+5555987654321"],
  ] as const

  it.each(rows)("shows %s as %s", (digits, printed) => {
    expect(formatTelephone(Telephone.make(digits))).toBe(printed)
  })

  it.each(rows)("writes %s, shown as %s, to acquirers as %s", (digits, _printed, e164) => {
    expect(telephoneE164(Telephone.make(digits))).toBe(e164)
  })
})
