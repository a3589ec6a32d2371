/**
 * What can be learned about an order's money, and what weighs more than what.
 *
 * Messages of an acquirer arrive late, twice and in any order. So nothing here depends on the order of arrival: the facts of an
 * attempt, a refund or a case are a set, and what they amount to is the weightiest of them.
 */
import * as Schema from "effect/Schema"

/**
 * Facts about one attempt to charge, lightest first.
 *
 * `sent`: given to the acquirer. `unknown`: its answer did not come. `open`: a Pix or slip was issued. `review`: held for risk
 * analysis; `approved` and `rejected` are the verdicts of that analysis. `refused`, `expired`, `voided`: no money will come this
 * way. `confirmed`: the money was received, which nothing outweighs: a late payment is money all the same.
 */
export const AttemptFact = Schema.Literals([
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
])
export type AttemptFact = typeof AttemptFact.Type

/** A verdict says something only of an attempt known to be held: until then it is kept, and waits. */
const needsReview: ReadonlySet<AttemptFact> = new Set(["approved", "rejected"])

/** Facts about one refund, lightest first. Money moves on `settled` only. */
export const RefundFact = Schema.Literals(["requested", "processing", "failed", "settled"])
export type RefundFact = typeof RefundFact.Type

/** Facts about one case (dispute), lightest first. `opened` and `contested` move no money; `taken` and `lost` take it back. */
export const CaseFact = Schema.Literals(["opened", "taken", "contested", "won", "lost"])
export type CaseFact = typeof CaseFact.Type

/** Adds a fact to a set kept in order of weight; a fact already known gives back the same set. */
const adder =
  <F>(ranks: ReadonlyArray<F>) =>
  (known: ReadonlyArray<F>, fact: F): ReadonlyArray<F> =>
    known.includes(fact) ? known : ranks.filter((candidate) => candidate === fact || known.includes(candidate))

/** Adds a fact to those of an attempt, in its rank; one that is there already changes nothing. */
export const addAttemptFact = adder(AttemptFact.literals)
/** The same for the facts of a refund. */
export const addRefundFact = adder(RefundFact.literals)
/** The same for the facts of a dispute. */
export const addCaseFact = adder(CaseFact.literals)

/** What an attempt's facts amount to: the weightiest that counts, or null while nothing is known of it. */
export const attemptStanding = (facts: ReadonlyArray<AttemptFact>): AttemptFact | null => {
  const weightiest = facts.at(-1) ?? null
  if (weightiest === null || !needsReview.has(weightiest) || facts.includes("review")) return weightiest
  return facts.findLast((fact) => !needsReview.has(fact)) ?? null
}

/** Whether the acquirer was asked and its answer is not known: of an order at most one attempt is, for two could both be paid. */
export const isInFlight = (facts: ReadonlyArray<AttemptFact>): boolean => {
  const standing = attemptStanding(facts)
  return standing === "sent" || standing === "unknown"
}

/** The highest fact of a refund, or null without any. */
export const refundStanding = (facts: ReadonlyArray<RefundFact>): RefundFact | null => facts.at(-1) ?? null

/** Whether a refund was asked for, or begun, and has neither settled nor failed. */
export const isRefundUnderWay = (facts: ReadonlyArray<RefundFact>): boolean => {
  const standing = refundStanding(facts)
  return standing === "requested" || standing === "processing"
}

/** The highest fact of a dispute, or null without any. */
export const caseStanding = (facts: ReadonlyArray<CaseFact>): CaseFact | null => facts.at(-1) ?? null
