/**
 * Orders the end of a tick of Node's event loop: first the tick's requests are handled, then everybody's writes are
 * committed, then answers leave.
 *
 * With `setImmediate` alone each would run in the order of scheduling. A commit scheduled in the previous tick would
 * run before the requests, which then wait for the next commit, and answers would wait for the tick after.
 *
 * @see docs/decisions/storage.md#0283
 */

const parts = ["requests", "commit", "answers"] as const

/** The parts of a tick's end, in this order. */
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
    // Work scheduled meanwhile, and remaining work if one threw.
    if (parts.some((part) => waiting[part].length > 0)) schedule()
  }
}

const runDue = (works: Array<() => void>): void => {
  for (let left = works.length; left > 0; left -= 1) works.shift()?.()
}
