/** Bank slips (boletos): the payer pays a slip at any bank until its due date. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { addBankingDays, nextBankingDay } from "../calendar/banking-days.ts"
import { addDays, LocalDate } from "../calendar/local-date.ts"
import { endOfDayExclusive, saoPauloDate } from "../calendar/sao-paulo.ts"
import { singlePayment } from "../installments/installment-count.ts"
import { parseBarcode, slipAmountMax, slipFromBarcode } from "../slip/barcode.ts"
import { barcodeFromDigitableLine, parseDigitableLine } from "../slip/digitable-line.ts"
import { wrong, wrongBy } from "./instrument-fault.ts"
import type { IssuedRules, IssuedTerms, Judge, MethodRules } from "./method-rules.ts"

/** The fields of a slip. `line` is the 47-digit line, `barcode` its 44 digits. */
export const bankSlipFields = { line: Schema.String, barcode: Schema.String, dueDate: LocalDate }

type BankSlip = Schema.Struct.Type<typeof bankSlipFields>

/** The slip that the acquirer has to issue. */
export interface BankSlipMeans extends Pick<BankSlip, "dueDate"> {
  readonly _tag: "bank_slip"
}

/**
 * A payment made on the last day is reported on the next banking day, or the one after if the payer's bank was closed.
 */
const graceBankingDays = 2

/** The calendar ends with the year 9999. A slip with a later due date expires as if it were due on this day. */
const lastDueDate = "9999-12-20"

/**
 * A slip is paid like cash: it has no rail for refunds, so a refund is a transfer, at any time. A payment by slip
 * cannot be disputed.
 */
export const bankSlipRules: MethodRules = {
  title: { "pt-BR": "Boleto bancário", en: "Bank slip (boleto)" },
  offeredAs: 3,
  namesAddress: true,
  amountMax: slipAmountMax,
  installmentsMax: singlePayment,
  needsPayer: true,
  refundWay: "transfer",
  refundWindowMillis: Number.POSITIVE_INFINITY,
  isDisputable: false,
}

export const bankSlipTerms: IssuedTerms = {
  demoFee: { percent: 0, fixed: 349 },
  expiration: { unit: "days", min: 1, max: 365, usual: 3 },
}

/**
 * A slip is due on a banking day. An unpaid one counts as expired from the end of the second banking day after it, in
 * São Paulo.
 */
export const issuedBankSlip: IssuedRules<BankSlip, BankSlipMeans> = {
  meansFor: (days, now) => ({ _tag: "bank_slip", dueDate: nextBankingDay(addDays(saoPauloDate(now), days)) }),
  meansDueOn: (day) => ({ _tag: "bank_slip", dueDate: nextBankingDay(day) }),
  lastDay: nextBankingDay,
  expiryOf: ({ dueDate }) =>
    endOfDayExclusive(addBankingDays(dueDate < lastDueDate ? dueDate : LocalDate.make(lastDueDate), graceBankingDays)),
  textOf: ({ line }) => line,
  contentOf: ({ barcode, dueDate, line }) => `${dueDate} ${line} ${barcode}`,
}

/** Line and barcode have to match each other, the amount and the day. The line is stored without points and spaces. */
export const judgedBankSlip: Judge<BankSlip> = (slip, { amount, today }) =>
  Result.gen(function* () {
    const line = yield* Result.mapError(parseDigitableLine(slip.line), ({ reason }) => wrongBy("line", reason))
    const barcode = yield* Result.mapError(parseBarcode(slip.barcode), ({ reason }) => wrongBy("barcode", reason))
    if (barcodeFromDigitableLine(line) !== barcode) return yield* wrong("agreement", null)
    const read = yield* Result.mapError(slipFromBarcode(barcode, today), ({ reason }) => wrongBy(reason, "factor"))
    if (read.amount !== amount) return yield* wrong("amount", null)
    if (read.dueDate !== slip.dueDate) return yield* wrong("due_date", null)
    return { ...slip, line }
  })
