/**
 * The name on a card as people type it: with accents, apostrophes, hyphens and periods, which the API does not accept and cards do not print.
 */
import { rawTextMax } from "../text/raw-text.ts"
import { cardHolderMax } from "./holder.ts"

/**
 * Turns a typed name into one that `parseCardHolder` accepts: letters without accents, single spaces in place of everything else, at most
 * `cardHolderMax` characters. Capital and small letters stay as they are.
 *
 * `parseCardHolder` still refuses two results. Digits stay, and nothing is cut then: somebody typed something else than a name, perhaps the
 * card's number. If there is no Latin letter, nothing is left.
 *
 * @returns a text longer than `rawTextMax` as it is, which is refused as too long
 */
export const foldCardHolder = (typed: string): string => {
  if (typed.length > rawTextMax(cardHolderMax)) return typed
  const folded = typed
    // Marks are dropped before as well as after: taking a text apart costs the square of the marks in a row.
    .replace(unseen, "")
    .normalize("NFKD")
    .replace(unseen, "")
    .replace(/[^ -~]/gu, (letter) => spelled[letter] ?? letter)
    .replace(/[^A-Za-z\p{N}]+/gu, " ")
    .trim()
  return hasDigit(folded) ? folded : folded.slice(0, cardHolderMax).trimEnd()
}

/** Whether a typed name has a digit of any script, which no folding removes. */
export const hasDigit = (typed: string): boolean => /\p{N}/u.test(typed)

/** Accents, and characters that nobody sees: copied text brings them along. */
const unseen = /[\p{M}\p{Cf}]+/gu

/** Latin letters that do not come apart into a letter and an accent. */
const spelled: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ẞ: "SS", æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", þ: "th", Þ: "TH" },
  ...{ ø: "o", Ø: "O", ł: "l", Ł: "L", đ: "d", Đ: "D", ð: "d", Ð: "D", ħ: "h", Ħ: "H", ı: "i" },
}
