// Text as the service keeps it: trimmed, composed (NFC), free of control characters, measured in code points.
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { codePointLength } from "./code-point-length.ts"
import { hasTooManyMarks, rawTextMax } from "./raw-text.ts"

/** Bounds of a text in code points, both inclusive. */
export interface TextLimits {
  readonly min: number
  readonly max: number
  /** Whether the text may have several lines: line breaks, kept as LF and counted as one code point, and tabs. */
  readonly isMultiline?: boolean
  /** Whether somebody else is shown the text, a payer above all: then it may hold nothing that makes it read otherwise than it is stored. */
  readonly isShown?: boolean
}

/** Why a text is refused. If several reasons hold, the first is given. */
export const TextRefusal = Schema.Literals(["marks", "empty", "control_character", "too_short", "too_long"])
export type TextRefusal = typeof TextRefusal.Type

/**
 * The text cannot be kept; its writer can mend it.
 *
 * `marks`: more than `marksInRowMax` combining marks in a row. `empty`: nothing is left after trimming, and something is needed.
 * `control_character`: a character of Unicode category Cc, but for the line breaks and tabs of a text of several lines; or half a surrogate
 * pair, which no database can store as it is; in a text that is shown also what turns the direction of writing, tags and noncharacters.
 * `limit`: the code points that were the fewest
 * or the most allowed; `null` if length is not the fault.
 */
export class TextRefused extends Data.TaggedClass("TextRefused")<{
  readonly reason: TextRefusal
  readonly limit: number | null
}> {}

/**
 * Trims and composes a text, and refuses what cannot be kept. White space inside stays as it was written, but for CRLF and CR.
 *
 * A text that was sent longer than `rawTextMax` is `too_long`, whatever else is wrong with it.
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

/** Most texts are of printable ASCII: composing does not change them, each sign is one code point, and there is nothing that cannot be stored. */
const printableAscii = /^[ -~]*$/u

const parsePlain = (text: string, limits: TextLimits): Result.Result<string, TextRefused> => {
  const { length } = text
  if (length >= limits.min && length <= limits.max) return Result.succeed(text)
  return refused(lengthRefusal(length, limits), limits)
}

/** Whether a text is refused before anything is done with it. */
export const isTooLongToRead = (input: string, { max }: TextLimits): boolean => input.length > rawTextMax(max)

/** A text that is already as `parseText` leaves it. How many marks stand in a row is not asked: texts that are kept may have more. */
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
 * `toUpperCase` would turn `ſ` into `S` and `ß` into `SS`, and so make a valid code out of an invalid one.
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

// Not asked of texts that are kept already: they are shown as they are.
const misleading = /[\p{Bidi_Control}\p{Noncharacter_Code_Point}\u{E0000}-\u{E007F}]/u

const limitOf = (reason: TextRefusal, { min, max }: TextLimits): number | null => {
  if (reason === "control_character" || reason === "marks") return null
  return reason === "too_long" ? max : min
}
