/** The probe's report from inside a service: the lengths of its event loop's ticks. */
import { Schema } from "effect"

/** Names the file that the probe writes when its process ends. */
export const probeFileVariable = "HOSTILE_PROBE_FILE"

/** The name of the request that begins the measurement. */
export const beginningName = "hostile-run-begins"

/** True if a request begins the measurement. */
export const isBeginning = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers["x-request-id"] === beginningName

export const LongTick = Schema.Struct({
  /** Epoch milliseconds. */
  endedAt: Schema.Finite,
  millis: Schema.Finite,
  /** The processor time of its thread meanwhile; if it is far less, the machine was busy with other work. */
  cpuMillis: Schema.Finite,
})
export type LongTick = typeof LongTick.Type

export const Ticks = Schema.Struct({
  longestMillis: Schema.Finite,
  /** All but one of a thousand ticks were no longer than this. */
  mostMillis: Schema.Finite,
  /** The one with the most processor time; none if no tick was long. */
  busiest: Schema.NullOr(LongTick),
  /** The longest ticks, longest first. */
  longest: Schema.Array(LongTick),
})
export type Ticks = typeof Ticks.Type
