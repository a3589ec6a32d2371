// The barcode of a bank slip: 44 digits with the bank, the due date, the amount, and a field of the bank's own.
//
//   1-3 bank   4 currency   5 check digit   6-9 due-date factor   10-19 centavos   20-44 free field
//
// Source: Carta-Circular BCB 2.926/2000.
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { LocalDate } from "../calendar/local-date.ts"
import { type Centavos, centavos } from "../money/centavos.ts"
import { mod11 } from "./check-digits.ts"
import { DueDateFactor, dueDateFactor, dueDateFromFactor } from "./due-date-factor.ts"

/** The bank's number in the clearing house (COMPE), three digits. None begins with 8: that marks collection slips. */
export const BankCode = Schema.String.check(Schema.isPattern(/^[0-79][0-9]{2}$/u)).pipe(Schema.brand("BankCode"))
export type BankCode = typeof BankCode.Type

/** 25 digits that identify the slip to its issuing bank. */
export const FreeField = Schema.String.check(Schema.isPattern(/^[0-9]{25}$/u)).pipe(Schema.brand("FreeField"))
export type FreeField = typeof FreeField.Type

/** Why a text is no barcode. If several reasons hold, the first is given. */
export const BarcodeRefusal = Schema.Literals(["format", "collection_slip", "currency", "check_digit"])
export type BarcodeRefusal = typeof BarcodeRefusal.Type

/**
 * `format`: not 44 digits. `collection_slip`: first digit 8, which is the other layout, for utilities and taxes; no
 * bank settles it as a slip. `currency`: not in reais. `check_digit`: a digit was misread.
 */
export class BarcodeRefused extends Schema.TaggedError<BarcodeRefused>()("BarcodeRefused", {
  reason: BarcodeRefusal,
}) {}

/** 44 digits in reais, with the right check digit. */
export const Barcode = Schema.String.check(
  Schema.makeFilter((text: string) => refusalOf(text) === undefined, { expected: "the barcode of a bank slip" }),
).pipe(Schema.brand("Barcode"))
export type Barcode = typeof Barcode.Type

/** The content of a barcode. */
export interface Slip {
  readonly bank: BankCode
  readonly dueDate: LocalDate
  /** Centavos, 1 to `slipAmountMax`. */
  readonly amount: Centavos
  readonly freeField: FreeField
}

/**
 * The content of a barcode as it is read. Other companies' slips may leave date and amount to the payer; ours never do.
 */
export interface ReadSlip {
  readonly bank: BankCode
  /** `null` if the slip has no due date. */
  readonly dueDate: LocalDate | null
  /** Centavos; 0 if the payer chooses the amount. */
  readonly amount: Centavos
  readonly freeField: FreeField
}

/** R$ 99 999 999,99: ten digits of centavos. */
export const slipAmountMax = 9_999_999_999

/** Why a slip cannot have a barcode, or a barcode has no slip. If both reasons hold, the first is given. */
export const SlipRefusal = Schema.Literals(["amount", "due_date"])
export type SlipRefusal = typeof SlipRefusal.Type

/**
 * Writing, `amount`: below one centavo or above `slipAmountMax`; `due_date`: before the first factor, 1997-10-08.
 *
 * Reading, `amount`: above `slipAmountMax`: such slips write the amount over the due date; `due_date`: the factor means
 * no date near the reference.
 */
export class SlipRefused extends Schema.TaggedError<SlipRefused>()("SlipRefused", { reason: SlipRefusal }) {}

/**
 * The 44 digits that are printed as bars, including the check digit. Refuses an amount or a due date that does not fit.
 */
export const barcodeFromSlip = (slip: Slip): Result.Result<Barcode, SlipRefused> => {
  if (slip.amount < 1 || slip.amount > slipAmountMax) return refuse("amount")
  const factor = dueDateFactor(slip.dueDate)
  if (Option.isNone(factor)) return refuse("due_date")
  const start = `${slip.bank}${real}`
  const rest = `${padded(factor.value, factorDigits)}${padded(slip.amount, amountDigits)}${slip.freeField}`
  return Result.succeed(Barcode.make(`${start}${mod11(`${start}${rest}`)}${rest}`))
}

/**
 * Reads a barcode.
 *
 * @param reference - today, or the day of issue: the due date is near it, by the rule of `dueDateFromFactor`
 */
export const slipFromBarcode = (barcode: Barcode, reference: LocalDate): Result.Result<ReadSlip, SlipRefused> => {
  const factor = Number(barcode.slice(5, 9))
  const read = (dueDate: LocalDate | null): ReadSlip => ({
    bank: BankCode.make(barcode.slice(0, 3)),
    dueDate,
    amount: centavos(Number(barcode.slice(9, 19))),
    freeField: FreeField.make(barcode.slice(19)),
  })
  if (factor === 0) return Result.succeed(read(null))
  return Option.match(dueDateFromFactor(DueDateFactor.make(factor), reference), {
    onSome: (dueDate) => Result.succeed(read(dueDate)),
    // Factors of three digits ended in 2000. Today they are the beginning of an amount of fourteen digits.
    onNone: () => refuse(factor < 1_000 ? "amount" : "due_date"),
  })
}

/** Accepts 44 digits without spaces, as a scanner returns them. */
export const parseBarcode = (input: string): Result.Result<Barcode, BarcodeRefused> => {
  const reason = refusalOf(input)
  return reason === undefined ? Result.succeed(Barcode.make(input)) : Result.fail(new BarcodeRefused({ reason }))
}

const real = "9"
const factorDigits = 4
const amountDigits = 10

const refusalOf = (text: string): BarcodeRefusal | undefined => {
  if (!/^[0-9]{44}$/u.test(text)) return "format"
  if (text.startsWith("8")) return "collection_slip"
  if (text.at(3) !== real) return "currency"
  return text.at(4) === String(mod11(`${text.slice(0, 4)}${text.slice(5)}`)) ? undefined : "check_digit"
}

const refuse = (reason: SlipRefusal) => Result.fail(new SlipRefused({ reason }))

const padded = (value: number, digits: number): string => String(value).padStart(digits, "0")
