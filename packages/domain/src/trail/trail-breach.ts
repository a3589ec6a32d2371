/**
 * The faults of a trail, by the numbers of its entries.
 */

/** Entries are missing before this one: `expected` should stand where `found` does. */
export interface TrailGap {
  readonly _tag: "TrailGap"
  readonly expected: number
  readonly found: number
}

/**
 * Finds missing entries before an entry.
 *
 * @param previous - the number of the entry before it in its log; null for the first
 */
export const trailGaps = (previous: number | null, sequence: number): ReadonlyArray<TrailGap> => {
  const expected = (previous ?? 0) + 1
  return sequence === expected ? [] : [{ _tag: "TrailGap", expected, found: sequence }]
}
