import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { LocalDate } from "../calendar/local-date.ts"
import { centavos } from "../money/centavos.ts"
import {
  BankCode,
  Barcode,
  BarcodeRefusal,
  barcodeFromSlip,
  FreeField,
  parseBarcode,
  type Slip,
  SlipRefusal,
  slipFromBarcode,
} from "./barcode.ts"
import { mod11 } from "./check-digits.ts"

const date = (text: string) => LocalDate.make(text)

const slip = (bank: string, dueDate: string, amount: number, freeField: string): Slip => ({
  bank: BankCode.make(bank),
  dueDate: date(dueDate),
  amount: centavos(amount),
  freeField: FreeField.make(freeField),
})

const reasonOf = <A, R extends string>(result: Result.Result<A, { readonly reason: R }>) =>
  Result.match(result, { onSuccess: () => null, onFailure: (refused) => refused.reason })

const zeros = "0".repeat(25)
const nines = "9".repeat(25)

const slips = [
  [slip("001", "2025-02-21", 100, zeros), "00198999900000001000000000000000000000000000"],
  [slip("001", "2025-02-22", 100, zeros), "00193100000000001000000000000000000000000000"],
  [slip("341", "2026-12-01", 12_345, "1234567890123456789012345"), "34193164700000123451234567890123456789012345"],
  [slip("999", "2026-11-24", 1, "42".padStart(25, "0")), "99999164000000000010000000000000000000000042"],
  [slip("237", "2049-10-13", 9_999_999_999, nines), "23792999999999999999999999999999999999999999"],
  [slip("001", "2007-12-31", 100, "0500940144816060680935031"), "00193373700000001000500940144816060680935031"],
  [slip("237", "2018-06-11", 370_000, "3381260007827139500006330"), "23799755200003700003381260007827139500006330"],
] as const

describe("barcodeFromSlip", () => {
  it.each(slips)("writes %j as %s", (content, barcode) => {
    expect(barcodeFromSlip(content)).toEqual(Result.succeed(barcode))
  })

  it.each([
    ["04", "remainder 0"],
    ["13", "remainder 1"],
    ["09", "remainder 10"],
  ])("has check digit 1 for free field …%s, %s", (end) => {
    const barcode = barcodeFromSlip(slip("999", "2026-12-01", 10_000, end.padStart(25, "0")))
    expect(Result.getOrThrow(barcode).at(4)).toBe("1")
  })

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    [slip("999", "1997-10-07", 0, zeros), "amount"],
    [slip("999", "1997-10-07", 1, zeros), "due_date"],
    [slip("999", "1997-10-08", 1, zeros), null],
  ] as const

  it.each(rows)("answers %j with %j", (content, reason) => {
    expect(reasonOf(barcodeFromSlip(content))).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, reason]) => reason ?? [])).toEqual(SlipRefusal.literals)
  })

  it.each([-1, 10_000_000_000])("refuses %i centavos", (amount) => {
    expect(reasonOf(barcodeFromSlip(slip("999", "2026-12-01", amount, zeros)))).toBe("amount")
  })
})

describe("slipFromBarcode", () => {
  it.each(slips)("reads %j in %s, on the due date", (content, barcode) => {
    const read = Result.flatMap(parseBarcode(barcode), (valid) => slipFromBarcode(valid, content.dueDate))
    expect(read).toEqual(Result.succeed(content))
  })

  const barcodeWith = (factorAndAmount: string) => {
    const rest = `${factorAndAmount}${zeros}`
    return Result.getOrThrow(parseBarcode(`9999${mod11(`9999${rest}`)}${rest}`))
  }
  const today = date("2026-11-21")

  it("reads a slip without due date and amount", () => {
    expect(slipFromBarcode(barcodeWith("00000000000000"), today)).toEqual(
      Result.succeed({ bank: "999", dueDate: null, amount: 0, freeField: zeros }),
    )
  })

  it("reads fourteen digits of amount as no due date", () => {
    expect(reasonOf(slipFromBarcode(barcodeWith("00010000000000"), today))).toBe("amount") // R$ 100 million
  })

  it("refuses a due date that is too far away to be certain", () => {
    expect(reasonOf(slipFromBarcode(barcodeWith("71400000000100"), today))).toBe("due_date")
  })
})

describe("parseBarcode", () => {
  const valid = slips[2][1]

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    ["8".repeat(45), "format"],
    ["8".repeat(44), "collection_slip"],
    [`3418${valid.slice(4, -1)}6`, "currency"],
    [`3419${valid.slice(4, -1)}6`, "check_digit"],
    [valid, null],
  ] as const

  it.each(rows)("answers %j with %j", (input, reason) => {
    expect(reasonOf(parseBarcode(input))).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, reason]) => reason ?? [])).toEqual(BarcodeRefusal.literals)
  })

  it.each(["", valid.slice(1), ` ${valid}`, valid.replace("1", "１"), `${valid}\n`])(
    "refuses the form of %j",
    (input) => {
      expect(reasonOf(parseBarcode(input))).toBe("format")
    },
  )
})

describe("BankCode", () => {
  it.each(["800", "01", "0001", "26B"])("cannot be %s", (code) => {
    expect(() => BankCode.make(code)).toThrow()
  })
})

describe("Barcode", () => {
  it.each(slips)("accepts a slip's: %j", (_, text) => {
    expect(Schema.is(Barcode)(text)).toBe(true)
  })

  it.each(["", "1".repeat(44), "8".repeat(44), "00198999900000001000000000000000000000000001"])(
    "cannot be %s",
    (text) => {
      expect(Schema.is(Barcode)(text)).toBe(false)
    },
  )
})
