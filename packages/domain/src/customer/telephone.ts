// Brazilian telephone numbers: area code and subscriber, however people punctuate them.
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compactCode } from "../text/code.ts"

/** The 67 area codes (DDD) in use under Anatel's numbering plan. */
export const areaCodes: ReadonlyArray<string> = [
  ...["11", "12", "13", "14", "15", "16", "17", "18", "19"],
  ...["21", "22", "24", "27", "28"],
  ...["31", "32", "33", "34", "35", "37", "38"],
  ...["41", "42", "43", "44", "45", "46", "47", "48", "49"],
  ...["51", "53", "54", "55"],
  ...["61", "62", "63", "64", "65", "66", "67", "68", "69"],
  ...["71", "73", "74", "75", "77", "79"],
  ...["81", "82", "83", "84", "85", "86", "87", "88", "89"],
  ...["91", "92", "93", "94", "95", "96", "97", "98", "99"],
]

/** Why a telephone is refused. If several reasons hold, the first is given. */
export const TelephoneRefusal = Schema.Literals(["characters", "country", "length", "area_code"])
export type TelephoneRefusal = typeof TelephoneRefusal.Type

/**
 * The text is no Brazilian telephone; the caller can correct it. The error does not hold the text, which is personal data.
 *
 * `characters`: something other than digits, spaces and punctuation, or a `+` that does not come before every digit.
 * `country`: a `+` or `00` without 55. `length`: neither 10 nor 11 national digits. `area_code`: the first two are no DDD.
 */
export class TelephoneRefused extends Data.TaggedClass("TelephoneRefused")<{
  readonly reason: TelephoneRefusal
}> {}

/**
 * Area code and subscriber, 10 or 11 digits.
 *
 * Nothing is asked of the subscriber's digits: sellers' records still hold mobiles from before the ninth digit.
 */
export const Telephone = Schema.String.check(
  Schema.makeFilter((digits: string) => /^[0-9]+$/u.test(digits) && refusalOf(digits) === undefined, {
    expected: "10 or 11 digits that start with an area code",
  }),
).pipe(Schema.brand("Telephone"))
export type Telephone = typeof Telephone.Type

/**
 * Reads a telephone as people write and dial it: with or without the country, and with or without what is dialed before an
 * area code, `0` or (for a collect call) `90`, alone or with the two digits of a carrier: `(011) …`, `0 15 11 …`, `90 15 11 …`.
 *
 * After a `+` or `00` the country is what the 55 means. Without one, 55 is the country only if too many digits would be left
 * otherwise: it is also the area code of Santa Maria. No area code begins with 0 and none is 90, and no carrier begins with
 * 0, so the number of digits leaves one reading.
 */
export const parseTelephone = (input: string): Result.Result<Telephone, TelephoneRefused> => {
  const compact = compactCode(input)
  if (!/^\+?[0-9]*$/u.test(compact)) return Result.fail(new TelephoneRefused({ reason: "characters" }))
  if (/^(?:\+|00)(?!55)/u.test(compact)) return Result.fail(new TelephoneRefused({ reason: "country" }))
  const digits = withoutTrunk(compact.replace(/^(?:\+55|0055|55(?=[0-9]{10}))/u, ""))
  const reason = refusalOf(digits)
  return reason === undefined
    ? Result.succeed(Telephone.make(digits, { disableChecks: true }))
    : Result.fail(new TelephoneRefused({ reason }))
}

/** The telephone as it is printed in Brazil: `(11) 98765-4321`, `(11) 3333-4444`. */
export const formatTelephone = (telephone: Telephone): string =>
  telephone.replace(/^(.{2})(.{4,5})(.{4})$/u, "($1) $2-$3")

/** The telephone as Pix keys and acquirers write it, in E.164: `+5511987654321`. */
export const telephoneE164 = (telephone: Telephone): string => `+55${telephone}`

/** Area code and subscriber, if that is what follows the trunk prefix; else all digits as they are. */
const withoutTrunk = (digits: string): string =>
  /^(?:0|90)(?:[1-9][0-9])?([1-9][0-9]{9,10})$/u.exec(digits)?.[1] ?? digits

const refusalOf = (digits: string): TelephoneRefusal | undefined => {
  if (digits.length !== 10 && digits.length !== 11) return "length"
  return areaCodes.includes(digits.slice(0, 2)) ? undefined : "area_code"
}
