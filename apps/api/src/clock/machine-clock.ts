/** The machine's time, even if the sandbox's clock was moved: for protocols with other machines. */
import { Clock, Context, Layer } from "effect"

export class MachineClock extends Context.Service<MachineClock, Clock.Clock>()("@vintem/api/MachineClock") {
  /** The current clock. Build this layer before the sandbox replaces that clock. */
  static readonly layer = Layer.effect(MachineClock, Clock.Clock)
}

/** Restores the machine's clock for layers built on this one. */
export const machineTime = Layer.effect(Clock.Clock, MachineClock)
