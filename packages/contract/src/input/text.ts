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
import { type Read, type Rule, refusedAs, value } from "./codec.ts"
import type { FaultReason } from "./fault-code.ts"

/** A text with this number of characters. */
export const text = (limits: TextLimits) => value(Schema.String, readText(limits), charactersOf(limits))

/** A text, or an integer that becomes its digits: a house number. */
export const textOrInteger = (limits: TextLimits) =>
  value(Schema.Union([Schema.String, Schema.Int]), readTextOrInteger(limits), charactersOf(limits))

const charactersOf = ({ min, max }: TextLimits) => ({
  words: min > 0 ? `${min} to ${max} characters` : `At most ${max} characters`,
  unless: `${max} characters`,
})

/** A text with a parser of the domain. */
export const textRead = <A>(read: Read<A>, rule?: Rule) => value(Schema.String, read, rule)

export const readText = (limits: TextLimits): Read<string> =>
  ofString((text) => Result.mapError(parseText(text, limits), faultWithin(limits)))

/** Reads a string with a parser of the domain. */
export const ofString =
  <A>(parse: (text: string) => Result.Result<A, FaultReason>): Read<A> =>
  (input) =>
    typeof input === "string" ? parse(input) : refusedAs(notAString)

/** The reason for a value that is not text. */
export const notAString: FaultReason = { code: "wrong_type", expected: "string" }
const notAStringOrInteger = refusedAs({ code: "wrong_type", expected: "string_or_integer" })

/** A parser with one reason for all its refusals. */
const told =
  <A>(parse: (text: string) => Result.Result<A, unknown>, reason: FaultReason) =>
  (text: string) =>
    Result.mapError(parse(text), () => reason)

/** For addresses: `12`, `"12-A"`. A number becomes its digits. */
export const readTextOrInteger = (limits: TextLimits): Read<string> => {
  const read = readText(limits)
  return (input) => {
    if (Number.isSafeInteger(input)) return read(String(input))
    return typeof input === "string" ? read(input) : notAStringOrInteger
  }
}

export const readFullName = ofString((text) => Result.mapError(parseFullName(text), faultWithin(fullNameLimits)))
export const readEmail = ofString(told(parseEmail, { code: "invalid_email" }))
export const readDocument = ofString(told(parseDocument, { code: "invalid_document" }))
export const readTelephone = ofString(told(parseTelephone, { code: "invalid_telephone" }))
export const readPostalCode = ofString(told(parsePostalCode, { code: "invalid_postal_code" }))
export const readRegion = ofString(told(parseRegion, { code: "invalid_region" }))
export const readCountry = ofString(told(parseCountry, { code: "invalid_country" }))

export const fullName = textRead(readFullName, charactersOf(fullNameLimits))
export const email = textRead(readEmail, { words: "An e-mail address", unless: "e-mail" })
export const document = textRead(readDocument, { words: "With its check digits", unless: "check digits" })
export const telephone = textRead(readTelephone, { words: "With its area code", unless: "area code" })
export const postalCode = textRead(readPostalCode, { words: "Eight digits, hyphen or not", unless: "eight digits" })
export const region = textRead(readRegion, { words: "Abbreviation of the state", unless: "abbreviation" })
export const country = textRead(readCountry, { words: "Two letters", unless: "two letters" })

const faultWithin =
  ({ min, max }: TextLimits) =>
  ({ reason }: TextRefused): FaultReason => {
    switch (reason) {
      case "marks":
        return { code: "too_many_marks", max: marksInRowMax }
      case "control_character":
        return { code: "control_character" }
      case "too_long":
        return { code: "too_long", max }
      case "empty":
      case "too_short":
        return { code: "too_short", min }
    }
  }
