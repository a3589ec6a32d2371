/**
 * Why an acquirer refused a charge or a refund, as far as the service has words for it. The
 * first two are the service's own. The others are those of the simulated acquirer; an
 * adapter of another one may translate its own into them. Any other text is kept as the acquirer wrote it, and shown to support alone.
 *
 * @see docs/decisions/engineering.md#0339
 */
import * as Schema from "effect/Schema"

export const KnownReason = Schema.Literals([
  "acquirer not reached",
  "wrong_instrument",
  "refused_by_issuer",
  "insufficient_funds",
  "try_again_later",
  "rejected_by_risk_analysis",
  "unknown_card",
  "amount_out_of_range",
  "due_date_out_of_range",
  "unknown_charge",
  "not_charged",
  "in_dispute",
  "too_late",
  "amount_above_remainder",
])
export type KnownReason = typeof KnownReason.Type
