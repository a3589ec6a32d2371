// The CEP, Brazil's postal code.
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compactCode } from "../text/code.ts"

/** Why a postal code is refused. */
export const PostalCodeRefusal = Schema.Literals(["format", "unassigned"])
export type PostalCodeRefusal = typeof PostalCodeRefusal.Type

/**
 * The text is not a postal code; the caller can correct it.
 *
 * `format`: not eight digits, apart from punctuation. `unassigned`: `00000000`, which no place has.
 */
export class PostalCodeRefused extends Data.TaggedClass("PostalCodeRefused")<{
  readonly reason: PostalCodeRefusal
}> {}

/** Eight digits. Text, not a number: codes in São Paulo start with 0. There is no check digit. */
export const PostalCode = Schema.String.check(
  Schema.isPattern(/^[0-9]{8}$/u),
  Schema.makeFilter((digits: string) => digits !== unassigned),
).pipe(Schema.brand("PostalCode"))
export type PostalCode = typeof PostalCode.Type

/**
 * Reads `01310-100`, `01310100`, `01.310-100` and `01310 100`: punctuation and spaces are dropped everywhere. Only a
 * lookup can say if the place exists.
 */
export const parsePostalCode = (input: string): Result.Result<PostalCode, PostalCodeRefused> => {
  const digits = compactCode(input)
  if (!/^[0-9]{8}$/u.test(digits)) return Result.fail(new PostalCodeRefused({ reason: "format" }))
  return digits === unassigned
    ? Result.fail(new PostalCodeRefused({ reason: "unassigned" }))
    : Result.succeed(PostalCode.make(digits, { disableChecks: true }))
}

/** The printed form of a postal code: `01310-100`. */
export const formatPostalCode = (postalCode: PostalCode): string => `${postalCode.slice(0, 5)}-${postalCode.slice(5)}`

const unassigned = "00000000"
