/** Compares a log with the stored state, for everything that has an event log. */
import { isDeepStrictEqual } from "node:util"

export interface StoredWithLog<Event, State> {
  /** Names the object in a breach, such as `order 1M7ZMQ8V2DT46F2`. */
  readonly what: string
  readonly stored: State & { readonly version: number }
  /** In their sequence. */
  readonly log: ReadonlyArray<{ readonly sequence: number; readonly event: Event }>
  /** Null if the log does not begin as it should. */
  readonly fold: (events: ReadonlyArray<Event>) => State | null
}

/** Checks that the log has no gaps and folds to the stored state. */
export const logContradictions = <Event, State>({
  what,
  stored,
  log,
  fold,
}: StoredWithLog<Event, State>): ReadonlyArray<string> => {
  const sequences = log.map(({ sequence }) => sequence)
  if (sequences.length !== stored.version || sequences.some((sequence, place) => sequence !== place + 1)) {
    return [`${what}, version ${stored.version}, has the events ${sequences.join(", ")}`]
  }
  const told = fold(log.map(({ event }) => event))
  if (told === null) return [`the log of ${what} does not begin with its beginning`]
  return isDeepStrictEqual(told, stored)
    ? []
    : [`${what} is ${JSON.stringify(stored)}; its log tells of ${JSON.stringify(told)}`]
}
