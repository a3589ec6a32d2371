// The name printed on a card.
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { codePointLength } from "../text/code-point-length.ts"
import { foldAscii } from "../text/fold-ascii.ts"
import { hasTooManyMarks, rawTextMax } from "../text/raw-text.ts"

/** Code points, neither bytes nor UTF-16 units. */
export const cardHolderMax = 25

/** Why a holder is refused. If several reasons hold, the first is given. */
export const CardHolderRefusal = Schema.Literals(["characters", "letters", "too_long"])
export type CardHolderRefusal = typeof CardHolderRefusal.Type

/**
 * The text is no name as cards print it; the payer types it again.
 *
 * `characters`: something other than letters and spaces. `letters`: there is no letter. `too_long`: more than
 * `cardHolderMax`.
 */
export class CardHolderRefused extends Data.TaggedClass("CardHolderRefused")<{
  readonly reason: CardHolderRefusal
}> {}

/** 1 to 25 code points: letters, their marks and spaces, with at least one letter. Trimmed and composed (NFC). */
export const CardHolder = Schema.String.check(
  Schema.makeFilter(
    (text: string) => !isTooLongToRead(text) && normalize(text) === text && refusalOf(text) === undefined,
    { expected: "a card holder's name" },
  ),
).pipe(Schema.brand("CardHolder"))
export type CardHolder = typeof CardHolder.Type

/**
 * Trims and composes a name. A text longer than `rawTextMax` is `too_long`, whatever else is wrong with it. Letters of
 * every script are accepted, with or without accents.
 */
export const parseCardHolder = (input: string): Result.Result<CardHolder, CardHolderRefused> => {
  // This many marks in a row exceed the length of a name.
  if (isTooLongToRead(input) || hasTooManyMarks(input))
    return Result.fail(new CardHolderRefused({ reason: "too_long" }))
  const text = normalize(input)
  const reason = refusalOf(text)
  return reason === undefined
    ? Result.succeed(CardHolder.make(text, { disableChecks: true }))
    : Result.fail(new CardHolderRefused({ reason }))
}

/**
 * The name as acquirers accept it: upper-case ASCII without accents, at most 25 characters.
 *
 * Letters of other scripts are lost, and so are Latin letters that do not decompose into a letter and an accent (Ø, Æ,
 * Ł, Đ). If nothing is left, the acquirer decides about a card without a holder.
 */
export const acquirerHolder = (holder: CardHolder): string => foldAscii(holder.toUpperCase(), cardHolderMax)

const isTooLongToRead = (text: string): boolean => text.length > rawTextMax(cardHolderMax)

const normalize = (text: string): string => text.trim().normalize("NFC")

const refusalOf = (text: string): CardHolderRefusal | undefined => {
  if (!/^[\p{L}\p{M} ]*$/u.test(text)) return "characters"
  if (!/\p{L}/u.test(text)) return "letters"
  return codePointLength(text) > cardHolderMax ? "too_long" : undefined
}
