// URLs of a request.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readUrl, readUrlWithoutCredentials } from "./url.ts"

const noUrl = { code: "invalid_url", max: 2_048 }
const withCredentials = { code: "url_with_credentials" }

describe("readUrlWithoutCredentials", () => {
  it.each([
    ["https://loja.example.com", null],
    [" http://loja.example.com:8080/a?b=c@d#e@f ", null],
    ["https://loja.example.com/@loja", null],
    [`https://a.b/${"c".repeat(2_036)}`, null],
    [`https://a.b/${"c".repeat(2_037)}`, noUrl],
    ["ftp://loja.example.com", noUrl],
    ["loja.example.com", noUrl],
    ["https://", noUrl],
    ["https://a.b/\u0000", noUrl],
    [1, { code: "wrong_type", expected: "string" }],
    ["https://user@loja.example.com", withCredentials],
    ["HTTPS://user:password@loja.example.com/", withCredentials],
    ["https://:@loja.example.com", withCredentials],
    ["https://user@name@loja.example.com", withCredentials],
  ])("for %j says %j", (input, fault) => {
    const read = readUrlWithoutCredentials(input)
    expect(Result.isFailure(read) ? read.failure : null).toEqual(fault)
  })

  it("returns the URL as written, without the spaces around it", () => {
    expect(readUrl(" HTTPS://Loja.example.com/Á ")).toEqual(Result.succeed("HTTPS://Loja.example.com/Á"))
  })
})
