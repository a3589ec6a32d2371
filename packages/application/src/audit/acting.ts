/**
 * Who acts, and from where: said once where a request, a command or a job begins, and known from there on to whatever it does.
 *
 * Nobody passes it along. It goes with the fiber, and what the fiber starts has it too.
 */
import { type AuditActor, type AuditOrigin, noOrigin, theSystem } from "@vintem/domain/audit"
import { Context } from "effect"

/** Who acts. The service itself, where nobody says otherwise. */
export const Acting = Context.Reference<AuditActor>("@vintem/application/Acting", { defaultValue: () => theSystem })

/** Where it came from. From no request, where nobody says otherwise. It may be found out only when it is asked for. */
export const CameFrom = Context.Reference<AuditOrigin>("@vintem/application/CameFrom", {
  defaultValue: () => noOrigin,
})
