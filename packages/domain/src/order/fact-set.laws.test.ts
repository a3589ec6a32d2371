// Facts join like sets, in any order of arrival.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { AttemptFact, attemptFacts, attemptState } from "./facts.ts"

const lists = fc.array(fc.constantFrom(...AttemptFact.literals), { maxLength: 12 })
const sets = lists.map((facts) => attemptFacts.of(...facts))
const join = attemptFacts.union

describe("a set of facts", () => {
  it("commutativity: gives the same set in either order of joining", () => {
    fc.assert(
      fc.property(sets, sets, (one, other) => {
        expect(join(one, other)).toStrictEqual(join(other, one))
      }),
    )
  })

  it("associativity: gives the same set in any grouping of three", () => {
    fc.assert(
      fc.property(sets, sets, sets, (a, b, c) => {
        expect(join(join(a, b), c)).toStrictEqual(join(a, join(b, c)))
      }),
    )
  })

  it("idempotence: returns the set itself if the other one adds nothing", () => {
    fc.assert(
      fc.property(sets, lists, (known, told) => {
        const after = join(known, attemptFacts.of(...told))
        expect(join(after, attemptFacts.of(...told))).toBe(after)
        expect(join(after, known)).toBe(after)
      }),
    )
  })

  it("order: lists its facts from light to heavy, each once", () => {
    fc.assert(
      fc.property(lists, (list) => {
        expect([...attemptFacts.of(...list)]).toStrictEqual(AttemptFact.literals.filter((fact) => list.includes(fact)))
      }),
    )
  })

  it("agreement: its state is the heaviest fact, but a verdict does not count before a review", () => {
    fc.assert(
      fc.property(lists, (list) => {
        const counts = list.filter((fact) => list.includes("review") || (fact !== "approved" && fact !== "rejected"))
        const weight = Math.max(-1, ...counts.map((fact) => AttemptFact.literals.indexOf(fact)))
        expect(attemptState(attemptFacts.of(...list))).toBe(AttemptFact.literals[weight] ?? null)
      }),
    )
  })
})
