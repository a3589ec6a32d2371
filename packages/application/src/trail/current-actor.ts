/**
 * Who acts, and the origin of the request. Both are set once, at the beginning of a request, a command or a job.
 *
 * They are not parameters: the fiber carries them, and child fibers inherit them.
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
