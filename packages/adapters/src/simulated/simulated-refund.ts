/** The simulated acquirer's answer to a refund: it settles within the call, or never. */
import type { Instant } from "@vintem/domain/calendar"
import type { RefundKey } from "@vintem/domain/identifiers"
import { methodRules } from "@vintem/domain/method"
import type { KnownReason } from "@vintem/domain/order"
import type { RefundAnswer, RefundRequest } from "@vintem/domain/ports"
import { isUndisputed, remainderOf, type SimulatedCharge } from "./books/simulated-charge.ts"

/**
 * The reasons why nothing is refunded, as `reason` of its report. If several hold, the first of this list.
 *
 * - `unknown_charge`: no charge has this key
 * - `not_charged`: the charge received no money
 * - `in_dispute`: a case took the money, or may
 * - `too_late`: a Pix can be refunded for 90 days, a card charge for 180
 * - `amount_above_remainder`: less is left of the charge
 */
export type RefundFailure = Extract<
  KnownReason,
  "unknown_charge" | "not_charged" | "in_dispute" | "too_late" | "amount_above_remainder"
>

/** The charge after the request: itself if the refund was requested before. */
export const refunded = (charge: SimulatedCharge, request: RefundRequest, now: Instant): SimulatedCharge => {
  const { key, amount, way } = request
  if (answerToRefund(charge, key) !== null) return charge
  const reason = failureOf(charge, request, now)
  return reason === null
    ? { ...charge, refunds: [...charge.refunds, { key, amount, way }] }
    : { ...charge, failedRefunds: [...charge.failedRefunds, { key, reason }] }
}

/** The state of a refund; null if it was never requested. */
export const answerToRefund = (charge: SimulatedCharge, key: RefundKey): RefundAnswer | null => {
  if (charge.refunds.some((refund) => refund.key === key)) return { fact: "settled", report: {} }
  const failure = charge.failedRefunds.find((refund) => refund.key === key)
  return failure === undefined ? null : { fact: "failed", report: { reason: failure.reason } }
}

const failureOf = (charge: SimulatedCharge, { amount }: RefundRequest, now: Instant): RefundFailure | null => {
  const { confirmedAt, method, state } = charge
  if (state !== "confirmed") return "not_charged"
  if (!isUndisputed(charge)) return "in_dispute"
  if (confirmedAt !== null && now > confirmedAt + methodRules[method].refundWindowMillis) return "too_late"
  return amount > remainderOf(charge) ? "amount_above_remainder" : null
}
