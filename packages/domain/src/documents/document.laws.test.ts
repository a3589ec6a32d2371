import { isValidCnpj, isValidCpf } from "@brazilian-utils/brazilian-utils"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cnpjCheckDigits, cpfCheckDigits, Document, formatDocument, parseDocument } from "./document.ts"

const digits = "0123456789"
const text = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })

const cpfBase = text(digits, 9)
const numericCnpjBase = text(digits, 12)
const letterCnpjBase = text(`${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ`, 12)

const withCheckDigits = (base: string) => base + (base.length === 9 ? cpfCheckDigits(base) : cnpjCheckDigits(base))
const isOneDigit = (candidate: string) => /^(.)\1+$/u.test(candidate)

const numericDocument = fc
  .oneof(cpfBase, numericCnpjBase)
  .map(withCheckDigits)
  .filter((candidate) => !isOneDigit(candidate))
const document = fc
  .oneof(numericDocument, letterCnpjBase.map(withCheckDigits))
  .filter((candidate) => !isOneDigit(candidate))

const accepts = (input: string) => Result.isSuccess(parseDocument(input))
const replaceAt = (original: string, place: number, character: string) =>
  original.slice(0, place) + character + original.slice(place + 1)

describe("check digits", () => {
  it("completeness: a document with its right check digits is accepted", () => {
    fc.assert(
      fc.property(document, (candidate) => {
        expect(parseDocument(candidate)).toEqual(Result.succeed(candidate))
      }),
    )
  })

  it("uniqueness: only one pair of digits completes a base", () => {
    fc.assert(
      fc.property(document, text(digits, 2), (candidate, ending) => {
        fc.pre(!candidate.endsWith(ending))
        expect(accepts(candidate.slice(0, -2) + ending)).toBe(false)
      }),
    )
  })

  it("vigilance: one wrong digit is detected if the first check digit is not 0", () => {
    fc.assert(
      fc.property(numericDocument, fc.nat(), fc.constantFrom(...digits), (candidate, somewhere, digit) => {
        const place = somewhere % candidate.length
        fc.pre(candidate.at(-2) !== "0" && candidate[place] !== digit)
        expect(accepts(replaceAt(candidate, place, digit))).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it("blindness: replacing a character by one of equal value modulo 11 is never detected", () => {
    const classes = ["0FQ", "1GR", "2HS", "3IT", "4JU", "5KV", "6ALW", "7BMX", "8CNY", "9DOZ", "EP"]
    fc.assert(
      fc.property(letterCnpjBase, fc.nat({ max: 11 }), fc.nat(), (base, place, pick) => {
        const twins = classes.find((members) => members.includes(base.charAt(place))) ?? ""
        const twin = twins.charAt(pick % twins.length)
        expect(cnpjCheckDigits(replaceAt(base, place, twin))).toBe(cnpjCheckDigits(base))
      }),
    )
  })
})

describe("parseDocument", () => {
  it("round trip: a printed document is read back", () => {
    fc.assert(
      fc.property(document, (candidate) => {
        expect(parseDocument(formatDocument(Document.make(candidate)))).toEqual(Result.succeed(candidate))
      }),
    )
  })

  it("indifference: case and separators do not matter, wherever they are", () => {
    const separator = fc.constantFrom("", ".", "/", "-", " ", "- ", "\u2013", "\u00A0", "\u200B", "\t")
    fc.assert(
      fc.property(document, fc.array(separator, { minLength: 14, maxLength: 14 }), (candidate, separators) => {
        const written = [...candidate.toLowerCase()].map((character, place) => character + separators[place]).join("")
        expect(parseDocument(written)).toEqual(Result.succeed(candidate))
      }),
    )
  })

  it("honesty: any other character is refused, wherever it is", () => {
    fc.assert(
      fc.property(
        document,
        fc.nat({ max: 14 }),
        fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
        (candidate, place, other) => {
          fc.pre(!/[0-9A-Za-z\p{P}\p{Z}\p{Cf}\s]/u.test(other))
          expect(accepts(candidate.slice(0, place) + other + candidate.slice(place))).toBe(false)
        },
      ),
    )
  })

  // The library differs: it accepts any white space between the groups of a mask, but no separator inside a group.
  // Neither is generated here.
  it("agreement: decides as brazilian-utils does, with and without the usual mask", () => {
    const masked = (plain: string) =>
      plain.length === 11
        ? plain.replace(/^(.{3})(.{3})(.{3})(.{2})$/u, "$1.$2.$3-$4")
        : plain.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/u, "$1.$2.$3/$4-$5")
    const base = fc.oneof(
      cpfBase,
      numericCnpjBase,
      letterCnpjBase,
      fc.constantFrom(...digits).map((digit) => digit.repeat(9)),
    )
    const nearlyRight = fc
      .tuple(base, text(digits, 2), fc.boolean())
      .map(([start, ending, right]) => (right ? withCheckDigits(start) : start + ending))
    const anything = fc.integer({ min: 9, max: 16 }).chain((length) => text(`${digits}${digits}ABYZaz`, length))
    fc.assert(
      fc.property(fc.oneof(nearlyRight, anything), fc.boolean(), (plain, isMasked) => {
        const input = isMasked ? masked(plain) : plain
        expect(accepts(input)).toBe(isValidCpf(input) || isValidCnpj(input, { version: 2 }))
      }),
      { numRuns: 5000 },
    )
  })
})
