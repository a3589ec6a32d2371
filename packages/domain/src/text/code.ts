/**
 * Codes as people type and paste them: documents, telephones, postal codes, card numbers, Pix keys, e-mails, tokens,
 * dates, numbers.
 *
 * Text that is copied from a page, a sheet or a message brings invisible characters: a zero-width space, direction
 * marks, a no-break space, a byte order mark. They and all white space are never part of a code. Letters, digits of
 * other scripts and symbols are kept for the code's own parser, which refuses them.
 *
 * @see docs/decisions/wire.md#0326
 */
import { rawCodeMax } from "./raw-text.ts"

/** A text without the white space and the invisible characters at its ends. Takes time in proportion to the text. */
export const trimInvisible = (text: string): string => {
  if (visibleAscii.test(text)) return text
  return fromFirstToLastVisible.exec(text)?.[0] ?? ""
}

/** A code without the white space and the invisible characters around it. If it is longer than `rawCodeMax`: `""`, which is no code. */
export const trimCode = (raw: string): string => (raw.length > rawCodeMax ? "" : trimInvisible(raw))

/**
 * A code without any white space, invisible characters and punctuation. If it is longer than `rawCodeMax`: `""`, which
 * is no code. For codes without punctuation of their own. `+` is a symbol, not punctuation, and stays.
 */
export const compactCode = (raw: string): string => {
  if (raw.length > rawCodeMax) return ""
  return lettersAndDigits.test(raw) ? raw : raw.replace(ignoredInCodes, "")
}

/** A code without invisible characters. White space and punctuation stay. If it is longer than `rawCodeMax`: `""`, which is no code. */
export const visibleCode = (raw: string): string => (raw.length > rawCodeMax ? "" : raw.replace(invisible, ""))

const visibleAscii = /^[!-~]*$/u
const lettersAndDigits = /^[0-9A-Za-z]*$/u
const fromFirstToLastVisible = /[^\p{Cf}\p{Z}\s](?:.*[^\p{Cf}\p{Z}\s])?/su
const ignoredInCodes = /[\p{Cf}\p{Z}\p{P}\s]+/gu
const invisible = /\p{Cf}+/gu
