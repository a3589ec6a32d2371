/** The current permissions in a company, of a user whose stream is open. */
import { inCompany, type Permission, permissionsIn, type Session } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { MembershipRepository, SessionRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"

/**
 * Does not count as use of the session. None if the session has ended, or if its token was replaced twice: by then the
 * user has another token, or an attacker holds this one. The session is returned as it was when the stream began.
 */
export const currentPermissions = Effect.fn("currentPermissions")(function* (
  session: Session,
  company: CompanyId,
): Effect.fn.Return<ReadonlySet<Permission>, StorageUnavailable, MembershipRepository | SessionRepository> {
  const { find } = yield* SessionRepository
  const { grantsOf } = yield* MembershipRepository
  const found = Option.getOrNull(yield* find(session.hash))
  const now = instant(yield* Clock.currentTimeMillis)
  const isThere = found !== null && found.id === session.id && now < found.expiresAt
  return isThere ? permissionsIn(yield* grantsOf(session.user), inCompany(company)) : nothing
})

const nothing: ReadonlySet<Permission> = new Set()
