/**
 * Bank slips (boletos): a form that the payer pays at any bank until its due date.
 */
import * as Schema from "effect/Schema"
import { addBankingDays } from "../calendar/banking-days.ts"
import type { Instant } from "../calendar/instant.ts"
import { LocalDate } from "../calendar/local-date.ts"
import { endOfDayExclusive } from "../calendar/sao-paulo.ts"
import { singlePayment } from "../installments/installment-count.ts"
import { slipAmountMax } from "../slip/barcode.ts"
import type { MethodRules } from "./method-rules.ts"

/** What is issued. `line` is the 47-digit line, `barcode` its 44 digits. */
export const bankSlipFields = { line: Schema.String, barcode: Schema.String, dueDate: LocalDate }

/** A payment made on the last day is reported on the next banking day, or the one after if the payer's bank was closed. */
const graceBankingDays = 2

/** The calendar ends with the year 9999. A slip that is due later than this day expires as one that is due on it. */
const lastDueDate = LocalDate.make("9999-12-20")

/** From the end, in São Paulo, of the second banking day after its due date an unpaid slip counts as expired. */
export const bankSlipExpiry = ({ dueDate }: { readonly dueDate: LocalDate }): Instant =>
  endOfDayExclusive(addBankingDays(dueDate < lastDueDate ? dueDate : lastDueDate, graceBankingDays))

/** A slip is paid like cash: it has no rail for refunds, so a refund is a transfer, at any time, and it cannot be disputed. */
export const bankSlipRules: MethodRules = {
  name: "Boleto bancário",
  amountMax: slipAmountMax,
  installmentsMax: singlePayment,
  needsPayer: true,
  refundWay: "transfer",
  refundWindowMillis: Number.POSITIVE_INFINITY,
  isDisputable: false,
}
