/**
 * Who acts, and the origin of the request. Both are set once, at the beginning of a request, a command or a job.
 *
 * They are not parameters: the fiber carries them, and child fibers inherit them.
 */
import { type AuditActor, type AuditOrigin, noOrigin, theSystem } from "@vintem/domain/audit"
import { Context } from "effect"

/** Who acts. The service itself by default. */
export const CurrentActor = Context.Reference<AuditActor>("@vintem/application/CurrentActor", {
  defaultValue: () => theSystem,
})

/** The address and the identifier of the request. None by default. The address is looked up when it is read. */
export const RequestOrigin = Context.Reference<AuditOrigin>("@vintem/application/RequestOrigin", {
  defaultValue: () => noOrigin,
})
