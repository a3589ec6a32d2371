/**
 * Begins a session. The token is in the answer and nowhere else.
 */
import { newSession, type Session, type UserId } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { AccessSecrets, SessionRepository } from "@vintem/domain/ports"
import { Clock, Effect, type Redacted } from "effect"
import type { Visitor } from "./visitor.ts"

/** Somebody is signed in. */
export interface SignedIn {
  readonly _tag: "SignedIn"
  readonly session: Session
  /** For the browser. */
  readonly token: Redacted.Redacted<string>
}

/** Part of the unit that has found out who it is. Every sign-in begins a session of its own: no token is taken over. */
export const beginSession = Effect.fnUntraced(function* (user: UserId, { origin }: Visitor) {
  const secrets = yield* AccessSecrets
  const sessions = yield* SessionRepository
  const token = yield* secrets.newToken
  const now = instant(yield* Clock.currentTimeMillis)
  const session = yield* sessions.add(newSession(user, secrets.hashToken(token), origin, now))
  return { _tag: "SignedIn", session, token } satisfies SignedIn
})
