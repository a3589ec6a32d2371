// The digitable line of a bank slip: its barcode rearranged into 47 digits that a person can type, with a check digit
// for each of the first three fields.
//
//   1-4 bank and currency, 5-9 free 1-5, 10 check      11-20 free 6-15, 21 check      22-31 free 16-25, 32 check
//   33 check digit of the barcode      34-37 due-date factor, 38-47 centavos
//
// Source: Carta-Circular BCB 2.926/2000.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Barcode, parseBarcode } from "./barcode.ts"
import { mod10 } from "./check-digits.ts"

/** Why a text is no digitable line. If several reasons hold, the first is given. */
export const DigitableLineRefusal = Schema.Literals([
  "characters",
  "collection_slip",
  "length",
  "field_1",
  "field_2",
  "field_3",
  "currency",
  "check_digit",
])
export type DigitableLineRefusal = typeof DigitableLineRefusal.Type

/**
 * `characters`: something other than digits, points and spaces. `collection_slip`: first digit 8, the layout of
 * utilities and taxes (48 digits, hyphens included). `length`: not 47 digits. `field_1` to `field_3`: the check digit
 * of that field is wrong, so the fault is in it. `currency`: not in reais. `check_digit`: the fields are right, but the
 * whole is not.
 */
export class DigitableLineRefused extends Schema.TaggedError<DigitableLineRefused>()("DigitableLineRefused", {
  reason: DigitableLineRefusal,
}) {}

/** 47 digits, with all four check digits right. */
export const DigitableLine = Schema.String.check(
  Schema.makeFilter((text: string) => refusalOf(text) === undefined, { expected: "47 digits of a digitable line" }),
).pipe(Schema.brand("DigitableLine"))
export type DigitableLine = typeof DigitableLine.Type

/** Reads the line as typed or as printed: points and spaces are dropped everywhere. */
export const parseDigitableLine = (input: string): Result.Result<DigitableLine, DigitableLineRefused> => {
  const text = input.replace(/[. ]+/gu, "")
  const reason = refusalOf(text)
  return reason === undefined
    ? Result.succeed(DigitableLine.make(text))
    : Result.fail(new DigitableLineRefused({ reason }))
}

/** The printed form: `AAAAA.AAAAA BBBBB.BBBBBB CCCCC.CCCCCC D EEEEEEEEEEEEEE`. */
export const formatDigitableLine = (line: DigitableLine): string =>
  line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/u, "$1.$2 $3.$4 $5.$6 $7 $8")

/** The 47 digits that people type, with a check digit for each of the first three fields. */
export const digitableLineFromBarcode = (barcode: Barcode): DigitableLine => {
  const free = barcode.slice(19)
  const fields = [`${barcode.slice(0, 4)}${free.slice(0, 5)}`, free.slice(5, 15), free.slice(15)]
  const checked = fields.map((field) => `${field}${mod10(field)}`).join("")
  return DigitableLine.make(`${checked}${barcode.slice(4, 19)}`)
}

/** The inverse: the 44 digits that are printed as bars. */
export const barcodeFromDigitableLine = (line: DigitableLine): Barcode => Barcode.make(rearranged(line))

const refusalOf = (text: string): DigitableLineRefusal | undefined => {
  if (/^8[0-9-]*$/u.test(text)) return "collection_slip"
  if (!/^[0-9]*$/u.test(text)) return "characters"
  if (text.length !== 47) return "length"
  if (!endsInMod10(text.slice(0, 10))) return "field_1"
  if (!endsInMod10(text.slice(10, 21))) return "field_2"
  if (!endsInMod10(text.slice(21, 32))) return "field_3"
  return Result.match(parseBarcode(rearranged(text)), {
    onSuccess: () => undefined,
    onFailure: ({ reason }) => (reason === "currency" ? reason : "check_digit"),
  })
}

const endsInMod10 = (field: string): boolean => field.endsWith(String(mod10(field.slice(0, -1))))

/** The 44 digits of the barcode, without the check digits of the fields. */
const rearranged = (line: string): string =>
  [line.slice(0, 4), line.slice(32), line.slice(4, 9), line.slice(10, 20), line.slice(21, 31)].join("")
