// The CEP, Brazil's postal code.
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { trimCode } from "../text/raw-text.ts"

/** Why a postal code is refused. */
export const PostalCodeRefusal = Schema.Literals(["format", "unassigned"])
export type PostalCodeRefusal = typeof PostalCodeRefusal.Type

/**
 * The text is no postal code; the caller can correct it.
 *
 * `format`: not eight digits, with or without a hyphen after the fifth. `unassigned`: `00000000`, which no place has.
 */
export class PostalCodeRefused extends Data.TaggedClass("PostalCodeRefused")<{
  readonly reason: PostalCodeRefusal
}> {}

/** Eight digits. Text and never a number: codes of São Paulo start with 0. There is no check digit. */
export const PostalCode = Schema.String.check(
  Schema.isPattern(/^[0-9]{8}$/u),
  Schema.makeFilter((digits: string) => digits !== unassigned),
).pipe(Schema.brand("PostalCode"))
export type PostalCode = typeof PostalCode.Type

/** Reads `01310-100` and `01310100`. Whether the place exists is for a postal code lookup to say. */
export const parsePostalCode = (input: string): Result.Result<PostalCode, PostalCodeRefused> => {
  const text = trimCode(input)
  if (!/^[0-9]{5}-?[0-9]{3}$/u.test(text)) return Result.fail(new PostalCodeRefused({ reason: "format" }))
  const digits = text.replace("-", "")
  return digits === unassigned
    ? Result.fail(new PostalCodeRefused({ reason: "unassigned" }))
    : Result.succeed(PostalCode.make(digits, { disableChecks: true }))
}

/** The postal code as it is printed: `01310-100`. */
export const formatPostalCode = (postalCode: PostalCode): string => `${postalCode.slice(0, 5)}-${postalCode.slice(5)}`

const unassigned = "00000000"
