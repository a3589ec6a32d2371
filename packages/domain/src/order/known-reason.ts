/**
 * The reasons for refusing a charge or a refund that the service can translate. The first two are its own, the others
 * are the simulated acquirer's. An adapter for another acquirer may map its reasons to these. Any other text is stored
 * as the acquirer wrote it, and shown to support only.
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
