/** The payment that a refund comes from, and the reason if it fails. */
import type { Instant } from "@vintem/domain/calendar"
import { methodRules } from "@vintem/domain/method"
import { type Centavos, total } from "@vintem/domain/money"
import type { KnownReason } from "@vintem/domain/order"
import type { WirePayment } from "./wire.ts"

/** The first payment with enough money left; otherwise the first one, and the institution refuses the refund. */
export const paymentFor = (payments: ReadonlyArray<WirePayment>, amount: Centavos): WirePayment | undefined =>
  payments.find((payment) => remainderOf(payment) >= amount) ?? payments[0]

/** Null if the shown payment allows the refund. The institution has one error for every reason. */
export const whyNotReturned = (payment: WirePayment, amount: Centavos, now: Instant): KnownReason | null => {
  if (now - payment.horario > methodRules.pix.refundWindowMillis) return "too_late"
  return amount > remainderOf(payment) ? "amount_above_remainder" : null
}

/** Centavos that were neither refunded nor are being refunded. */
const remainderOf = ({ valor, devolucoes }: WirePayment): number =>
  valor - total((devolucoes ?? []).filter(({ status }) => status !== "NAO_REALIZADO").map((one) => one.valor))
