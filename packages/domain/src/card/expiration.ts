// The expiry month printed on a card.
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { LocalDate } from "../calendar/local-date.ts"

/** Why an expiry is refused. If both reasons hold, the first is given. */
export const CardExpirationRefusal = Schema.Literals(["format", "expired"])
export type CardExpirationRefusal = typeof CardExpirationRefusal.Type

/** `format`: not `MM/YYYY` in this century. `expired`: the month is over; the payer takes another card. */
export class CardExpirationRefused extends Data.TaggedClass("CardExpirationRefused")<{
  readonly reason: CardExpirationRefusal
}> {}

/** `MM/YYYY`, from 01/2000 to 12/2099. */
export const CardExpiration = Schema.String.check(Schema.isPattern(/^(0[1-9]|1[0-2])\/20[0-9]{2}$/u)).pipe(
  Schema.brand("CardExpiration"),
)
export type CardExpiration = typeof CardExpiration.Type

/** Reads an expiry, past or future. */
export const parseCardExpiration = (input: string): Result.Result<CardExpiration, CardExpirationRefused> =>
  isCardExpiration(input) ? Result.succeed(input) : Result.fail(new CardExpirationRefused({ reason: "format" }))

/**
 * A card is valid through the last day of its month.
 *
 * @param today - the date in America/Sao_Paulo, wherever the payer is
 */
export const isCardExpired = (expiration: CardExpiration, today: LocalDate): boolean => {
  const [month, year] = expiration.split("/")
  return today.slice(0, "YYYY-MM".length) > `${year}-${month}`
}

const isCardExpiration = Schema.is(CardExpiration)
