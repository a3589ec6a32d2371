/** A time limit for waiting: exceeding it is a finding, and does not hang the run. */
import { setTimeout } from "node:timers/promises"

/** An awaited event did not happen. `message` says which. */
class TooLong extends Error {
  override readonly name = "TooLong"
}

/** @param missing - describes the missing event, called when the time is over */
export const within = async <A>(millis: number, wait: Promise<A>, missing: () => string): Promise<A> => {
  const over = new AbortController()
  const limit = setTimeout(millis, undefined, { signal: over.signal }).then(() => {
    throw new TooLong(`${missing()} (${millis / 1000} s)`)
  })
  return Promise.race([wait, limit]).finally(() => over.abort())
}
