/** What half of the rounds came to at least: one disturbed by its neighbours does not count for more than another. */
export const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
