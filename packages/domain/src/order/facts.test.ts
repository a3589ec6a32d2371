// The state that a set of facts gives, in any order of arrival.
import { describe, expect, it } from "vitest"
import {
  type AttemptFact,
  attemptFacts,
  attemptState,
  type CaseFact,
  caseFacts,
  caseState,
  isPayable,
  isPayableOrHeld,
  type RefundFact,
  refundFacts,
  refundState,
} from "./facts.ts"

describe("attemptState", () => {
  it.each<readonly [ReadonlyArray<AttemptFact>, AttemptFact | null]>([
    [[], null],
    [["sent"], "sent"],
    [["sent", "unknown"], "unknown"],
    [["open", "unknown"], "open"],
    [["review", "open"], "review"],
    [["approved", "review"], "approved"],
    [["rejected", "review", "approved"], "rejected"],
    [["refused", "review", "approved"], "refused"],
    [["expired", "open"], "expired"],
    [["voided", "open", "expired"], "voided"],
    [["confirmed", "open", "expired", "voided", "refused"], "confirmed"],
  ])("for %j is %s", (facts, state) => {
    for (const arrival of [facts, facts.toReversed()]) {
      expect(attemptState(attemptFacts.of(...arrival))).toBe(state)
    }
  })

  it.each(["approved", "rejected"] as const)(
    "ignores a verdict (%s) until the attempt is known to be held",
    (verdict) => {
      expect(attemptState(attemptFacts.of(verdict))).toBeNull()
      expect(attemptState(attemptFacts.of("sent", verdict))).toBe("sent")
      expect(attemptState(attemptFacts.of("sent", verdict, "review"))).toBe(verdict)
    },
  )
})

describe("what may still be paid", () => {
  it.each<readonly [ReadonlyArray<AttemptFact>, boolean, boolean]>([
    [[], false, false],
    [["sent", "unknown"], false, false],
    [["sent", "open"], true, true],
    [["open", "review"], false, true],
    [["review", "approved"], false, false],
    [["open", "voided"], false, false],
    [["open", "confirmed"], false, false],
  ])("for %j: payable %s, payable or held %s", (facts, payable, payableOrHeld) => {
    const known = attemptFacts.of(...facts)
    expect(isPayable(known)).toBe(payable)
    expect(isPayableOrHeld(known)).toBe(payableOrHeld)
  })
})

describe("refundState", () => {
  it.each<readonly [ReadonlyArray<RefundFact>, RefundFact | null]>([
    [[], null],
    [["requested"], "requested"],
    [["processing", "requested"], "processing"],
    [["failed", "processing"], "failed"],
    [["settled", "failed"], "settled"],
  ])("for %j is %s", (facts, state) => {
    for (const arrival of [facts, facts.toReversed()]) {
      expect(refundState(refundFacts.of(...arrival))).toBe(state)
    }
  })
})

describe("caseState", () => {
  it.each<readonly [ReadonlyArray<CaseFact>, CaseFact | null]>([
    [[], null],
    [["opened"], "opened"],
    [["taken", "opened"], "taken"],
    [["contested", "taken"], "contested"],
    [["won", "contested", "taken"], "won"],
    [["lost", "won"], "lost"],
  ])("for %j is %s", (facts, state) => {
    for (const arrival of [facts, facts.toReversed()]) {
      expect(caseState(caseFacts.of(...arrival))).toBe(state)
    }
  })
})
