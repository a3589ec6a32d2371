/**
 * Begins a session. Only the answer has the token.
 */
import { type Credentials, type DeviceMark, newSession, type Session, type UserId } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { AccessSecrets, SessionRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Clock, Effect, type Redacted } from "effect"
import { newMark } from "./marks.ts"
import type { Visitor } from "./visitor.ts"

/** A user who has signed in. */
export interface SignedIn {
  readonly _tag: "SignedIn"
  readonly session: Session
  /** For the browser. */
  readonly token: Redacted.Redacted<string>
  /** For the browser, which keeps it after the session has ended. */
  readonly mark: Redacted.Redacted<string>
}

/**
 * Part of the unit that has identified the user. Every sign-in begins a new session: no token is reused.
 *
 * @param mark - the browser's current mark
 */
export const beginSession = Effect.fnUntraced(function* (
  user: UserId,
  { origin }: Visitor,
  credentials: Credentials,
  mark: DeviceMark | null,
): Effect.fn.Return<SignedIn, StorageUnavailable, AccessSecrets | SessionRepository> {
  const secrets = yield* AccessSecrets
  const sessions = yield* SessionRepository
  const token = yield* secrets.newToken
  const now = instant(yield* Clock.currentTimeMillis)
  const session = yield* sessions.add(newSession(user, secrets.hashToken(token), origin, now))
  return { _tag: "SignedIn", session, token, mark: yield* newMark(user, credentials, mark) } satisfies SignedIn
})
