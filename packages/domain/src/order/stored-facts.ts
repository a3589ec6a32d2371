/**
 * Sets of facts as they are stored: lists, read in any order, as earlier versions may have written them.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import type { FactSet, FactSets } from "./fact-set.ts"
import { AttemptFact, attemptFacts, RefundFact, refundFacts } from "./facts.ts"

const stored = <F extends string>(
  facts: Schema.Codec<F>,
  { of }: FactSets<F>,
): Schema.Codec<FactSet<F>, ReadonlyArray<F>> =>
  Schema.Array(facts).pipe(
    Schema.decodeTo(
      Schema.Array(facts).pipe(Schema.brand("FactSet")),
      SchemaTransformation.transform<ReadonlyArray<F>, ReadonlyArray<F>>({
        decode: (list) => of(...list),
        encode: (list) => list,
      }),
    ),
  )

/** The facts of an attempt. */
export const AttemptFacts = stored(AttemptFact, attemptFacts)
/** The facts of a refund. */
export const RefundFacts = stored(RefundFact, refundFacts)
