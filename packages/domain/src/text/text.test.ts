import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { rawTextMax } from "./raw-text.ts"
import { parseText, TextRefusal, textWithin, upperCaseAscii } from "./text.ts"

const limits = { min: 2, max: 5 }

const refusalOf = (input: string, within = limits) =>
  Result.match(parseText(input, within), {
    onSuccess: () => null,
    onFailure: ({ reason, limit }) => ({ reason, limit }),
  })

describe("parseText", () => {
  it.each([
    ["  ab\t\n", "ab"],
    ["a  b", "a  b"],
    ["\u00A0ab\u3000", "ab"],
    ["Jose\u0301", "José"],
    ["🙂🙂🙂🙂🙂", "🙂🙂🙂🙂🙂"],
    ["\u202Eab", "\u202Eab"],
  ])("keeps %j as %j", (input, text) => {
    expect(parseText(input, limits)).toEqual(Result.succeed(text))
  })

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    [" ".repeat(257), "too_long", 5],
    [`\t${"\u0301".repeat(31)}`, "marks", null],
    [" \t ", "empty", 2],
    ["\u0000", "control_character", null],
    ["a", "too_short", 2],
    ["abcdef", "too_long", 5],
    ["abcde", null, null],
  ] as const

  it.each(rows)("answers %j with %j, limit %j", (input, reason, limit) => {
    expect(refusalOf(input)).toEqual(reason === null ? null : { reason, limit })
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.slice(1).flatMap(([, reason]) => reason ?? [])).toEqual(TextRefusal.literals)
  })

  it.each(["a\u0000b", "a\tb", "a\nb", "a\u007Fb", "a\u0085b", "a\u009Fb", "a\uD83Db", "\uDE42b"])(
    "refuses %j, which cannot be stored unchanged",
    (input) => {
      expect(refusalOf(input)).toEqual({ reason: "control_character", limit: null })
    },
  )

  describe("of several lines", () => {
    const lines = { min: 1, max: 5, isMultiline: true }

    it.each([
      ["a\nb", "a\nb"],
      ["a\r\nb", "a\nb"],
      ["a\rb", "a\nb"],
      ["a\r\n\r\nb", "a\n\nb"],
      ["a\n\rb", "a\n\nb"],
      ["\ta\tb\r\n", "a\tb"],
      // A line break counts once, however it is written.
      ["a\r\nb\r\nc", "a\nb\nc"],
    ])("keeps %j as %j", (input, text) => {
      expect(parseText(input, lines)).toEqual(Result.succeed(text))
    })

    const others = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => /\p{Cc}/u.test(character) && !"\t\n\r".includes(character),
    )

    it.each([...others, "\uD83D", "\uDE42"])("still refuses %j", (character) => {
      expect(refusalOf(`a${character}b`, lines)).toEqual({ reason: "control_character", limit: null })
      expect(refusalOf(`a\n${character}b`, lines)).toEqual({ reason: "control_character", limit: null })
    })

    it("is too long if its lines make it so", () => {
      expect(refusalOf("a\nb\nc\n", lines)).toBeNull()
      expect(refusalOf("a\nb\nc\nd", lines)).toEqual({ reason: "too_long", limit: 5 })
    })
  })

  it("accepts as much white space around a text as it may have, and is empty if there is nothing else", () => {
    const spaces = " ".repeat(rawTextMax(limits.max))
    expect(parseText(`ab${spaces.slice(2)}`, limits)).toEqual(Result.succeed("ab"))
    expect(refusalOf(spaces)).toEqual({ reason: "empty", limit: limits.min })
  })

  it("allows an empty text if the minimum is zero", () => {
    expect(parseText("  ", { min: 0, max: 5 })).toEqual(Result.succeed(""))
  })

  it("counts after composing", () => {
    expect(refusalOf("e\u0301".repeat(5))).toBeNull()
    expect(refusalOf("e\u0301".repeat(6))).toEqual({ reason: "too_long", limit: 5 })
    expect(refusalOf("e\u0301")).toEqual({ reason: "too_short", limit: 2 })
  })

  it("accepts thirty marks in a row, and refuses one more", () => {
    expect(refusalOf(`a${"\u0300\u0316".repeat(15)}`, { min: 0, max: 31 })).toBeNull()
    expect(refusalOf(`a${"\u0300\u0316".repeat(15)}\u0300`, { min: 0, max: 31 })).toEqual({
      reason: "marks",
      limit: null,
    })
  })

  // A text that is refused for its raw length would have been too long anyway.
  it("accepts the longest spelling of the most characters", () => {
    const limits = { min: 1, max: 1_000 }
    for (const apart of ["\u03B1\u0313\u0300\u0345", "\u1100\u1161\u11A8", "e\u0302\u0301", "🙂"]) {
      expect(refusalOf(apart.repeat(limits.max), limits)).toBeNull()
      expect(refusalOf(apart.repeat(limits.max + 1), limits)).toEqual({ reason: "too_long", limit: limits.max })
    }
  })

  describe.each([false, true])("several lines: %s", (isMultiline) => {
    const characters = fc.string({
      unit: fc.oneof(
        { weight: 3, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
        fc.constantFrom("\r", "\n", "\t"),
      ),
      maxLength: 20,
    })

    it("idempotence: parsing twice equals parsing once", () => {
      const bounds = { min: 0, max: 100, isMultiline }
      fc.assert(
        fc.property(characters, (input) => {
          const once = parseText(input, bounds)
          fc.pre(Result.isSuccess(once))
          expect(parseText(once.success, bounds)).toEqual(once)
          expect(Schema.is(textWithin(bounds))(once.success)).toBe(true)
        }),
        { numRuns: 1000 },
      )
    })

    it("fidelity: the schema accepts exactly the texts that parsing leaves unchanged", () => {
      const bounds = { ...limits, isMultiline }
      fc.assert(
        fc.property(characters, (input) => {
          const parsed = parseText(input, bounds)
          const isLeftAlone = Result.isSuccess(parsed) && parsed.success === input
          expect(Schema.is(textWithin(bounds))(input)).toBe(isLeftAlone)
        }),
        { numRuns: 1000 },
      )
    })
  })
})

describe("a text that others are shown", () => {
  const shown = { min: 1, max: 20, isShown: true }

  it.each([
    "Curso\u202E",
    "\u200ECurso",
    "Curso\u2066",
    "Curso\u{E0041}",
    "Curso\uFFFF",
    "Curso\u{10FFFE}",
    "Curso\uFDD0",
  ])("may not be %j, which reads differently from the stored text", (input) => {
    expect(parseText(input, shown)).toMatchObject({ failure: { reason: "control_character", limit: null } })
    expect(Result.isSuccess(parseText(input, { ...shown, isShown: false }))).toBe(true)
    expect(Schema.is(textWithin(shown))(input)).toBe(true) // was stored before
  })

  it.each(["Curso de violão", "👩‍👩‍👧", "שלום", "دورة", "naïve\u200Cword"])("may be %j", (input) => {
    expect(parseText(input, shown)).toEqual(Result.succeed(input))
  })
})

describe("upperCaseAscii", () => {
  it("changes a to z and no other character", () => {
    expect(upperCaseAscii("azAZ09çſßı\u212A")).toBe("AZAZ09çſßı\u212A")
  })
})
