/**
 * Text as a client sent it, before any processing: how much of it is read.
 *
 * Composing a text (NFC) takes time in the square of the marks that follow one letter, and a body may have a hundred
 * thousand of them. So the raw length is checked first; nothing is trimmed, composed, folded, matched or changed in
 * case before that.
 *
 * @see docs/decisions/wire.md#0190
 */
import { codePointLength } from "./code-point-length.ts"

/**
 * The most UTF-16 code units of one composed code point before composition: at most four code points (`ᾂ` is a letter
 * and three marks) of at most two units.
 */
const rawUnitsPerCodePoint = 8

/**
 * The longest raw code, in UTF-16 code units. The longest code is an e-mail address, with 254; the others have space
 * for punctuation and spaces.
 */
export const rawCodeMax = 256

/**
 * The longest raw text, in UTF-16 code units. A longer one is too long after any composition, unless it is mostly white
 * space.
 *
 * @param charactersMax - the most its field may have, in code points
 */
export const rawTextMax = (charactersMax: number): number => Math.max(rawCodeMax, rawUnitsPerCodePoint * charactersMax)

/**
 * The most combining marks in a row. Unicode considers 30 more than any language or notation needs (UAX 15, Stream-Safe
 * Text Format).
 */
export const marksInRowMax = 30

/** True if there are more marks in a row than any writing has. Check the raw length first. */
export const hasTooManyMarks = (text: string): boolean => {
  // A short text cannot have this many, and nearly all texts are short.
  if (text.length <= marksInRowMax) return false
  for (const [row] of text.matchAll(marks))
    if (row.length > marksInRowMax && codePointLength(row) > marksInRowMax) return true
  return false
}

/** All marks of a row at once: an expression for 31 of them would try a row of 30 again from each of its marks. */
const marks = /\p{M}+/gu
