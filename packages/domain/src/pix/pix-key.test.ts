import { getPixKeyInfo } from "@brazilian-utils/brazilian-utils"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { parsePixKey } from "./pix-key.ts"

const keys = [
  "12345678909",
  "11222333000181",
  "12ABC34501DE35",
  "+5511987654321",
  "fulano@example.com",
  "123e4567-e12b-12d1-a456-426655440000",
]

describe("parsePixKey", () => {
  it.each(keys)("accepts %s, which has the same form in DICT", (key) => {
    expect(parsePixKey(key)).toEqual(Result.succeed(key))
    expect(getPixKeyInfo(key)?.value).toBe(key)
  })

  it("accepts an e-mail of 77 characters, and none of 78", () => {
    const email = `${"a".repeat(65)}@example.com`
    expect(email).toHaveLength(77)
    expect(Result.isSuccess(parsePixKey(email))).toBe(true)
    expect(Result.isSuccess(parsePixKey(`a${email}`))).toBe(false)
  })

  it.each([
    ["123.456.789-09", "12345678909"],
    ["11.222.333/0001-81", "11222333000181"],
    ["12.abc.345/01de-35", "12ABC34501DE35"],
    ["+55 11 98765-4321", "+5511987654321"],
    ["\u200B+55 (11) 98765\u20134321\uFEFF", "+5511987654321"],
    [" 12345678909\n", "12345678909"],
    ["123\u200B45678909", "12345678909"],
    ["\u202Afulano@example.com\u202C", "fulano@example.com"],
    ["\u00A0123e4567-e12b-\u200B12d1-a456-426655440000", "123e4567-e12b-12d1-a456-426655440000"],
  ])("reads %j as %s", (copied, key) => {
    expect(parsePixKey(copied)).toEqual(Result.succeed(key))
  })

  it.each([
    "",
    "(11) 98765-4321", // eleven digits, but no CPF
    "123 456 789 00",
    "fu\u200Blano@example.com",
    "12ABC34501DE3A",
    "5511987654321",
    "+0511987654321",
    "Fulano@example.com",
    "fulano@",
    "fulano@-example.com",
    "123E4567-E12B-12D1-A456-426655440000",
    "123e4567e12b12d1a456426655440000",
    "12345678909".padEnd(257),
  ])("refuses %j", (input) => {
    expect(Result.isFailure(parsePixKey(input))).toBe(true)
  })
})
