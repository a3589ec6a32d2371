/**
 * What was told about one attempt, refund or case: a set. Messages of an acquirer arrive late, twice and in any order, so nothing may
 * depend on which came first. A set is kept and stored as a list, lightest fact first and each once: equal sets are equal lists.
 */
import type * as Brand from "effect/Brand"
import * as Combiner from "effect/Combiner"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** Where facts of one kind come from, and how they are read. Nobody else makes a set. */
export interface FactSets<F extends string> {
  /** Reads a list in any order, as earlier versions may have stored it. */
  readonly schema: Schema.Codec<FactSet<F>, ReadonlyArray<F>>
  /** The set of these facts; each counts once. */
  readonly of: (...facts: ReadonlyArray<F>) => FactSet<F>
  /** All facts of both. Where nothing is new it gives back the first set itself. */
  readonly union: Combiner.Combiner<FactSet<F>>
  /** The fact that outweighs all others of the set; null where there is none. */
  readonly heaviest: (facts: FactSet<F>) => F | null
}

/** Facts of one kind, each once. Ask for one with `includes`; its position says nothing. */
export type FactSet<F extends string> = ReadonlyArray<F> & Brand.Brand<"FactSet">

/** @param lightestFirst - every fact there is */
export const factSets = <F extends string>(lightestFirst: ReadonlyArray<F>): FactSets<F> => {
  const list = Schema.Array(Schema.Literals(lightestFirst))
  const set = list.pipe(Schema.brand("FactSet"))
  const from = (facts: ReadonlyArray<F>) =>
    set.make(
      lightestFirst.filter((fact) => facts.includes(fact)),
      { disableChecks: true },
    )
  return {
    schema: list.pipe(
      Schema.decodeTo(
        set,
        SchemaTransformation.transform<ReadonlyArray<F>, ReadonlyArray<F>>({ decode: from, encode: (facts) => facts }),
      ),
    ),
    of: (...facts) => from(facts),
    union: Combiner.make((known, told) =>
      told.every((fact) => known.includes(fact)) ? known : from([...known, ...told]),
    ),
    heaviest: (facts) => lightestFirst.findLast((fact) => facts.includes(fact)) ?? null,
  }
}
