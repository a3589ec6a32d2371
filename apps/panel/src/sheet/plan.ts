/**
 * Plans the batches of a sheet: one for each last day, because the day belongs to the batch, and as many requests as
 * each batch needs.
 */
import { customersPerRequest } from "@vintem/domain/batch"
import type { JudgedRow } from "./batch-sheet.ts"

/** An existing batch, with its rows. */
export interface MadeBatch {
  /** Null for no last day, and for a batch that existed before: its own is unknown. */
  readonly lastDay: string | null
  readonly token: string
  /** The rows' lines in the sheet. */
  readonly lines: ReadonlyArray<number>
}

/** The customers of one request. */
export interface PlannedPart {
  /**
   * How many of the batch's customers are sent before this part. With the day, it identifies the part, whatever was
   * sent already.
   */
  readonly from: number
  readonly rows: ReadonlyArray<JudgedRow>
}

export interface PlannedBatch {
  readonly lastDay: string | null
  /** Null for a batch that does not exist yet. */
  readonly token: string | null
  readonly count: number
  readonly parts: ReadonlyArray<PlannedPart>
}

/**
 * Plans the rows that are to be sent and are in no batch yet.
 *
 * The earliest day comes first, and rows keep their order. So a new plan after a failure begins with the failed part
 * and an unchanged `from`, if its rows are unchanged.
 *
 * @param lastDay - of rows without one; null for none
 */
export const planBatches = (
  rows: ReadonlyArray<JudgedRow>,
  lastDay: string | null,
  made: ReadonlyArray<MadeBatch>,
): ReadonlyArray<PlannedBatch> => {
  const isIn = new Set(made.flatMap(({ lines }) => lines))
  const byDay = new Map<string | null, Array<JudgedRow>>()
  for (const row of rows) {
    if (row.isLeftOut || row.faults.size > 0 || isIn.has(row.line)) continue
    const day = row.expiry ?? lastDay
    byDay.set(day, [...(byDay.get(day) ?? []), row])
  }
  return [...byDay]
    .toSorted(([one], [another]) => (one ?? latest).localeCompare(another ?? latest))
    .map(([day, ofDay]) => {
      const batch = made.find((one) => one.lastDay === day)
      return {
        lastDay: day,
        token: batch?.token ?? null,
        count: ofDay.length,
        parts: partsOf(ofDay, batch?.lines.length ?? 0),
      }
    })
}

/** Sorts after every day. */
const latest = "9999-12-32"

const partsOf = (rows: ReadonlyArray<JudgedRow>, taken: number): ReadonlyArray<PlannedPart> =>
  Array.from({ length: Math.ceil(rows.length / customersPerRequest.max) }, (_, at) => {
    const start = at * customersPerRequest.max
    return { from: taken + start, rows: rows.slice(start, start + customersPerRequest.max) }
  })

/** Adds the rows of a finished request to their batch. */
export const withPart = (
  made: ReadonlyArray<MadeBatch>,
  { lastDay }: Pick<PlannedBatch, "lastDay">,
  token: string,
  { rows }: PlannedPart,
): ReadonlyArray<MadeBatch> => {
  const lines = rows.map(({ line }) => line)
  return made.some((one) => one.token === token)
    ? made.map((one) => (one.token === token ? { ...one, lines: [...one.lines, ...lines] } : one))
    : [...made, { lastDay, token, lines }]
}
