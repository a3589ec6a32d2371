import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FullName, parseFullName } from "./full-name.ts"

const refusalOf = (input: string) =>
  Result.match(parseFullName(input), {
    onSuccess: () => null,
    onFailure: ({ reason, limit }) => ({ reason, limit }),
  })

describe("parseFullName", () => {
  it.each([
    "Ana",
    "Ng",
    "李明",
    "maria DA conceição",
    "X Æ A-12",
    "3M do Brasil Ltda.",
    "D'Ávila & Filhos",
    "عبد الله",
    "𝒜🙂",
  ])("accepts %s unchanged", (name) => {
    expect(parseFullName(name)).toEqual(Result.succeed(name))
  })

  it.each([
    ["  Ana   Souza ", "Ana Souza"],
    ["Ana\u00A0Souza", "Ana Souza"],
    ["Ana\u2028\u3000Souza", "Ana Souza"],
    ["Jose\u0301", "José"],
  ])("reads %j as %j", (input, name) => {
    expect(parseFullName(input)).toEqual(Result.succeed(name))
  })

  it("requires 2 to 140 code points", () => {
    expect(refusalOf(" ")).toEqual({ reason: "empty", limit: 2 })
    expect(refusalOf("🙂")).toEqual({ reason: "too_short", limit: 2 })
    expect(refusalOf("🙂".repeat(140))).toBeNull()
    expect(refusalOf("🙂".repeat(141))).toEqual({ reason: "too_long", limit: 140 })
  })

  it("refuses a much too long text unread, even with control characters", () => {
    expect(refusalOf(`\u202E${" ".repeat(100_000)}`)).toEqual({ reason: "too_long", limit: 140 })
  })

  it("counts code points after collapsing spaces", () => {
    expect(refusalOf(`Ana${" ".repeat(140)}Souza`)).toBeNull()
  })

  it.each(["Ana\u0000", "Ana\tSouza", "Ana\nSouza", "Ana\u0085Souza", "Ana\uD83D"])(
    "refuses %j: control character",
    (input) => {
      expect(refusalOf(input)).toEqual({ reason: "control_character", limit: null })
    },
  )

  it.each([..."\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"])(
    "refuses the bidirectional control %j anywhere",
    (control) => {
      for (const input of [`${control}Ana`, `An${control}a`, `Ana${control}`]) {
        expect(refusalOf(input)).toEqual({ reason: "control_character", limit: null })
      }
    },
  )

  it("fidelity: the schema accepts exactly the texts that parsing leaves unchanged, and parsing twice equals parsing once", () => {
    const character = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      fc.constantFrom(" ", "a", "\u0301", "\u202E"),
    )
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 6 }), (input) => {
        const parsed = parseFullName(input)
        expect(Schema.is(FullName)(input)).toBe(Result.isSuccess(parsed) && parsed.success === input)
        if (Result.isSuccess(parsed)) expect(parseFullName(parsed.success)).toEqual(parsed)
      }),
      { numRuns: 2000 },
    )
  })
})
