/**
 * A limit for waiting: what takes longer is a finding, and does not hang the run.
 */
import { setTimeout } from "node:timers/promises"

/** What was waited for did not happen. `message` says what. */
class TooLong extends Error {
  override readonly name = "TooLong"
}

/** @param missing - says what did not happen, asked when the time is over */
export const within = async <A>(millis: number, wait: Promise<A>, missing: () => string): Promise<A> => {
  const over = new AbortController()
  const limit = setTimeout(millis, undefined, { signal: over.signal }).then(() => {
    throw new TooLong(`${missing()} (${millis / 1000} s)`)
  })
  return Promise.race([wait, limit]).finally(() => over.abort())
}
