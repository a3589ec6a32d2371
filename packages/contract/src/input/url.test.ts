// URLs of a request.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readUrl, readUrlWithoutCredentials } from "./url.ts"

const noUrl = "must be an http or https URL of at most 2048 characters."

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
    [1, "must be a string."],
    ["https://user@loja.example.com", "may not contain a user or a password."],
    ["HTTPS://user:password@loja.example.com/", "may not contain a user or a password."],
    ["https://:@loja.example.com", "may not contain a user or a password."],
    ["https://user@name@loja.example.com", "may not contain a user or a password."],
  ])("of %j says %s", (input, fault) => {
    const read = readUrlWithoutCredentials(input)
    expect(Result.isFailure(read) ? read.failure : null).toBe(fault)
  })

  it("gives the URL as it was written, without the spaces around it", () => {
    expect(readUrl(" HTTPS://Loja.example.com/Á ")).toEqual(Result.succeed("HTTPS://Loja.example.com/Á"))
  })
})
