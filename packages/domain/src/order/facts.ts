/**
 * The possible facts about an order's money, and their weights.
 *
 * Nothing here depends on the order of arrival: the facts of an attempt, a refund or a dispute are a set, and the
 * heaviest one gives its state.
 */
import * as Schema from "effect/Schema"
import { type FactSet, factSets } from "./fact-set.ts"

// Plain lists: a browser that only computes a status loads no schema.
const attemptWeights = [
  "sent",
  "unknown",
  "open",
  "review",
  "approved",
  "rejected",
  "refused",
  "expired",
  "voided",
  "confirmed",
] as const
const refundWeights = ["requested", "processing", "failed", "settled"] as const
const caseWeights = ["opened", "taken", "contested", "won", "lost"] as const

/**
 * Facts about one attempt to charge, lightest first.
 *
 * `sent`: given to the acquirer. `unknown`: its answer did not come. `open`: a Pix or slip was issued. `review`: held
 * for risk analysis; `approved` and `rejected` are the results of that analysis. `refused`, `expired`, `voided`: this
 * attempt brings no money. `confirmed`: the money was received. It outweighs everything, because a late payment counts
 * too.
 */
export const AttemptFact = Schema.Literals(attemptWeights)
export type AttemptFact = typeof AttemptFact.Type

/** Facts about one refund, lightest first. Money moves on `settled` only. */
export const RefundFact = Schema.Literals(refundWeights)
export type RefundFact = typeof RefundFact.Type

/** Facts about one dispute, lightest first. `opened` and `contested` move no money; `taken` and `lost` take it back. */
export const CaseFact = Schema.Literals(caseWeights)
export type CaseFact = typeof CaseFact.Type

/** Sets of facts of an attempt. */
export const attemptFacts = factSets<AttemptFact>(attemptWeights)
/** Sets of facts of a refund. */
export const refundFacts = factSets<RefundFact>(refundWeights)
/** Sets of facts of a dispute. */
export const caseFacts = factSets<CaseFact>(caseWeights)

/** The state of an attempt: its heaviest fact that counts, or null if nothing is known. */
export const attemptState = (facts: FactSet<AttemptFact>): AttemptFact | null =>
  attemptFacts.heaviest(facts.includes("review") ? facts : withoutVerdicts(facts))

/** A verdict only counts if the attempt is known to be held. Until then it is kept and waits. */
const withoutVerdicts = (facts: FactSet<AttemptFact>): FactSet<AttemptFact> =>
  facts.includes("approved") || facts.includes("rejected")
    ? attemptFacts.of(...facts.filter((fact) => fact !== "approved" && fact !== "rejected"))
    : facts

/** True if a payer can still pay this attempt: its Pix or slip is open. */
export const isPayable = (facts: FactSet<AttemptFact>): boolean => attemptState(facts) === "open"

/**
 * True if money may still come without another charge: a payer can still pay, or the attempt is held for risk analysis.
 */
export const isPayableOrHeld = (facts: FactSet<AttemptFact>): boolean => {
  const state = attemptState(facts)
  return state === "open" || state === "review"
}

/**
 * True if the acquirer was asked and its answer is unknown. An order has at most one such attempt, because two could
 * both be paid.
 */
export const isInFlight = (facts: FactSet<AttemptFact>): boolean => {
  const state = attemptState(facts)
  return state === "sent" || state === "unknown"
}

/** The states of an attempt whose outcome the acquirer still has to report: money may move. */
export const owedStates = ["sent", "unknown", "approved"] as const satisfies ReadonlyArray<AttemptFact>

/** True if the acquirer still has to report the outcome of an attempt in this state. */
export const isOutcomeOwed = (state: AttemptFact | null): boolean => owedStates.some((owed) => owed === state)

/** True if the acquirer was asked, and nothing was reported or decided since. */
export const isUnanswered = (facts: FactSet<AttemptFact>): boolean => facts.every((fact) => fact === "sent")

/** The heaviest fact of a refund, or null if there is none. */
export const refundState = (facts: FactSet<RefundFact>): RefundFact | null => refundFacts.heaviest(facts)

/** True if a refund was requested or begun, and has neither settled nor failed. */
export const isRefundUnderWay = (facts: FactSet<RefundFact>): boolean => {
  const state = refundState(facts)
  return state === "requested" || state === "processing"
}

/** The heaviest fact of a dispute, or null if there is none. */
export const caseState = (facts: FactSet<CaseFact>): CaseFact | null => caseFacts.heaviest(facts)
