/**
 * Texts of a request: trimmed, composed (NFC), without control characters, measured in code points.
 */
import {
  fullNameLimits,
  parseCountry,
  parseEmail,
  parseFullName,
  parsePostalCode,
  parseRegion,
  parseTelephone,
} from "@vintem/domain/customer"
import { parseDocument } from "@vintem/domain/documents"
import { marksInRowMax, parseText, type TextLimits, type TextRefused } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Read, type Rule, value } from "./codec.ts"

/** A text of so many characters. */
export const text = (limits: TextLimits) => value(Schema.String, readText(limits), charactersOf(limits))

/** A text, or an integer that becomes its digits: the number of a house. */
export const textOrInteger = (limits: TextLimits) =>
  value(Schema.Union([Schema.String, Schema.Int]), readTextOrInteger(limits), charactersOf(limits))

const charactersOf = ({ min, max }: TextLimits) => ({
  words: min > 0 ? `${min} to ${max} characters` : `At most ${max} characters`,
  unless: `${max} characters`,
})

/** A text that a parser of the domain reads. */
export const textRead = <A>(read: Read<A>, rule?: Rule) => value(Schema.String, read, rule)

export const readText = (limits: TextLimits): Read<string> =>
  ofString((text) => Result.mapError(parseText(text, limits), textFault))

/** Reads a string with a parser of the domain, whose refusal becomes one sentence. */
export const ofString =
  <A>(parse: (text: string) => Result.Result<A, string>): Read<A> =>
  (input) =>
    typeof input === "string" ? parse(input) : Result.fail("must be a string.")

const sentence =
  <A>(parse: (text: string) => Result.Result<A, unknown>, predicate: string) =>
  (text: string) =>
    Result.mapError(parse(text), () => predicate)

/** As in an address: `12`, `"12-A"`. A number becomes its digits. */
export const readTextOrInteger = (limits: TextLimits): Read<string> => {
  const read = readText(limits)
  return (input) => {
    if (Number.isSafeInteger(input)) return read(String(input))
    return typeof input === "string" ? read(input) : Result.fail("must be a string or an integer.")
  }
}

export const readFullName = ofString((text) => Result.mapError(parseFullName(text), textFault))
export const readEmail = ofString(sentence(parseEmail, "must be a valid e-mail address."))
export const readDocument = ofString(sentence(parseDocument, "must be a valid CPF or CNPJ."))
export const readTelephone = ofString(
  sentence(parseTelephone, "must be a Brazilian telephone number with its area code."),
)
export const readPostalCode = ofString(sentence(parsePostalCode, "must be a valid postal code."))
export const readRegion = ofString(sentence(parseRegion, "must be the abbreviation of a Brazilian state."))
export const readCountry = ofString(sentence(parseCountry, "must be a country code of two letters."))

export const fullName = textRead(readFullName, charactersOf(fullNameLimits))
export const email = textRead(readEmail, { words: "An e-mail address", unless: "e-mail" })
export const document = textRead(readDocument, { words: "With its check digits", unless: "check digits" })
export const telephone = textRead(readTelephone, { words: "With its area code", unless: "area code" })
export const postalCode = textRead(readPostalCode, { words: "Eight digits, hyphen or not", unless: "eight digits" })
export const region = textRead(readRegion, { words: "Abbreviation of the state", unless: "abbreviation" })
export const country = textRead(readCountry, { words: "Two letters", unless: "two letters" })

const textFault = ({ reason, limit }: TextRefused): string => {
  switch (reason) {
    case "marks":
      return `may not have more than ${marksInRowMax} combining marks in a row.`
    case "control_character":
      return "may not contain control characters."
    case "too_long":
      return `may not be longer than ${limit} ${limit === 1 ? "character" : "characters"}.`
    case "empty":
    case "too_short":
      return `must have at least ${limit} ${limit === 1 ? "character" : "characters"}.`
  }
}
