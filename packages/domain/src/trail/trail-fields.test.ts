// How far an entry of the trail goes into what it tells, and what it masks there.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { masked } from "../text/without-secrets.ts"
import { noOrigin, TrailEntry } from "./trail-entry.ts"
import { maskedFields, maskedText } from "./trail-fields.ts"

describe("maskedFields", () => {
  it("goes through lists, and tells at most 20 elements", () => {
    expect(maskedFields({ list: Array.from({ length: 21 }, (_, n) => n) })).toEqual({
      list: Array.from({ length: 20 }, (_, n) => n),
    })
    expect(maskedFields({ list: [{ token: "a" }, "b"] })).toEqual({ list: [{ token: masked }, "b"] })
  })

  it("shows nothing deeper than four levels, in lists and in objects", () => {
    const deep = { b: { c: { d: { e: { f: 1 } } } } }
    expect(maskedFields({ a: deep })).toEqual({ a: { b: { c: { d: { e: masked } } } } })
    expect(maskedFields({ a: [[[[[1]]]]] })).toEqual({ a: [[[[masked]]]] })
  })

  it("tells null of what is not there, also under the name of a secret", () => {
    expect(maskedFields({ secret: null, token: undefined })).toEqual({ secret: null, token: null })
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
  it("is none without its details", () => {
    expect(Schema.is(TrailEntry)({})).toBe(false)
    expect(Schema.is(TrailEntry)({ sequence: 1 })).toBe(false)
  })

  it("without a request has neither address nor request", () => {
    expect(noOrigin).toEqual({ address: null, requestId: null })
  })
})
