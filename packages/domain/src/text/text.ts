// Text as the service stores it: trimmed, composed (NFC), free of control characters, measured in code points.
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { codePointLength } from "./code-point-length.ts"
import { hasTooManyMarks, rawTextMax } from "./raw-text.ts"

/** Bounds of a text in code points, both inclusive. */
export interface TextLimits {
  readonly min: number
  readonly max: number
  /** True if the text may have several lines: line breaks, stored as LF and counted as one code point, and tabs. */
  readonly isMultiline?: boolean
  /**
   * True if other people see the text, above all payers. Then nothing in it may make it read differently from the
   * stored text.
   */
  readonly isShown?: boolean
}

/** Why a text is refused. If several reasons hold, the first is given. */
export const TextRefusal = Schema.Literals(["marks", "empty", "control_character", "too_short", "too_long"])
export type TextRefusal = typeof TextRefusal.Type

/**
 * The text cannot be stored; its writer can correct it.
 *
 * `marks`: more than `marksInRowMax` combining marks in a row. `empty`: nothing is left after trimming, and the text is
 * required. `control_character`: a character of Unicode category Cc, except line breaks and tabs in a text of several
 * lines; half a surrogate pair, which no database can store; in a shown text also direction controls, tags and
 * noncharacters. `limit`: the fewest or the most code points allowed; `null` if length is not the fault.
 */
export class TextRefused extends Data.TaggedClass("TextRefused")<{
  readonly reason: TextRefusal
  readonly limit: number | null
}> {}

/**
 * Trims and composes a text, and refuses what cannot be stored. White space inside is kept, except that CRLF and CR
 * become LF.
 *
 * A text longer than `rawTextMax` is `too_long`, whatever else is wrong with it.
 */
export const parseText = (input: string, limits: TextLimits): Result.Result<string, TextRefused> => {
  if (isTooLongToRead(input, limits)) return refused("too_long", limits)
  if (printableAscii.test(input)) return parsePlain(input.trim(), limits)
  if (hasTooManyMarks(input)) return refused("marks", limits)
  if (limits.isShown === true && misleading.test(input)) return refused("control_character", limits)
  const text = normalize(input, limits)
  const reason = refusalOf(text, limits)
  return reason === undefined ? Result.succeed(text) : refused(reason, limits)
}

/**
 * Most texts are printable ASCII: composing does not change them, each character is one code point, and all can be
 * stored.
 */
const printableAscii = /^[ -~]*$/u

const parsePlain = (text: string, limits: TextLimits): Result.Result<string, TextRefused> => {
  const { length } = text
  if (length >= limits.min && length <= limits.max) return Result.succeed(text)
  return refused(lengthRefusal(length, limits), limits)
}

/** True if a text is refused before any processing. */
export const isTooLongToRead = (input: string, { max }: TextLimits): boolean => input.length > rawTextMax(max)

/** A text that `parseText` would leave unchanged. Marks in a row are not counted: stored texts may have more. */
export const textWithin = (limits: TextLimits) =>
  Schema.String.check(
    Schema.makeFilter(
      (text: string) =>
        !isTooLongToRead(text, limits) && normalize(text, limits) === text && refusalOf(text, limits) === undefined,
      { expected: `a normalized text of ${limits.min} to ${limits.max} code points` },
    ),
  )

/**
 * Upper-cases `a` to `z` and nothing else.
 *
 * `toUpperCase` would turn `ſ` into `S` and `ß` into `SS`, and so turn an invalid code into a valid one.
 */
export const upperCaseAscii = (text: string): string => text.replace(/[a-z]+/gu, (letters) => letters.toUpperCase())

const refused = (reason: TextRefusal, limits: TextLimits): Result.Result<never, TextRefused> =>
  Result.fail(new TextRefused({ reason, limit: limitOf(reason, limits) }))

const normalize = (input: string, { isMultiline = false }: TextLimits): string => {
  const text = input.trim().normalize("NFC")
  return isMultiline ? text.replace(/\r\n?/gu, "\n") : text
}

const refusalOf = (text: string, { min, max, isMultiline = false }: TextLimits): TextRefusal | undefined => {
  if ((isMultiline ? unstorableInLines : unstorable).test(text)) return "control_character"
  const length = codePointLength(text)
  return length < min || length > max ? lengthRefusal(length, { min, max }) : undefined
}

/** The refusal for a length that is out of bounds. */
const lengthRefusal = (length: number, { max }: TextLimits): TextRefusal => {
  if (length > max) return "too_long"
  return length === 0 ? "empty" : "too_short"
}

// With the u flag a surrogate (Cs) matches only if its other half is missing.
const unstorable = /[\p{Cc}\p{Cs}]/u
const unstorableInLines = /(?![\t\n])[\p{Cc}\p{Cs}]/u

// Not checked for stored texts: they are shown unchanged.
const misleading = /[\p{Bidi_Control}\p{Noncharacter_Code_Point}\u{E0000}-\u{E007F}]/u

const limitOf = (reason: TextRefusal, { min, max }: TextLimits): number | null => {
  if (reason === "control_character" || reason === "marks") return null
  return reason === "too_long" ? max : min
}
