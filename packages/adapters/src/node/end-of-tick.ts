/**
 * The end of a tick of Node's event loop, in an order: first the requests that came in the tick are handled, then what all work wrote is
 * committed, then answers leave.
 *
 * With `setImmediate` alone each would come in the order in which it was asked for. A commit that was asked for in the tick before would run
 * ahead of the requests, which then wait for the next commit, and answers would wait for the tick after.
 *
 * @see docs/decisions/storage.md#0283
 */

const parts = ["requests", "commit", "answers"] as const

/** What is done at the end of a tick, in this order. */
export type PartOfTick = (typeof parts)[number]

/** Runs `work` at the end of this tick, or of the next one if that part of this one is over. */
export const atEndOfTick = (part: PartOfTick, work: () => void): void => {
  waiting[part].push(work)
  schedule()
}

const waiting: Readonly<Record<PartOfTick, Array<() => void>>> = { requests: [], commit: [], answers: [] }
let isScheduled = false

const schedule = (): void => {
  if (isScheduled) return
  isScheduled = true
  setImmediate(endTick)
}

const endTick = (): void => {
  try {
    for (const part of parts) runDue(waiting[part])
  } finally {
    isScheduled = false
    // What was asked for meanwhile; and what is left, if one of them threw.
    if (parts.some((part) => waiting[part].length > 0)) schedule()
  }
}

const runDue = (works: Array<() => void>): void => {
  for (let left = works.length; left > 0; left -= 1) works.shift()?.()
}
