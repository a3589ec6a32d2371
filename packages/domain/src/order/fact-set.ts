/**
 * What was reported about one attempt, refund or case: a set of facts. Messages of an acquirer arrive late, twice and in any order, so nothing may
 * depend on which came first. A set is kept and stored as a list, lightest fact first and each once: equal sets are equal lists.
 */
import type * as Brand from "effect/Brand"

/** The constructor of sets of one kind of fact. Only it makes sets. */
export interface FactSets<F extends string> {
  /** The set of these facts; each counts once. */
  readonly of: (...facts: ReadonlyArray<F>) => FactSet<F>
  /** All facts of both. If nothing is new it gives back the first set itself. */
  readonly union: (known: FactSet<F>, told: FactSet<F>) => FactSet<F>
  /** The fact that outweighs all others of the set; null if there is none. */
  readonly heaviest: (facts: FactSet<F>) => F | null
}

/** Facts of one kind, each once. Ask for one with `includes`; its position says nothing. */
export type FactSet<F extends string> = ReadonlyArray<F> & Brand.Brand<"FactSet">

/** @param lightestFirst - every fact there is */
export const factSets = <F extends string>(lightestFirst: ReadonlyArray<F>): FactSets<F> => {
  /** Whether a list is as `from` makes it: in order, without duplicates. */
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
