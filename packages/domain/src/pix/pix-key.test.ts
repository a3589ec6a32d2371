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
  it.each(keys)("accepts %s, which DICT writes the same way", (key) => {
    expect(parsePixKey(key)).toEqual(Result.succeed(key))
    expect(getPixKeyInfo(key)?.value).toBe(key)
  })

  it("accepts an e-mail of 77 characters and none of 78", () => {
    const email = `${"a".repeat(65)}@example.com`
    expect(email).toHaveLength(77)
    expect(Result.isSuccess(parsePixKey(email))).toBe(true)
    expect(Result.isSuccess(parsePixKey(`a${email}`))).toBe(false)
  })

  it.each([
    "",
    "123.456.789-09",
    "12abc34501de35",
    "12ABC34501DE3A",
    "5511987654321",
    "+55 11 98765-4321",
    "+0511987654321",
    "Fulano@example.com",
    "fulano@",
    "fulano@-example.com",
    "123E4567-E12B-12D1-A456-426655440000",
    "123e4567e12b12d1a456426655440000",
    "12345678909\n",
  ])("refuses %j", (input) => {
    expect(Result.isFailure(parsePixKey(input))).toBe(true)
  })
})
