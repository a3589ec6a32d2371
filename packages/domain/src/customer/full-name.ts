// The name of a customer: a person's full name, or a company's legal name.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { isTooLongToRead, parseText, TextRefused, textWithin } from "../text/text.ts"

/** The Pix API allows 140 code points for a payer's name. */
export const fullNameLimits = { min: 2, max: 140 } as const

/** Two to 140 code points, single spaces, no control characters and no bidirectional controls. */
export const FullName = textWithin(fullNameLimits)
  .check(Schema.makeFilter((name: string) => singleSpaced(name) === name && !bidiControl.test(name)))
  .pipe(Schema.brand("FullName"))
export type FullName = typeof FullName.Type

/**
 * Turns any run of spaces of any kind into one space. Case, digits, single words and scripts are kept: names have no
 * pattern.
 *
 * Bidirectional controls count as control characters: with them, a name on a statement reads differently from the
 * stored one.
 */
export const parseFullName = (input: string): Result.Result<FullName, TextRefused> => {
  if (isTooLongToRead(input, fullNameLimits)) {
    return Result.fail(new TextRefused({ reason: "too_long", limit: fullNameLimits.max }))
  }
  if (bidiControl.test(input)) return Result.fail(new TextRefused({ reason: "control_character", limit: null }))
  return Result.map(parseText(singleSpaced(input), fullNameLimits), (name) =>
    FullName.make(name, { disableChecks: true }),
  )
}

const bidiControl = /\p{Bidi_Control}/u

// Tabs and line feeds are not separators (Z) but control characters: inside a name they are refused, not replaced.
const singleSpaced = (text: string): string => text.replace(/\p{Z}+/gu, " ")
