/**
 * A card holder as people type it: with accents, apostrophes, hyphens and periods. The API does not accept these and
 * cards do not print them.
 */
import { rawTextMax } from "../text/raw-text.ts"
import { cardHolderMax } from "./holder.ts"

/**
 * Turns a typed name into one that `parseCardHolder` accepts: letters without accents, single spaces for everything
 * else, at most `cardHolderMax` characters. Case is kept.
 *
 * `parseCardHolder` still refuses two results. If the text has digits, they stay and nothing is cut: somebody typed
 * something other than a name, perhaps the card number. If it has no Latin letter, the result is empty.
 *
 * @returns a text longer than `rawTextMax` unchanged, which is refused as too long
 */
export const foldCardHolder = (typed: string): string => {
  if (typed.length > rawTextMax(cardHolderMax)) return typed
  const folded = typed
    // Marks are dropped before as well as after: decomposing a text takes time in the square of the marks in a row.
    .replace(unseen, "")
    .normalize("NFKD")
    .replace(unseen, "")
    .replace(/[^ -~]/gu, (letter) => spelled[letter] ?? letter)
    .replace(/[^A-Za-z\p{N}]+/gu, " ")
    .trim()
  return hasDigit(folded) ? folded : folded.slice(0, cardHolderMax).trimEnd()
}

/** True if a typed name has a digit of any script. Folding never removes digits. */
export const hasDigit = (typed: string): boolean => /\p{N}/u.test(typed)

/** Accents and invisible characters: copied text brings them along. */
const unseen = /[\p{M}\p{Cf}]+/gu

/** Latin letters that do not decompose into a letter and an accent. */
const spelled: Readonly<Record<string, string>> = {
  ...{ ß: "ss", ẞ: "SS", æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", þ: "th", Þ: "TH" },
  ...{ ø: "o", Ø: "O", ł: "l", Ł: "L", đ: "d", Đ: "D", ð: "d", Ð: "D", ħ: "h", Ħ: "H", ı: "i" },
}
