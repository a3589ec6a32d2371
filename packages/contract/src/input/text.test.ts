// Texts of requests: what is kept, what is mended, and what is said of the rest.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  readCountry,
  readDocument,
  readEmail,
  readFullName,
  readPostalCode,
  readRegion,
  readTelephone,
  readText,
  readTextOrInteger,
} from "./text.ts"

const limits = { min: 2, max: 4 }

describe("readText", () => {
  it.each([
    ["ab", "ab"],
    ["  abcd ", "abcd"],
    ["🙂🙂🙂🙂", "🙂🙂🙂🙂"],
    ["Cafe\u0301", "Café"],
  ])("keeps %j as %j", (input, kept) => {
    expect(readText(limits)(input)).toEqual(Result.succeed(kept))
  })

  it.each([
    ["a", "must have at least 2 characters."],
    ["abcde", "may not be longer than 4 characters."],
    ["🙂🙂🙂🙂🙂", "may not be longer than 4 characters."],
    ["a\u0000b", "may not contain control characters."],
    ["a\nb", "may not contain control characters."],
    ["a\ud800b", "may not contain control characters."],
    [12, "must be a string."],
    [true, "must be a string."],
    [{}, "must be a string."],
    [["ab"], "must be a string."],
  ])("says of %j that it %s", (input, predicate) => {
    expect(readText(limits)(input)).toEqual(Result.fail(predicate))
  })

  it("counts one character in the singular", () => {
    expect(readText({ min: 1, max: 1 })("ab")).toEqual(Result.fail("may not be longer than 1 character."))
  })
})

describe("readTextOrInteger", () => {
  it.each([
    [12, "12"],
    [0, "0"],
    ["12-A", "12-A"],
    [" s/n ", "s/n"],
  ])("keeps %j as %j", (input, kept) => {
    expect(readTextOrInteger({ min: 1, max: 20 })(input)).toEqual(Result.succeed(kept))
  })

  it.each([1.5, true, {}, [], Number.MAX_SAFE_INTEGER + 1])("refuses %j", (input) => {
    expect(readTextOrInteger({ min: 1, max: 20 })(input)).toEqual(Result.fail("must be a string or an integer."))
  })

  it("holds a number to the limits of the text", () => {
    expect(readTextOrInteger({ min: 1, max: 2 })(123)).toEqual(Result.fail("may not be longer than 2 characters."))
  })
})

describe("readers of the domain's texts", () => {
  it.each([
    ["an e-mail", readEmail, " maria@example.com ", "maria@example.com"],
    ["a CPF", readDocument, "529.982.247-25", "52998224725"],
    ["a CNPJ with letters", readDocument, "12.abc.345/01de-35", "12ABC34501DE35"],
    ["a telephone", readTelephone, "+55 (11) 98765-4321", "11987654321"],
    ["a name", readFullName, " Maria  da Silva ", "Maria da Silva"],
    ["a postal code", readPostalCode, "01310-100", "01310100"],
    ["a state", readRegion, "sp", "SP"],
    ["a country", readCountry, "br", "BR"],
  ])("read %s", (_, read, input, kept) => {
    expect(read(input)).toEqual(Result.succeed(kept))
  })

  it.each([
    ["an e-mail", readEmail, "maria", "must be a valid e-mail address."],
    ["a CPF", readDocument, "52998224726", "must be a valid CPF or CNPJ."],
    ["a document that lost its zeros", readDocument, 191, "must be a string."],
    ["a telephone", readTelephone, "2098765432", "must be a Brazilian telephone number with its area code."],
    ["a name", readFullName, "M", "must have at least 2 characters."],
    ["a name that reads backwards", readFullName, "Maria \u202eavliS", "may not contain control characters."],
    ["a postal code", readPostalCode, "0131010", "must be a valid postal code."],
    ["a state", readRegion, "XX", "must be the abbreviation of a Brazilian state."],
    ["a country", readCountry, "BRA", "must be a country code of two letters."],
  ])("refuse %s", (_, read, input, predicate) => {
    expect(read(input)).toEqual(Result.fail(predicate))
  })
})
