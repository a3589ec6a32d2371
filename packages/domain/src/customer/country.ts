// The country of an address, if it has one.
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { trimCode } from "../text/code.ts"
import { upperCaseAscii } from "../text/text.ts"

/** Two upper-case letters, as in ISO 3166-1 alpha-2. The code need not be assigned. */
export const Country = Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u)).pipe(Schema.brand("Country"))
export type Country = typeof Country.Type

/** The text is not two letters; the caller can correct it. */
export class CountryRefused extends Data.TaggedClass("CountryRefused")<{
  readonly reason: "format"
}> {}

/** Reads a country code in either case. */
export const parseCountry = (input: string): Result.Result<Country, CountryRefused> => {
  const text = upperCaseAscii(trimCode(input))
  return isCountry(text) ? Result.succeed(text) : Result.fail(new CountryRefused({ reason: "format" }))
}

const isCountry = Schema.is(Country)
