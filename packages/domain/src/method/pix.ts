/**
 * Pix: a code that the payer scans or copies, and pays within minutes.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { millisecondsPerDay } from "../calendar/local-date.ts"
import { singlePayment } from "../installments/installment-count.ts"
import type { MethodRules } from "./method-rules.ts"

/** What is issued. `code` is the copy-and-paste text of the QR code. */
export const pixFields = { code: Schema.String, expiresAt: Instant }

/** A refund (devolução) goes back by Pix within 90 days. Payers dispute by the special return mechanism (MED). */
export const pixRules: MethodRules = {
  name: "Pix",
  amountMax: null,
  installmentsMax: singlePayment,
  needsPayer: true,
  refundWay: "reversal",
  refundWindowMillis: 90 * millisecondsPerDay,
  isDisputable: true,
}
