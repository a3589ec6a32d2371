/**
 * What the probe inside a service tells the one who tries it: how long the turns of its event loop were.
 */
import { Schema } from "effect"

/** Names the file the probe writes when its process ends. */
export const probeFileVariable = "HOSTILE_PROBE_FILE"

/** The name of the request that the measuring begins with. */
export const beginningName = "hostile-run-begins"

/** Whether a request says that measuring begins. */
export const isBeginning = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers["x-request-id"] === beginningName

export const LongTurn = Schema.Struct({
  /** Epoch milliseconds. */
  endedAt: Schema.Finite,
  millis: Schema.Finite,
  /** What its thread used of a processor meanwhile; where it is far less, the machine had other things to do. */
  cpuMillis: Schema.Finite,
})
export type LongTurn = typeof LongTurn.Type

export const Turns = Schema.Struct({
  longestMillis: Schema.Finite,
  /** Of a thousand turns, all but one were no longer. */
  mostMillis: Schema.Finite,
  /** The one that was longest on a processor; none where no turn was long. */
  busiest: Schema.NullOr(LongTurn),
  /** The longest, the longest first. */
  longest: Schema.Array(LongTurn),
})
export type Turns = typeof Turns.Type
