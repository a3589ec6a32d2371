/**
 * Text as a client sent it, before anything is done with it: how much of it is looked at.
 *
 * Composing a text (NFC) takes the square of the marks that follow one letter, and a body has room for a hundred thousand of them. So the
 * length of what was sent is judged first, and nothing is trimmed, composed, folded, matched or changed in case before that.
 *
 * @see docs/decisions/wire.md#0190
 */
import { codePointLength } from "./code-point-length.ts"

/**
 * What one code point may have been before it was composed, in UTF-16 code units: at most four code points (`ᾂ` is a letter and three
 * marks) of at most two units.
 */
const rawUnitsPerCodePoint = 8

/**
 * Most of a code before it is read, in UTF-16 code units. Of all codes an e-mail address is the longest, with 254; the others have room
 * for punctuation and spaces.
 */
export const rawCodeMax = 256

/**
 * Most of a text before it is trimmed and composed, in UTF-16 code units. A longer one is too long however it is composed, unless it is
 * mostly white space.
 *
 * @param charactersMax - the most its field may have, in code points
 */
export const rawTextMax = (charactersMax: number): number => Math.max(rawCodeMax, rawUnitsPerCodePoint * charactersMax)

/**
 * Most combining marks in a row. Unicode takes 30 for more than any language or notation needs (UAX 15, Stream-Safe Text Format).
 */
export const marksInRowMax = 30

/** Whether so many marks stand in a row as no writing has. Ask only of a text whose raw length was judged. */
export const hasTooManyMarks = (text: string): boolean => {
  // A short text has no room for them, and nearly all texts are short.
  if (text.length <= marksInRowMax) return false
  for (const [row] of text.matchAll(marks))
    if (row.length > marksInRowMax && codePointLength(row) > marksInRowMax) return true
  return false
}

/** All marks of a row at once: asked for 31 of them, the expression would look at a row of 30 from each of its marks anew. */
const marks = /\p{M}+/gu
