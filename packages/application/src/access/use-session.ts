/**
 * Finds the user of a session's token, and their permissions.
 */
import {
  type Grant,
  isRotationDue,
  isSeenAnew,
  isTokenOf,
  type Session,
  sessionExpiry,
  sessionPolicy,
  type User,
} from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import {
  AccessSecrets,
  MembershipRepository,
  SessionRepository,
  type StorageUnavailable,
  UserRepository,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, type Redacted } from "effect"

/** The signed-in user, in their current state. */
export interface Present {
  readonly user: User
  /** Read at every request, so that a removed role stops working at once. */
  readonly grants: ReadonlyArray<Grant>
  readonly session: Session
  /** Another token for the browser. Null if it keeps its token. */
  readonly token: Redacted.Redacted<string> | null
}

/** None if the session does not exist or has ended. */
export const useSession = Effect.fn("useSession")(function* (
  token: Redacted.Redacted<string>,
): Effect.fn.Return<
  Option.Option<Present>,
  StorageUnavailable,
  AccessSecrets | MembershipRepository | SessionRepository | UserRepository
> {
  const secrets = yield* AccessSecrets
  const sessions = yield* SessionRepository
  const users = yield* UserRepository
  const members = yield* MembershipRepository
  const hash = secrets.hashToken(token)
  const now = instant(yield* Clock.currentTimeMillis)
  const session = Option.getOrNull(yield* sessions.find(hash))
  if (session === null || !isTokenOf(session, hash, now)) return Option.none<Present>()
  const user = Option.getOrNull(yield* users.find(session.user))
  if (user === null) return Option.none<Present>()
  const grants = yield* members.grantsOf(user.id)
  if (isSeenAnew(session, now)) yield* sessions.touch(session.id, now, sessionExpiry(session.createdAt, now))
  const next = isRotationDue(session, hash, now) ? yield* secrets.newToken : null
  const isRotated =
    next !== null &&
    (yield* sessions.rotate({
      id: session.id,
      from: hash,
      to: secrets.hashToken(next),
      at: now,
      graceUntil: instant(now + sessionPolicy.grace),
    }))
  return Option.some<Present>({ user, grants, session, token: isRotated ? next : null })
})
