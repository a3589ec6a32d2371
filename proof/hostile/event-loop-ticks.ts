/**
 * What the probe inside a service reports: how long the ticks of its event loop were.
 */
import { Schema } from "effect"

/** Names the file the probe writes when its process ends. */
export const probeFileVariable = "HOSTILE_PROBE_FILE"

/** The name of the request that the measuring begins with. */
export const beginningName = "hostile-run-begins"

/** Whether a request says that measuring begins. */
export const isBeginning = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers["x-request-id"] === beginningName

export const LongTick = Schema.Struct({
  /** Epoch milliseconds. */
  endedAt: Schema.Finite,
  millis: Schema.Finite,
  /** What its thread used of a processor meanwhile; where it is far less, the machine had other things to do. */
  cpuMillis: Schema.Finite,
})
export type LongTick = typeof LongTick.Type

export const Ticks = Schema.Struct({
  longestMillis: Schema.Finite,
  /** Of a thousand ticks, all but one were no longer. */
  mostMillis: Schema.Finite,
  /** The one that was longest on a processor; none where no tick was long. */
  busiest: Schema.NullOr(LongTick),
  /** The longest, the longest first. */
  longest: Schema.Array(LongTick),
})
export type Ticks = typeof Ticks.Type
