import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { instant } from "../calendar/instant.ts"
import { addDays, LocalDate } from "../calendar/local-date.ts"
import { centavos } from "../money/centavos.ts"
import { encodeDynamicCode, encodeStaticCode, PixLocation } from "../pix/br-code.ts"
import { crc16 } from "../pix/crc16.ts"
import { PixKey } from "../pix/pix-key.ts"
import { BankCode, Barcode, barcodeFromSlip, FreeField } from "../slip/barcode.ts"
import { mod11 } from "../slip/check-digits.ts"
import { digitableLineFromBarcode, formatDigitableLine } from "../slip/digitable-line.ts"
import type { Instrument } from "./instrument.ts"
import { InstrumentFault } from "./instrument-fault.ts"
import { type AskedInstrument, judgedInstrument } from "./judged-instrument.ts"

const today = LocalDate.make("2026-11-26")
const byPix: AskedInstrument = { method: "pix", amount: centavos(10_000), today }
const bySlip: AskedInstrument = { ...byPix, method: "bank_slip" }

const receiver = { name: "LOJA EXEMPLO", city: "SAO PAULO", postalCode: null }

const dynamicCode = Result.getOrThrow(
  encodeDynamicCode({ ...receiver, location: PixLocation.make("pix.example.com/qr/v2/1e6c54d3ec9449b7a7fc") }),
)

const staticCode = (reais: number | null) =>
  Result.getOrThrow(
    encodeStaticCode({
      ...receiver,
      key: PixKey.make("123e4567-e12b-12d1-a456-426655440000"),
      amount: reais === null ? null : centavos(reais * 100),
      txid: null,
      description: null,
    }),
  )

const pix = (code: string): Instrument => ({ _tag: "pix", code, expiresAt: instant(0) })

/** A code with a right checksum, whatever its objects are. */
const checked = (objects: string) => `${objects}6304${crc16(`${objects}6304`)}`

const rewritten = (from: string, to: string) => checked(dynamicCode.slice(0, -8).replace(from, to))

interface SlipParts {
  readonly centavos?: number
  readonly dueDate?: string
  readonly free?: string
}

const slip = ({
  centavos: amount = 10_000,
  dueDate = "2026-12-01",
  free = "0",
}: SlipParts = {}): Extract<Instrument, { readonly _tag: "bank_slip" }> => {
  const date = LocalDate.make(dueDate)
  const barcode = Result.getOrThrow(
    barcodeFromSlip({
      bank: BankCode.make("999"),
      amount: centavos(amount),
      dueDate: date,
      freeField: FreeField.make(free.padStart(25, "0")),
    }),
  )
  return { _tag: "bank_slip", line: digitableLineFromBarcode(barcode), barcode, dueDate: date }
}

const faultOf = (instrument: Instrument | undefined, asked: AskedInstrument) =>
  Result.match(judgedInstrument(instrument, asked), { onSuccess: () => null, onFailure: ({ fault }) => fault })

describe("a Pix code", () => {
  it.each([
    ["dynamic", dynamicCode],
    ["static, of the amount", staticCode(100)],
    ["dynamic, with an amount that banks pass over", rewritten("5802BR", "54041.005802BR")],
  ])("is shown as received: %s", (_, code) => {
    expect(judgedInstrument(pix(code), byPix)).toEqual(Result.succeed(pix(code)))
  })

  it.each([
    ["its checksum is wrong", `${dynamicCode.slice(0, -4)}${dynamicCode.endsWith("0000") ? "1111" : "0000"}`],
    ["a length is wrong", rewritten("5912LOJA", "5913LOJA")],
    ["its end is missing", dynamicCode.slice(0, -1)],
    ["a byte follows the checksum", `${dynamicCode}0`],
    ["an object follows the checksum", `${dynamicCode}800201`],
    ["a line break follows the checksum", `${dynamicCode}\n`],
    ["it is longer than 512 characters", checked(`${dynamicCode.slice(0, -8)}${"8099".padEnd(103, "x")}`.repeat(4))],
    ["it is in another currency", rewritten("5303986", "5303840")],
    ["it is of another country", rewritten("5802BR", "5802AR")],
    ["it is of another arrangement", rewritten("br.gov.bcb.pix", "ar.gov.bcb.pix")],
    ["a letter is no ASCII", rewritten("LOJA", "LOJÁ")],
    ["it is empty", ""],
  ])("is wrong if %s", (_, code) => {
    expect(faultOf(pix(code), byPix)).toBe("code")
  })

  it.each([
    ["names another amount", staticCode(101)],
    ["leaves the amount to the payer", staticCode(null)],
  ])("is wrong if it is static and %s", (_, code) => {
    expect(faultOf(pix(code), byPix)).toBe("amount")
  })
})

