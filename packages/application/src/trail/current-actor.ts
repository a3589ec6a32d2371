/**
 * Who acts, and which request it came from. Both are set once, where a request, a command or a job begins.
 *
 * They are no parameters: the fiber carries them, and child fibers inherit them.
 */
import { noOrigin, type TrailActor, type TrailOrigin, theSystem } from "@vintem/domain/trail"
import { Context } from "effect"

/** Who acts. By default the service itself. */
export const CurrentActor = Context.Reference<TrailActor>("@vintem/application/CurrentActor", {
  defaultValue: () => theSystem,
})

/** The address and the identifier of the request. By default there is none. The address is looked up when it is read. */
export const RequestOrigin = Context.Reference<TrailOrigin>("@vintem/application/RequestOrigin", {
  defaultValue: () => noOrigin,
})
