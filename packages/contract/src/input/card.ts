/**
 * The card of a request: its full data, or the token of one that was saved.
 */
import {
  type CardDetails,
  type CardExpirationRefused,
  type CardHolderRefused,
  type CardNumberRefused,
  cardHolderMax,
  type LocalDate,
  parseCardDetails,
  SavedCardToken,
  type SecurityCodeRefused,
  trimCode,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { doesNotExist, type Fault, fault, missing } from "./fault.ts"
import { isBlank, type Read } from "./field.ts"
import { isObject, type Part } from "./part.ts"
import { ofString } from "./text.ts"

/** The card itself. */
export const FullCardRequest = Schema.Struct({
  holder: Schema.String.annotate({
    description: `Letters and spaces, at most ${cardHolderMax}.`,
    examples: ["MARIA DA SILVA"],
  }),
  number: Schema.String.annotate({ examples: ["4242424242424242"] }),
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

/** A card as requests write it. */
export const CardRequest = Schema.Union([FullCardRequest, SavedCardRequest])

export type CardInput =
  | { readonly _tag: "new"; readonly details: CardDetails }
  | { readonly _tag: "saved"; readonly token: SavedCardToken }

/**
 * Reads a card. Where a token is given, it counts, and the rest of the card is not looked at.
 *
 * @param today - the date in America/Sao_Paulo
 */
export const readCard = (input: unknown, path: string, today: LocalDate): Part<CardInput> => {
  if (isBlank(input)) return Result.fail([missing(path)])
  if (!isObject(input)) return Result.fail([fault(path, "must be an object.")])
  const token = input["token"]
  if (isBlank(token)) return readFullCard(input, path, today)
  return Result.mapBoth(readCardToken(token), {
    onFailure: (predicate) => [fault(`${path}.token`, predicate)],
    onSuccess: (known): CardInput => ({ _tag: "saved", token: known }),
  })
}

/** A text that is no token names no card. */
export const readCardToken: Read<SavedCardToken> = ofString((text) => {
  const token = trimCode(text)
  return isSavedCardToken(token) ? Result.succeed(token) : Result.fail(doesNotExist)
})

const readFullCard = (card: Readonly<Record<string, unknown>>, path: string, today: LocalDate): Part<CardInput> => {
  const details = parseCardDetails(
    {
      holder: textOf(card["holder"]),
      number: trimCode(textOf(card["number"])),
      expiration: trimCode(textOf(card["expiration"])),
      security: trimCode(textOf(card["security"])),
    },
    today,
  )
  if (Result.isSuccess(details)) return Result.succeed({ _tag: "new", details: details.success })
  const refusals = details.failure.faults.map(explained)
  return Result.fail(
    cardFields.flatMap((field): ReadonlyArray<Fault> => {
      const at = `${path}.${field}`
      if (isBlank(card[field])) return [missing(at)]
      if (typeof card[field] !== "string") return [fault(at, "must be a string.")]
      return refusals.filter((refusal) => refusal.field === field).map(({ predicate }) => fault(at, predicate))
    }),
  )
}

/** What is no text is left out, and then refused with its field. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

const cardFields = ["holder", "number", "expiration", "security"] as const

type CardFault = CardHolderRefused | CardNumberRefused | CardExpirationRefused | SecurityCodeRefused

const explained = (refusal: CardFault): { readonly field: (typeof cardFields)[number]; readonly predicate: string } => {
  switch (refusal._tag) {
    case "CardHolderRefused":
      return { field: "holder", predicate: holderFaults[refusal.reason] }
    case "CardNumberRefused":
      return { field: "number", predicate: "must be a valid card number." }
    case "CardExpirationRefused":
      return {
        field: "expiration",
        predicate: refusal.reason === "expired" ? "must not be in the past." : "must be a month as MM/YYYY.",
      }
    case "SecurityCodeRefused":
      return { field: "security", predicate: `must have ${refusal.lengths.join(" or ")} digits.` }
  }
}

const holderFaults = {
  characters: "may only contain letters and spaces.",
  letters: "must contain a letter.",
  too_long: `may not be longer than ${cardHolderMax} characters.`,
}

const isSavedCardToken = Schema.is(SavedCardToken)
