import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Decode, decodeSheet as decodeBy, isDamaged, sheetSizeMax } from "./decode.ts"

const decode: Decode = (bytes, encoding) => new TextDecoder(encoding).decode(bytes)
const decodeSheet = (bytes: Uint8Array) => decodeBy(bytes, decode)

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf16 = (text: string, isLittle: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}
const joined = (...parts: ReadonlyArray<Uint8Array | ReadonlyArray<number>>): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

const sheet = "Nome;Título;Valor\r\nJosé Ação;Mensalidade março;10,00\r\nConceição Lima;Mensalidade março;10,00\r\n"
const read = (bytes: Uint8Array): string => Result.getOrThrow(decodeSheet(bytes))

describe("the text of a file", () => {
  it.each([
    ["UTF-8 with its mark", joined([0xef, 0xbb, 0xbf], utf8(sheet))],
    ["UTF-8 without a mark", utf8(sheet)],
    ["UTF-16LE", joined([0xff, 0xfe], utf16(sheet, true))],
    ["UTF-16BE", joined([0xfe, 0xff], utf16(sheet, false))],
    ["Windows-1252", latin1(sheet)],
  ])("is read from %s", (_, bytes) => {
    expect(read(bytes)).toBe(sheet)
  })

  it.each([
    ["letters that were lost before it was saved", utf8(sheet.replace("Conceição", "Concei\uFFFDão")), 1],
    ["the same with a mark", joined([0xef, 0xbb, 0xbf], utf8(sheet.replace("Conceição", "Concei\uFFFD\uFFFDo"))), 1],
    ["one byte of Windows-1252 in UTF-8", joined(utf8(sheet), latin1("José")), 1],
    ["a letter that was cut off at the end", joined(utf8(sheet), [0xc3]), 1],
    ["a byte that was cut off of UTF-16", joined([0xff, 0xfe], utf16(sheet, true), [0x41]), 1],
  ])("keeps all other cells: %s", (_, bytes, damaged) => {
    const cells = read(bytes).split(/[;\r\n]+/u)
    expect(cells.filter(isDamaged)).toHaveLength(damaged)
    expect(cells).toContain("José Ação")
  })

  it("in UTF-8 is unchanged, with any letters, and even with some bytes damaged", () => {
    const letters = fc
      .string({ unit: fc.constantFrom(..."ação é õ ü ; \n a€–😀ł"), minLength: 1 })
      .filter((text) => text.trim() !== "")
    fc.assert(
      fc.property(letters, (text) => {
        expect(read(utf8(text))).toBe(text)
        const damaged = read(joined(utf8(`ç${text}`), [0x20, 0xff]))
        expect(damaged.startsWith(`ç${text}`)).toBe(true)
        expect(isDamaged(damaged)).toBe(true)
      }),
    )
  })

  it("in Windows-1252 is unchanged, if its accents stand among letters as in Portuguese", () => {
    const word = fc.string({ unit: fc.constantFrom(..."ação é õa üb çã na"), minLength: 1 }).map((text) => `é${text}x`)
    fc.assert(
      fc.property(word, (text) => {
        expect(read(latin1(text))).toBe(text)
      }),
    )
  })

  it.each([
    ["nothing", utf8(""), "empty"],
    ["blanks", utf8(" \r\n\t\r\n"), "empty"],
    ["XLSX", joined([0x50, 0x4b, 3, 4], utf8("xl/workbook.xml")), "spreadsheet"],
    ["XLS", joined([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), "spreadsheet"],
    ["HTML that calls itself XLS", utf8("\n<html><table>"), "spreadsheet"],
    ["a picture", joined([0x89, 0x50, 0x4e, 0x47], [0, 0, 0]), "binary"],
    ["UTF-16 without a mark", utf16(sheet, true), "binary"],
    ["more than two megabytes", new Uint8Array(sheetSizeMax + 1).fill(0x61), "large"],
  ])("is refused with a reason: %s", (_, bytes, reason) => {
    expect(decodeSheet(bytes)).toEqual(Result.fail(reason))
  })

  it("from any bytes is a text or a reason, and comes fast", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = decodeSheet(bytes)
        if (Result.isSuccess(text)) expect(text.success.trim()).not.toBe("")
      }),
    )
    expect(Result.isSuccess(decodeSheet(new Uint8Array(sheetSizeMax).fill(0xef)))).toBe(true)
  })
})
