/**
 * What the simulated acquirer makes of being asked to give money back: it settles within the call, or it never will.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { RefundKey } from "@vintem/domain/identifiers"
import { methodRules } from "@vintem/domain/method"
import type { KnownReason } from "@vintem/domain/order"
import type { RefundAnswer, RefundRequest } from "@vintem/domain/ports"
import { isUndisputed, remainderOf, type SimulatedCharge } from "./books/simulated-charge.ts"

/**
 * Why nothing is refunded, as `reason` of its report. If several reasons hold, the first of this list is given.
 *
 * - `unknown_charge`: no charge goes by this key
 * - `not_charged`: the charge brought no money
 * - `in_dispute`: a case took the money, or may
 * - `too_late`: a Pix goes back for 90 days, a card charge for 180
 * - `amount_above_remainder`: less is left of the charge
 */
export type RefundFailure = Extract<
  KnownReason,
  "unknown_charge" | "not_charged" | "in_dispute" | "too_late" | "amount_above_remainder"
>

/** The charge after the refund was asked for: itself if that was asked before. */
export const refunded = (charge: SimulatedCharge, request: RefundRequest, now: Instant): SimulatedCharge => {
  const { key, amount, way } = request
  if (answerToRefund(charge, key) !== null) return charge
  const reason = failureOf(charge, request, now)
  return reason === null
    ? { ...charge, refunds: [...charge.refunds, { key, amount, way }] }
    : { ...charge, failedRefunds: [...charge.failedRefunds, { key, reason }] }
}

/** The state of a refund; null if it was never asked for. */
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
