/**
 * Ends the session of a token.
 */
import { AccessSecrets, SessionRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option, type Redacted } from "effect"

/** Signing out twice, or without a session, succeeds. */
export const signOut = Effect.fn("signOut")(function* (
  token: Redacted.Redacted<string>,
): Effect.fn.Return<void, StorageUnavailable, AccessSecrets | SessionRepository> {
  const secrets = yield* AccessSecrets
  const sessions = yield* SessionRepository
  const session = Option.getOrNull(yield* sessions.find(secrets.hashToken(token)))
  if (session !== null) yield* sessions.end(session.user, session.id)
})
