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
 * The text is no Brazilian telephone; the caller can correct it. The error does not contain the text, which is personal
 * data.
 *
 * `characters`: something other than digits, spaces and punctuation, or a `+` that does not come before every digit.
 * `country`: a `+` or `00` without 55. `length`: neither 10 nor 11 national digits. `area_code`: the first two digits
 * are not an area code (DDD).
 */
export class TelephoneRefused extends Data.TaggedClass("TelephoneRefused")<{
  readonly reason: TelephoneRefusal
}> {}

/**
 * Area code and subscriber, 10 or 11 digits.
 *
 * The subscriber's digits are not checked: sellers' records still contain mobiles from before the ninth digit.
 */
export const Telephone = Schema.String.check(
  Schema.makeFilter((digits: string) => /^[0-9]+$/u.test(digits) && refusalOf(digits) === undefined, {
    expected: "10 or 11 digits that start with an area code",
  }),
).pipe(Schema.brand("Telephone"))
export type Telephone = typeof Telephone.Type

/**
 * Reads a telephone as people write and dial it: with or without the country, and with or without a prefix before the
 * area code. That is `0`, or `90` for a collect call, alone or followed by the two digits of a carrier: `(011) …`,
 * `0 15 11 …`, `90 15 11 …`.
 *
 * After `+` or `00`, 55 means the country. Otherwise 55 means the country only if too many digits would be left without
 * it: it is also the area code of Santa Maria. No area code begins with 0 or equals 90, and no carrier begins with 0,
 * so the number of digits allows one reading only.
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

/** The printed form in Brazil: `(11) 98765-4321`, `(11) 3333-4444`. */
export const formatTelephone = (telephone: Telephone): string =>
  telephone.replace(/^(.{2})(.{4,5})(.{4})$/u, "($1) $2-$3")

/** The form in Pix keys and at acquirers, E.164: `+5511987654321`. */
export const telephoneE164 = (telephone: Telephone): string => `+55${telephone}`

/** Area code and subscriber, if they follow the trunk prefix. Otherwise all digits unchanged. */
const withoutTrunk = (digits: string): string =>
  /^(?:0|90)(?:[1-9][0-9])?([1-9][0-9]{9,10})$/u.exec(digits)?.[1] ?? digits

const refusalOf = (digits: string): TelephoneRefusal | undefined => {
  if (digits.length !== 10 && digits.length !== 11) return "length"
  return areaCodes.includes(digits.slice(0, 2)) ? undefined : "area_code"
}
