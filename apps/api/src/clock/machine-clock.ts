/**
 * The machine's time, however far the sandbox's clock was moved: for agreements with other machines.
 */
import { Clock, Context, Layer } from "effect"

export class MachineClock extends Context.Service<MachineClock, Clock.Clock>()("@vintem/api/MachineClock") {
  /** The clock at hand: to be built before the sandbox puts another in its place. */
  static readonly layer = Layer.effect(MachineClock, Clock.Clock)
}

/** Puts it back in its place for whatever is built upon this. */
export const machineTime = Layer.effect(Clock.Clock, MachineClock)
