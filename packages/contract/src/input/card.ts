/** The card in a request: its full data, or the token of a saved one. */
import type { LocalDate } from "@vintem/domain/calendar"
import {
  type CardDetails,
  type CardExpirationRefused,
  type CardHolderRefused,
  type CardNumberRefused,
  cardHolderMax,
  parseCardDetails,
  type SecurityCodeRefused,
} from "@vintem/domain/card"
import { SavedCardToken } from "@vintem/domain/identifiers"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Codec, isBlank, isObject, notAnObject, type Read, type Refused, refused, refusedAs } from "./codec.ts"
import { type Fault, fault, missing } from "./fault.ts"
import type { FaultReason } from "./fault-code.ts"
import { notAString, ofString, textRead } from "./text.ts"

/** The facts for checking a card. */
export interface Today {
  /** The date in America/Sao_Paulo; a card whose month is over is refused. */
  readonly today: LocalDate
}

const FullCardRequest = Schema.Struct({
  holder: Schema.String.annotate({
    description: `Letters and spaces, at most ${cardHolderMax}.`,
    examples: ["MARIA DA SILVA"],
  }),
  number: Schema.String.annotate({
    description: "13 to 19 digits with a Luhn check digit. Spaces and punctuation are dropped.",
    examples: ["4242424242424242"],
  }),
  expiration: Schema.String.annotate({
    description: "`MM/YYYY`. A card is good through the last day of its month.",
    examples: ["12/2039"],
  }),
  security: Schema.String.annotate({ description: "3 digits; 4 on amex cards.", examples: ["123"] }),
})

const SavedCardRequest = Schema.Struct({
  token: Schema.String.annotate({
    description: "Returned by an earlier order of the same company that was paid by card.",
    examples: ["5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11"],
  }),
})

export type CardInput =
  | { readonly _tag: "new"; readonly details: CardDetails }
  | { readonly _tag: "saved"; readonly token: SavedCardToken }

/** The full data of a card, or its token. With a token, the other fields are not read. */
export const card: Codec<CardInput, Schema.Union<readonly [typeof FullCardRequest, typeof SavedCardRequest]>, Today> = {
  schema: Schema.Union([FullCardRequest, SavedCardRequest]),
  read: (input, at, faults, { today }) => {
    if (!isObject(input)) {
      faults.push(fault(at, notAnObject))
      return refused
    }
    const given = input["token"]
    if (isBlank(given)) return readFullCard(input, at, faults, today)
    const token = savedCard.read(given, `${at}.token`, faults, undefined)
    return token === refused ? refused : { _tag: "saved", token }
  },
}

/** A text that cannot be a token refers to no card. */
const readCardToken: Read<SavedCardToken> = ofString((text) => {
  const token = trimCode(text)
  return isSavedCardToken(token) ? Result.succeed(token) : unknownCard
})

const unknownCard = refusedAs({ code: "does_not_exist" })

/** A saved card by its token. */
export const savedCard = textRead(readCardToken)

/** A card with full data, for callers without saved cards. Every token counts as unknown. */
export const unsavedCard: Codec<CardInput, typeof FullCardRequest, Today> = {
  schema: FullCardRequest,
  read: card.read,
}

const readFullCard = (
  fields: Readonly<Record<string, unknown>>,
  at: string,
  faults: Array<Fault>,
  today: LocalDate,
): CardInput | Refused => {
  const details = parseCardDetails(
    {
      holder: textOf(fields["holder"]),
      number: trimCode(textOf(fields["number"])),
      expiration: trimCode(textOf(fields["expiration"])),
      security: trimCode(textOf(fields["security"])),
    },
    today,
  )
  if (Result.isSuccess(details)) return { _tag: "new", details: details.success }
  const refusals = details.failure.faults.map(explained)
  for (const name of cardFields) {
    const path = `${at}.${name}`
    if (isBlank(fields[name])) faults.push(missing(path))
    else if (typeof fields[name] !== "string") faults.push(fault(path, notAString))
    else for (const { field, reason } of refusals) if (field === name) faults.push(fault(path, reason))
  }
  return refused
}

/** A value that is not text is replaced by an empty text, and its field then refuses it. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

const cardFields = ["holder", "number", "expiration", "security"] as const

type CardFault = CardHolderRefused | CardNumberRefused | CardExpirationRefused | SecurityCodeRefused

const explained = (
  refusal: CardFault,
): { readonly field: (typeof cardFields)[number]; readonly reason: FaultReason } => {
  switch (refusal._tag) {
    case "CardHolderRefused":
      return { field: "holder", reason: holderFaults[refusal.reason] }
    case "CardNumberRefused":
      return { field: "number", reason: { code: "invalid_card_number" } }
    case "CardExpirationRefused":
      return {
        field: "expiration",
        reason: { code: refusal.reason === "expired" ? "card_expired" : "invalid_card_expiration" },
      }
    case "SecurityCodeRefused":
      return { field: "security", reason: { code: "invalid_security_code", lengths: refusal.lengths } }
  }
}

const holderFaults: Readonly<Record<CardHolderRefused["reason"], FaultReason>> = {
  characters: { code: "invalid_card_holder" },
  letters: { code: "card_holder_without_letters" },
  too_long: { code: "too_long", max: cardHolderMax },
}

const isSavedCardToken = Schema.is(SavedCardToken)
