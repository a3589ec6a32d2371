import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import {
  cnpjCheckDigits,
  Document,
  DocumentRefusal,
  documentKind,
  formatDocument,
  parseDocument,
  reservedDocumentRoot,
} from "./document.ts"

const cpfs = ["52998224725", "11144477735", "39053344705", "12345678909", "01234567890", "00000000191"]
const numericCnpjs = ["11222333000181", "33000167000101", "00000000000191", "12345678000195"]
const letterCnpjs = [
  ...["12ABC34501DE35", "12ABC345000188", "A1B2C3D41A2B62", "ABCDEFGHIJKL80"],
  ...["ZZZZZZZZZZZZ62", "AAAAAAAAAAAA45", "00000000000A04", "BR000000000130"],
]

const reasonOf = (input: string) =>
  Result.match(parseDocument(input), { onSuccess: () => null, onFailure: (refused) => refused.reason })

describe("parseDocument", () => {
  it.each([...cpfs, ...numericCnpjs, ...letterCnpjs])("accepts %s unchanged", (text) => {
    expect(parseDocument(text)).toEqual(Result.succeed(text))
  })

  it.each([
    ["529.982.247-25", "52998224725"],
    ["529 982 247 25", "52998224725"],
    ["11.222.333/0001-81", "11222333000181"],
    ["12.ABC.345/01DE-35", "12ABC34501DE35"],
    ["12.abc.345/01de-35", "12ABC34501DE35"],
    ["5-2.9/98224725", "52998224725"],
    ["\t52998224725\n", "52998224725"],
    ["529_982_247_25", "52998224725"],
    ["529982247\t25", "52998224725"],
    ["529.982.247\u201325", "52998224725"],
    ["529\u00A0982\u200B247\u00A025", "52998224725"],
    ["\u202A12.ABC.345/01DE-35\u202C", "12ABC34501DE35"],
  ])("reads %j as %s", (input, document) => {
    expect(parseDocument(input)).toEqual(Result.succeed(document))
  })

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    ["1111111111a1", "length"],
    ["1111111111a", "characters"],
    ["11111111111", "repeated_digit"],
    ["11111111112", "check_digits"],
    ["11144477735", null],
  ] as const

  it.each(rows)("answers %j with %j", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, reason]) => reason ?? [])).toEqual(DocumentRefusal.literals)
  })

  it.each([
    ["", "length"],
    ["52998224726", "check_digits"],
    ["5299822472", "length"],
    ["5299822472a", "characters"],
    ["11222333000182", "check_digits"],
    ["1122233300018", "length"],
    ["12ABC34501DE36", "check_digits"],
    ["12ABC34501DE3A", "characters"],
    ["64.637.agsvs009/0001-90", "length"],
    ["ÇÃO52998224725", "characters"],
    ["52998224725ÇÃO", "characters"],
  ])("refuses %j: %s", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })

  it("refuses a document that replaces an erased one, although its check digits are right", () => {
    const base = reservedDocumentRoot.padEnd(12, "0")
    const erased = `${base}${cnpjCheckDigits(base)}`
    expect(Schema.is(Document)(erased)).toBe(true)
    expect(reasonOf(erased)).toBe("characters")
  })

  it.each([..."0123456789"])("refuses a CPF and a CNPJ that consist of %s only", (digit) => {
    expect(reasonOf(digit.repeat(11))).toBe("repeated_digit")
    expect(reasonOf(digit.repeat(14))).toBe("repeated_digit")
  })

  it.each([
    ["a symbol between the digits", "529.982.247=25"],
    ["a fraction slash, which is a symbol", "11.222.333\u20440001-81"],
    ["a control character", "529982247\u000125"],
    ["an accent", "529982247\u030125"],
    ["words around it", "CPF 529.982.247-25"],
    ["digits of another script", "５２９９８２２４７２５"],
    ["a sign that upper-cases to a letter of the CNPJ", "ABCDEFGHıJKL80"],
    ["a sign that composes to a letter of the CNPJ", "ABCDEFGHIJ\u212AL80"],
  ])("does not repair %s", (_fault, input) => {
    expect(reasonOf(input)).not.toBeNull()
  })

  it("cannot distinguish characters whose values are equal modulo 11", () => {
    expect(parseDocument("126BC34501DE35")).toEqual(Result.succeed("126BC34501DE35"))
  })

  it.each([
    ["0", "O"],
    ["1", "I"],
  ])("distinguishes %s from %s", (digit, letter) => {
    for (const document of letterCnpjs.filter((text) => text.slice(0, 12).includes(digit))) {
      expect(reasonOf(document.replace(digit, letter))).toBe("check_digits")
    }
  })

  // A first check digit of 0 means remainder 0 or 1. The law about detected typing errors found this.
  it.each([
    ["25762447502", "15762447502"],
    ["30589809300", "30589609300"],
    ["55741896134000", "35741896134000"],
    ["54232685813300", "54237685813300"],
  ])("cannot distinguish %s from %s, one digit apart", (one, other) => {
    expect(reasonOf(one)).toBeNull()
    expect(reasonOf(other)).toBeNull()
  })
})

describe("DocumentRefused", () => {
  it("does not contain the document", () => {
    const refused = parseDocument("529.982.247-26")
    expect(JSON.stringify(refused)).toContain("check_digits")
    expect(JSON.stringify(refused)).not.toMatch(/529|982/u)
  })
})

describe("Document", () => {
  it.each([...cpfs, ...numericCnpjs, ...letterCnpjs])("accepts %s", (text) => {
    expect(Schema.is(Document)(text)).toBe(true)
  })

  it.each(["529.982.247-25", "52998224726", "12abc34501de35", " 52998224725", ""])("refuses %j", (text) => {
    expect(Schema.is(Document)(text)).toBe(false)
  })
})

describe("documentKind", () => {
  it.each(cpfs)("calls %s a CPF", (text) => {
    expect(documentKind(Document.make(text))).toBe("cpf")
  })

  it.each([...numericCnpjs, ...letterCnpjs])("calls %s a CNPJ", (text) => {
    expect(documentKind(Document.make(text))).toBe("cnpj")
  })
})

describe("formatDocument", () => {
  it.each([
    ["52998224725", "529.982.247-25"],
    ["11222333000181", "11.222.333/0001-81"],
    ["12ABC34501DE35", "12.ABC.345/01DE-35"],
  ])("prints %s as %s", (text, printed) => {
    expect(formatDocument(Document.make(text))).toBe(printed)
  })
})
