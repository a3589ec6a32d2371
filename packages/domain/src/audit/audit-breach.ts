/**
 * The faults of an audit log, by the numbers of its entries.
 */

/** Entries are missing before this one: it should have the number `expected`, and has `found`. */
export interface AuditGap {
  readonly _tag: "AuditGap"
  readonly expected: number
  readonly found: number
}

/**
 * Finds missing entries before an entry.
 *
 * @param previous - the number of the entry before it in its log; null for the first
 */
export const auditGaps = (previous: number | null, sequence: number): ReadonlyArray<AuditGap> => {
  const expected = (previous ?? 0) + 1
  return sequence === expected ? [] : [{ _tag: "AuditGap", expected, found: sequence }]
}
