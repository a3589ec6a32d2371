import { formatBoleto, getBoletoInfo } from "@brazilian-utils/brazilian-utils"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { Barcode } from "./barcode.ts"
import {
  barcodeFromDigitableLine,
  DigitableLine,
  DigitableLineRefusal,
  digitableLineFromBarcode,
  formatDigitableLine,
  parseDigitableLine,
} from "./digitable-line.ts"

const pairs = [
  ["00198999900000001000000000000000000000000000", "00190000090000000000000000000000899990000000100"],
  ["00193100000000001000000000000000000000000000", "00190000090000000000000000000000310000000000100"],
  ["34193164700000123451234567890123456789012345", "34191234546789012345767890123457316470000012345"],
  ["99999164000000000010000000000000000000000042", "99990000040000000000000000000422916400000000001"],
  ["23792999999999999999999999999999999999999999", "23799999949999999999099999999990299999999999999"],
  ["00193373700000001000500940144816060680935031", "00190500954014481606906809350314337370000000100"],
  ["23799755200003700003381260007827139500006330", "23793381286000782713695000063305975520000370000"],
  // The check digit of these three is 1 for remainders 0, 1 and 10.
  ["99991164700000100000000000000000000000000004", "99990000040000000000000000000042116470000010000"],
  ["99991164700000100000000000000000000000000013", "99990000040000000000000000000133116470000010000"],
  ["99991164700000100000000000000000000000000009", "99990000040000000000000000000091116470000010000"],
] as const

const reasonOf = (input: string) =>
  Result.match(parseDigitableLine(input), { onSuccess: () => null, onFailure: (refused) => refused.reason })

describe("digitableLineFromBarcode", () => {
  it.each(pairs)("turns %s into %s, and back", (barcode, line) => {
    expect(digitableLineFromBarcode(Barcode.make(barcode))).toBe(line)
    expect(barcodeFromDigitableLine(DigitableLine.make(line))).toBe(barcode)
  })

  it.each(pairs)("for %s is right for @brazilian-utils", (_, line) => {
    expect(getBoletoInfo(line)).not.toBeNull()
  })
})

describe("formatDigitableLine", () => {
  it("prints fields as slips do", () => {
    expect(formatDigitableLine(DigitableLine.make(pairs[2][1]))).toBe(
      "34191.23454 67890.123457 67890.123457 3 16470000012345",
    )
  })

  it.each(pairs)("prints %s as @brazilian-utils does", (_, line) => {
    expect(formatDigitableLine(DigitableLine.make(line))).toBe(formatBoleto(line))
  })
})

describe("parseDigitableLine", () => {
  it.each(pairs)("reads the line of %s as printed", (_, line) => {
    expect(parseDigitableLine(formatDigitableLine(DigitableLine.make(line)))).toEqual(Result.succeed(line))
  })

  it("drops points and spaces everywhere", () => {
    expect(parseDigitableLine(" 341.91 2345467890123457 67890123457316470000012345. ")).toEqual(
      Result.succeed(pairs[2][1]),
    )
  })

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    ["83418123459678901234586789012345851647000001234x", "characters"],
    ["83418123459678901234586789012345851647000001234", "collection_slip"],
    ["3418123459678901234586789012345851647000001234", "length"],
    ["34181234596789012345867890123458516470000012345", "field_1"],
    ["34181234556789012345867890123458516470000012345", "field_2"],
    ["34181234556789012345767890123458516470000012345", "field_3"],
    ["34181234556789012345767890123457516470000012345", "currency"],
    ["34191234546789012345767890123457516470000012345", "check_digit"],
    ["34191234546789012345767890123457316470000012345", null],
  ] as const

  it.each(rows)("answers %j with %j", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, reason]) => reason ?? [])).toEqual(DigitableLineRefusal.literals)
  })

  it.each([
    ["846100000005246100291102005460339004695895061080", "collection_slip"],
    ["84610000000-5 24610029110-2 00546033900-4 69589506108-0", "collection_slip"],
    ["82630000001-1 09880010070-2 02410202400-0 00020510451-9", "collection_slip"],
    ["34191-23454 67890.123457 67890.123457 3 16470000012345", "characters"],
    ["34191234546789012345767890123457316470000012345\n", "characters"],
    ["", "length"],
    ["341912345467890123457678901234573164700000123450", "length"],
  ])("answers %j with %s", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })
})

describe("DigitableLine", () => {
  it.each(pairs)("accepts the line of %s", (_, line) => {
    expect(Schema.is(DigitableLine)(line)).toBe(true)
  })

  it.each(["", "1".repeat(47), "34191234546789012345767890123457516470000012345"])("cannot be %s", (text) => {
    expect(Schema.is(DigitableLine)(text)).toBe(false)
  })
})
