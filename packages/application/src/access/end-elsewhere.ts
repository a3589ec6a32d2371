/** Ends everything that a user is signed in with, except one session. */
import type { Credentials, SessionId, UserId } from "@vintem/domain/access"
import {
  type AccessSecrets,
  SessionRepository,
  type StorageUnavailable,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Effect, type Redacted } from "effect"
import { newMark } from "./marks.ts"

/**
 * Part of a unit that has read the credentials. Saves the given ones, and ends all sessions but one, sign-ins that wait
 * for a code, and the marks of all browsers.
 *
 * @param kept - null to end all sessions
 */
export const saveAndEndElsewhere = Effect.fnUntraced(function* (
  user: UserId,
  credentials: Credentials,
  kept: SessionId | null,
): Effect.fn.Return<Credentials, StorageUnavailable, SessionRepository | UserRepository> {
  const users = yield* UserRepository
  const sessions = yield* SessionRepository
  const next: Credentials = { ...credentials, generation: credentials.generation + 1 }
  yield* users.saveCredentials(user, next)
  yield* sessions.endAll(user, kept)
  return next
})

/** Signs out everywhere else. @returns a new mark for this browser */
export const signOutElsewhere = Effect.fn("signOutElsewhere")(function* (
  user: UserId,
  kept: SessionId,
): Effect.fn.Return<
  Redacted.Redacted<string>,
  StorageUnavailable,
  AccessSecrets | SessionRepository | UnitOfWork | UserRepository
> {
  const { commit } = yield* UnitOfWork
  return yield* commit(
    Effect.gen(function* () {
      const users = yield* UserRepository
      const credentials = yield* Effect.fromOption(yield* users.credentials(user)).pipe(Effect.orDie)
      return yield* newMark(user, yield* saveAndEndElsewhere(user, credentials, kept), null)
    }),
  )
})
