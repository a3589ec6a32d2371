// A card as the payer typed it, for the one call that charges it, and what may be shown of it afterwards.
import * as Data from "effect/Data"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { LocalDate } from "../calendar/local-date.ts"
import { CardBrand, cardBrand } from "./brand.ts"
import { CardNumber, type CardNumberRefused, parseCardNumber } from "./card-number.ts"
import { CardExpiration, CardExpirationRefused, isCardExpired, parseCardExpiration } from "./expiration.ts"
import { CardHolder, type CardHolderRefused, parseCardHolder } from "./holder.ts"
import { parseSecurityCode, SecurityCode, type SecurityCodeRefused } from "./security-code.ts"

/**
 * A card ready to be charged. Printing or logging it shows neither number nor security code, and encoding it as JSON
 * fails: they must not reach storage, a queue, a log or an error (PCI DSS 4.0.1, 3.3.1 and 3.5.1).
 */
export const CardDetails = Schema.Struct({
  holder: CardHolder,
  number: Schema.Redacted(CardNumber, { label: "card number", disallowJsonEncode: true }),
  expiration: CardExpiration,
  security: Schema.Redacted(SecurityCode, { label: "security code", disallowJsonEncode: true }),
})
export type CardDetails = typeof CardDetails.Type

/** The part of a card's number that may be stored and shown: the first six and the last four digits (PCI DSS 3.4.1). */
export const shownDigits = {
  firstDigits: Schema.String.check(Schema.isPattern(/^[0-9]{6}$/u)),
  lastDigits: Schema.String.check(Schema.isPattern(/^[0-9]{4}$/u)),
}

/** The part of a card that may be stored and shown. */
export const CardDisplay = Schema.Struct({
  brand: CardBrand,
  ...shownDigits,
  expiration: CardExpiration,
  holder: CardHolder,
})
export type CardDisplay = typeof CardDisplay.Type

/** The four fields as received. */
export interface CardInput {
  readonly holder: string
  readonly number: string
  readonly expiration: string
  readonly security: string
}

/** At least one field is wrong; `faults` holds one refusal for each such field, in the order of `CardDetails`. */
export class CardRefused extends Data.TaggedClass("CardRefused")<{
  readonly faults: ReadonlyArray<CardHolderRefused | CardNumberRefused | CardExpirationRefused | SecurityCodeRefused>
}> {}

/**
 * Reads a card, and reports all faults at once.
 *
 * @param today - the date in America/Sao_Paulo; a card whose month is over is refused
 */
export const parseCardDetails = (input: CardInput, today: LocalDate): Result.Result<CardDetails, CardRefused> => {
  const holder = parseCardHolder(input.holder)
  const number = parseCardNumber(input.number)
  const expiration = Result.filterOrFail(
    parseCardExpiration(input.expiration),
    (month) => !isCardExpired(month, today),
    () => new CardExpirationRefused({ reason: "expired" }),
  )
  // An unreadable number has no brand, so any length of the code is accepted.
  const security = parseSecurityCode(input.security, Result.isSuccess(number) ? cardBrand(number.success) : "unknown")
  if (
    Result.isSuccess(holder) &&
    Result.isSuccess(number) &&
    Result.isSuccess(expiration) &&
    Result.isSuccess(security)
  ) {
    return Result.succeed({
      holder: holder.success,
      number: Redacted.make(number.success, { label: "card number" }),
      expiration: expiration.success,
      security: Redacted.make(security.success, { label: "security code" }),
    })
  }
  const faults = [...faultsIn(holder), ...faultsIn(number), ...faultsIn(expiration), ...faultsIn(security)]
  return Result.fail(new CardRefused({ faults }))
}

/** The displayable part of a charged card. */
export const displayOfCard = (card: CardDetails): CardDisplay => {
  const number = Redacted.value(card.number)
  return {
    brand: cardBrand(number),
    firstDigits: number.slice(0, 6),
    lastDigits: number.slice(-4),
    expiration: card.expiration,
    holder: card.holder,
  }
}

const faultsIn = <E>(field: Result.Result<unknown, E>): ReadonlyArray<E> =>
  Result.isFailure(field) ? [field.failure] : []
