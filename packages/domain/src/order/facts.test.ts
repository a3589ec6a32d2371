// What a set of facts amounts to, whatever the order in which they came.
import { describe, expect, it } from "vitest"
import {
  type AttemptFact,
  addAttemptFact,
  addCaseFact,
  addRefundFact,
  attemptStanding,
  type CaseFact,
  caseStanding,
  type RefundFact,
  refundStanding,
} from "./facts.ts"

describe("attemptStanding", () => {
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
  ])("of %j is %s", (facts, standing) => {
    for (const arrival of [facts, facts.toReversed()]) {
      expect(attemptStanding(arrival.reduce<ReadonlyArray<AttemptFact>>(addAttemptFact, []))).toBe(standing)
    }
  })

  it.each(["approved", "rejected"] as const)(
    "does not count a verdict (%s) before the attempt is known to be held",
    (verdict) => {
      expect(attemptStanding(addAttemptFact(["sent"], verdict))).toBe("sent")
      expect(attemptStanding(addAttemptFact(addAttemptFact(["sent"], verdict), "review"))).toBe(verdict)
    },
  )
})

describe("refundStanding", () => {
  it.each<readonly [ReadonlyArray<RefundFact>, RefundFact | null]>([
    [[], null],
    [["requested"], "requested"],
    [["processing", "requested"], "processing"],
    [["failed", "processing"], "failed"],
    [["settled", "failed"], "settled"],
  ])("of %j is %s", (facts, standing) => {
    for (const arrival of [facts, facts.toReversed()]) {
      expect(refundStanding(arrival.reduce<ReadonlyArray<RefundFact>>(addRefundFact, []))).toBe(standing)
    }
  })
})

describe("caseStanding", () => {
  it.each<readonly [ReadonlyArray<CaseFact>, CaseFact | null]>([
    [[], null],
    [["opened"], "opened"],
    [["taken", "opened"], "taken"],
    [["contested", "taken"], "contested"],
    [["won", "contested", "taken"], "won"],
    [["lost", "won"], "lost"],
  ])("of %j is %s", (facts, standing) => {
    for (const arrival of [facts, facts.toReversed()]) {
      expect(caseStanding(arrival.reduce<ReadonlyArray<CaseFact>>(addCaseFact, []))).toBe(standing)
    }
  })
})

describe("adding a fact", () => {
  it("gives back the same set where the fact is known", () => {
    const known: ReadonlyArray<AttemptFact> = ["sent", "open"]
    expect(addAttemptFact(known, "open")).toBe(known)
    expect(addAttemptFact(known, "unknown")).toEqual(["sent", "unknown", "open"])
  })
})
