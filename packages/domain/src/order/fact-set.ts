/**
 * The reported facts about one attempt, refund or dispute, as a set. An acquirer's messages arrive late, twice and in
 * any order, so the result must not depend on which came first. A set is stored as a list, lightest fact first and each
 * once: equal sets are equal lists.
 */
import type * as Brand from "effect/Brand"

/** Makes sets of one kind of fact. Nothing else does. */
export interface FactSets<F extends string> {
  /** The set of these facts, without duplicates. */
  readonly of: (...facts: ReadonlyArray<F>) => FactSet<F>
  /** All facts of both. Returns the first set itself if nothing is new. */
  readonly union: (known: FactSet<F>, told: FactSet<F>) => FactSet<F>
  /** The heaviest fact of the set, or null if it is empty. */
  readonly heaviest: (facts: FactSet<F>) => F | null
}

/** Facts of one kind, each once. Test for one with `includes`; its position means nothing. */
export type FactSet<F extends string> = ReadonlyArray<F> & Brand.Brand<"FactSet">

/** @param lightestFirst - all facts that exist */
export const factSets = <F extends string>(lightestFirst: ReadonlyArray<F>): FactSets<F> => {
  /** True if a list is ordered and has no duplicates. */
  const isSet = (facts: ReadonlyArray<F>): facts is FactSet<F> =>
    facts.every((fact, position) => position === 0 || weightOf(fact) > weightOf(facts[position - 1]))
  const weightOf = (fact: F | undefined) => (fact === undefined ? -1 : lightestFirst.indexOf(fact))
  const from = (facts: ReadonlyArray<F>): FactSet<F> => {
    const set = lightestFirst.filter((fact) => facts.includes(fact))
    if (!isSet(set)) throw new RangeError("A list of all facts names none twice.")
    return set
  }
  return {
    of: (...facts) => from(facts),
    union: (known, told) => (told.every((fact) => known.includes(fact)) ? known : from([...known, ...told])),
    heaviest: (facts) => lightestFirst.findLast((fact) => facts.includes(fact)) ?? null,
  }
}
