/**
 * Long lists of values, in pieces that both engines take in one statement.
 */

/** Values a statement: both engines take more, and few customers have as many orders. */
const valuesAtOnce = 500

/** @returns the values in their order, at most 500 a piece */
export const valuesInPieces = <A>(values: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(values.length / valuesAtOnce) }, (_, at) =>
    values.slice(at * valuesAtOnce, (at + 1) * valuesAtOnce),
  )
