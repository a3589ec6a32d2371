/**
 * Long lists of values, in pieces that both engines take in one statement.
 */

/** Values per statement: both engines accept more, and few customers have as many orders. */
const valuesAtOnce = 500

/** @returns the values in order, in pieces of at most that size */
export const valuesInPieces = <A>(values: ReadonlyArray<A>, atOnce = valuesAtOnce): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(values.length / atOnce) }, (_, at) => values.slice(at * atOnce, (at + 1) * atOnce))
