/**
 * Credit cards.
 */
import { millisecondsPerDay } from "../calendar/local-date.ts"
import { installmentsMax } from "../installments/installment-count.ts"
import type { MethodRules } from "./method-rules.ts"

/** A card is charged at once, in up to twelve installments, and can be charged again without its holder. */
export const creditRules: MethodRules = {
  title: { "pt-BR": "Cartão de crédito", en: "Credit card" },
  offeredAs: 2,
  namesAddress: false,
  amountMax: null,
  installmentsMax,
  needsPayer: false,
  refundWay: "reversal",
  refundWindowMillis: 180 * millisecondsPerDay,
  isDisputable: true,
}