describe("a slip", () => {
  it.each([
    ["within the first circle of factors", "2025-02-21", "2025-02-01"],
    ["on the first day of the second circle", "2025-02-22", "2025-02-01"],
    ["long after it", "2026-12-01", "2026-11-26"],
    ["a year ahead", "2027-11-26", "2026-11-26"],
  ])("is shown if its day is %s", (_, dueDate, day) => {
    const issued = slip({ dueDate })
    expect(judgedInstrument(issued, { ...bySlip, today: LocalDate.make(day) })).toEqual(Result.succeed(issued))
  })

  it("is shown with a line of digits only", () => {
    const issued = slip()
    const printed = { ...issued, line: formatDigitableLine(digitableLineFromBarcode(Barcode.make(issued.barcode))) }
    expect(printed.line).not.toBe(issued.line)
    expect(judgedInstrument(printed, bySlip)).toEqual(Result.succeed(issued))
  })

  // Each row fixes the fault of the row above it.
  const rows = [
    [undefined, "missing"],
    [pix(dynamicCode), "missing"],
    [{ ...slip(), line: `1${slip().line.slice(1)}`, barcode: "" }, "line"],
    [{ ...slip(), line: "8".repeat(48), barcode: "" }, "line"],
    [{ ...slip({ free: "7", centavos: 1, dueDate: "2027-01-04" }), barcode: "" }, "barcode"],
    [{ ...slip({ free: "7" }), barcode: slip({ centavos: 1 }).barcode }, "agreement"],
    [{ ...slip({ centavos: 1 }), dueDate: LocalDate.make("2026-12-02") }, "amount"],
    [{ ...slip(), dueDate: LocalDate.make("2026-12-02") }, "due_date"],
    // A factor that counts on from 1997, as old programs do.
    [{ ...slip(), dueDate: LocalDate.make("2002-04-11") }, "due_date"],
    [slip(), null],
  ] as const

  it.each(rows)("%j: %s", (instrument, fault) => {
    expect(faultOf(instrument, bySlip)).toBe(fault)
  })

  it("has a row for every fault except a Pix code's, in order of precedence", () => {
    const faults = [...new Set(rows.flatMap(([, fault]) => fault ?? []))]
    expect(faults).toEqual(InstrumentFault.literals.filter((fault) => fault !== "code"))
  })

  it("without amount or day is wrong: the payer would have to know them", () => {
    const noAmount = "99991000000000000000000000000000000000000042"
    expect(faultOf({ ...slip(), barcode: noAmount }, bySlip)).toBe("barcode")
    for (const [factor, amount, fault] of [
      ["1647", "0000000000", "amount"],
      ["0000", "0000010000", "due_date"],
    ] as const) {
      const rest = `${factor}${amount}${"0".repeat(25)}`
      const barcode = Barcode.make(`9999${mod11(`9999${rest}`)}${rest}`)
      const instrument = { ...slip(), barcode, line: digitableLineFromBarcode(barcode) }
      expect(faultOf(instrument, bySlip)).toBe(fault)
    }
  })
})

describe("laws of instruments", () => {
  const amounts = fc.integer({ min: 1, max: 9_999_999_999 }).map(centavos)

  it("completeness: a slip of any amount, due within a year, is shown", () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), fc.nat({ max: 365 }), (amount, start, days) => {
        const day = addDays(LocalDate.make("2015-01-01"), start)
        const issued = slip({ centavos: amount, dueDate: addDays(day, days) })
        expect(judgedInstrument(issued, { method: "bank_slip", amount, today: day })).toEqual(Result.succeed(issued))
      }),
    )
  })

  it("vigilance: a slip with any other amount or day is not shown", () => {
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 1, max: 5_000 }), (amount, other, days) => {
        fc.pre(amount !== other)
        expect(faultOf(slip({ centavos: other }), { ...bySlip, amount })).toBe("amount")
        const told = { ...slip({ centavos: amount }), dueDate: addDays(LocalDate.make("2026-12-01"), days) }
        expect(faultOf(told, { ...bySlip, amount })).toBe("due_date")
      }),
    )
  })

  it("vigilance: a Pix code with one character changed, removed or added is not shown", () => {
    const letters = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    const cut = fc.nat({ max: dynamicCode.length - 1 })
    fc.assert(
      fc.property(cut, letters, fc.constantFrom(0, 1), fc.boolean(), (place, letter, dropped, isAdded) => {
        const changed = `${dynamicCode.slice(0, place)}${isAdded ? letter : ""}${dynamicCode.slice(place + dropped)}`
        fc.pre(changed !== dynamicCode)
        expect(faultOf(pix(changed), byPix)).toBe("code")
      }),
    )
  })

  it("totality: any text gets an answer", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), fc.string({ maxLength: 60 }), (one, other) => {
        expect(faultOf(pix(one), byPix)).toBe("code")
        expect(faultOf({ ...slip(), line: one, barcode: other }, bySlip)).toBe("line")
      }),
    )
  })
})
