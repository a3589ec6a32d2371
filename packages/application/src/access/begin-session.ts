/**
 * Begins a session. Only the answer has the token.
 */
import { newSession, type Session, type UserId } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { AccessSecrets, SessionRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Clock, Effect, type Redacted } from "effect"
import type { Visitor } from "./visitor.ts"

/** A user has signed in. */
export interface SignedIn {
  readonly _tag: "SignedIn"
  readonly session: Session
  /** For the browser. */
  readonly token: Redacted.Redacted<string>
}

/** Part of the unit that has identified the user. Every sign-in begins a new session: no token is reused. */
export const beginSession = Effect.fnUntraced(function* (
  user: UserId,
  { origin }: Visitor,
): Effect.fn.Return<SignedIn, StorageUnavailable, AccessSecrets | SessionRepository> {
  const secrets = yield* AccessSecrets
  const sessions = yield* SessionRepository
  const token = yield* secrets.newToken
  const now = instant(yield* Clock.currentTimeMillis)
  const session = yield* sessions.add(newSession(user, secrets.hashToken(token), origin, now))
  return { _tag: "SignedIn", session, token } satisfies SignedIn
})
