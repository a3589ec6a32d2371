/**
 * Who acts, and from where: said once where a request, a command or a job begins, and known from there on to whatever it does.
 *
 * It is no parameter: the fiber carries it, and child fibers inherit it.
 */
import { type AuditActor, type AuditOrigin, noOrigin, theSystem } from "@vintem/domain/audit"
import { Context } from "effect"

/** Who acts. By default the service itself. */
export const Acting = Context.Reference<AuditActor>("@vintem/application/Acting", { defaultValue: () => theSystem })

/** The request it came from. By default none. It is worked out when it is read. */
export const CameFrom = Context.Reference<AuditOrigin>("@vintem/application/CameFrom", {
  defaultValue: () => noOrigin,
})
