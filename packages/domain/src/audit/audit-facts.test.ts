// How deep an entry of the audit log goes into a fact, and what it masks there.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { masked } from "../text/without-secrets.ts"
import { AuditEntry, noOrigin } from "./audit-entry.ts"
import { maskedFacts, maskedText } from "./audit-facts.ts"

describe("maskedFacts", () => {
  it("goes through lists, and shows at most 20 elements", () => {
    expect(maskedFacts({ list: Array.from({ length: 21 }, (_, n) => n) })).toEqual({
      list: Array.from({ length: 20 }, (_, n) => n),
    })
    expect(maskedFacts({ list: [{ token: "a" }, "b"] })).toEqual({ list: [{ token: masked }, "b"] })
  })

  it("shows nothing deeper than four levels, in lists and in objects", () => {
    const deep = { b: { c: { d: { e: { f: 1 } } } } }
    expect(maskedFacts({ a: deep })).toEqual({ a: { b: { c: { d: { e: masked } } } } })
    expect(maskedFacts({ a: [[[[[1]]]]] })).toEqual({ a: [[[[masked]]]] })
  })

  it("shows null for a missing value, even under the name of a secret", () => {
    expect(maskedFacts({ secret: null, token: undefined })).toEqual({ secret: null, token: null })
  })
})

describe("maskedText", () => {
  it("shows a text of 200 units in full, and the beginning of a longer one", () => {
    expect(maskedText("a".repeat(200))).toBe("a".repeat(200))
    expect(maskedText("a".repeat(201))).toBe(`${"a".repeat(200)}…`)
  })

  it("marks a text as cut even if masking made the cut part shorter", () => {
    expect(maskedText("4".repeat(1_000))).toBe(masked)
    expect(maskedText("4".repeat(1_001))).toBe(`${masked}…`)
  })

  it.each([
    ["https://ana:senha@example.com/a?b=c#d", `https://example.com/a?${masked}`],
    ["http://ana@example.com", "http://example.com"],
    ["HTTPS://example.com/@ana", "HTTPS://example.com/@ana"],
    ["https://example.com#a", `https://example.com?${masked}`],
    ["see https://example.com?a=b", "see https://example.com?a=b"],
    ["ana@example.com?", "ana@example.com?"],
  ])("shows %s as %s", (text, told) => {
    expect(maskedText(text)).toBe(told)
  })
})

describe("an entry", () => {
  it("cannot be made without its details", () => {
    expect(Schema.is(AuditEntry)({})).toBe(false)
    expect(Schema.is(AuditEntry)({ sequence: 1 })).toBe(false)
  })

  it("without a request has neither address nor request", () => {
    expect(noOrigin).toEqual({ address: null, requestId: null })
  })
})
