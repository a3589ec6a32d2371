// Card numbers (PAN). They live for one call, in `Redacted`, and are never stored, printed or logged.
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compactCode } from "../text/code.ts"
import { passesLuhn } from "./luhn.ts"

/** Why a card number is refused. If several reasons hold, the first is given. */
export const CardNumberRefusal = Schema.Literals(["characters", "length", "check_digit"])
export type CardNumberRefusal = typeof CardNumberRefusal.Type

/**
 * The text is no card number; the payer types it again. The error does not contain the text (PCI DSS 4.0.1, 3.4 and
 * 3.5).
 *
 * `characters`: something other than digits, spaces and punctuation. `length`: not 13 to 19 digits. `check_digit`: a
 * digit was mistyped.
 */
export class CardNumberRefused extends Data.TaggedClass("CardNumberRefused")<{
  readonly reason: CardNumberRefusal
}> {}

/** 13 to 19 digits that pass the Luhn check. Only its issuer knows if a card exists. */
export const CardNumber = Schema.String.check(
  Schema.makeFilter((text: string) => refusalOf(text) === undefined, { expected: "a card number" }),
).pipe(Schema.brand("CardNumber"))
export type CardNumber = typeof CardNumber.Type

/**
 * Drops spaces, punctuation and invisible characters everywhere, and nothing else: a letter among digits is a mistake,
 * not a mask.
 */
export const parseCardNumber = (input: string): Result.Result<CardNumber, CardNumberRefused> => {
  const text = compactCode(input)
  const reason = refusalOf(text)
  return reason === undefined
    ? Result.succeed(CardNumber.make(text, { disableChecks: true }))
    : Result.fail(new CardNumberRefused({ reason }))
}

const refusalOf = (text: string): CardNumberRefusal | undefined => {
  if (!/^[0-9]*$/u.test(text)) return "characters"
  if (text.length < 13 || text.length > 19) return "length"
  return passesLuhn(text) ? undefined : "check_digit"
}
