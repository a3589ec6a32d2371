// Texts in requests: accepted, normalized and refused ones.
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
  ])("reads %j as %j", (input, kept) => {
    expect(readText(limits)(input)).toEqual(Result.succeed(kept))
  })

  it.each([
    ["a", { code: "too_short", min: 2 }],
    ["abcde", { code: "too_long", max: 4 }],
    ["🙂🙂🙂🙂🙂", { code: "too_long", max: 4 }],
    ["a\u0000b", { code: "control_character" }],
    ["a\nb", { code: "control_character" }],
    ["a\ud800b", { code: "control_character" }],
    [12, { code: "wrong_type", expected: "string" }],
    [true, { code: "wrong_type", expected: "string" }],
    [{}, { code: "wrong_type", expected: "string" }],
    [["ab"], { code: "wrong_type", expected: "string" }],
  ])("says that %j %s", (input, predicate) => {
    expect(readText(limits)(input)).toEqual(Result.fail(predicate))
  })

  it("counts one character in the singular", () => {
    expect(readText({ min: 1, max: 1 })("ab")).toEqual(Result.fail({ code: "too_long", max: 1 }))
  })
})

describe("readTextOrInteger", () => {
  it.each([
    [12, "12"],
    [0, "0"],
    ["12-A", "12-A"],
    [" s/n ", "s/n"],
  ])("reads %j as %j", (input, kept) => {
    expect(readTextOrInteger({ min: 1, max: 20 })(input)).toEqual(Result.succeed(kept))
  })

  it.each([1.5, true, {}, [], Number.MAX_SAFE_INTEGER + 1])("refuses %j", (input) => {
    expect(readTextOrInteger({ min: 1, max: 20 })(input)).toEqual(
      Result.fail({ code: "wrong_type", expected: "string_or_integer" }),
    )
  })

  it("applies the limits of the text to a number", () => {
    expect(readTextOrInteger({ min: 1, max: 2 })(123)).toEqual(Result.fail({ code: "too_long", max: 2 }))
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
    ["an e-mail", readEmail, "maria", { code: "invalid_email" }],
    ["a CPF", readDocument, "52998224726", { code: "invalid_document" }],
    ["a document that lost its zeros", readDocument, 191, { code: "wrong_type", expected: "string" }],
    ["a telephone", readTelephone, "2098765432", { code: "invalid_telephone" }],
    ["a name", readFullName, "M", { code: "too_short", min: 2 }],
    ["a name that reads backwards", readFullName, "Maria \u202eavliS", { code: "control_character" }],
    ["a postal code", readPostalCode, "0131010", { code: "invalid_postal_code" }],
    ["a state", readRegion, "XX", { code: "invalid_region" }],
    ["a country", readCountry, "BRA", { code: "invalid_country" }],
  ])("refuse %s", (_, read, input, predicate) => {
    expect(read(input)).toEqual(Result.fail(predicate))
  })
})
