/** Checks the signed-in user's password: for a few minutes their session may do more than a session alone. */
import { isProved, type Session, type TooManyGuesses } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import {
  type GuessLog,
  type PasswordHasher,
  type PasswordsBusy,
  type Secrets,
  SessionRepository,
  type StorageUnavailable,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, type Redacted } from "effect"
import { type Attempt, countAttempt, guessedInSession, takeBackAttempt } from "./guesses.ts"
import { isPassword } from "./is-password.ts"
import { WrongCredentials } from "./sign-in.ts"

/**
 * Checks the signed-in user's password, and records it in their session. `network` is the origin of the request. Fails
 * with `WrongCredentials`, `TooManyGuesses` or `PasswordsBusy`.
 */
export const provePassword = Effect.fn("provePassword")(function* (
  { id, user }: Session,
  password: Redacted.Redacted<string>,
  network: string,
): Effect.fn.Return<
  void,
  PasswordsBusy | StorageUnavailable | TooManyGuesses | WrongCredentials,
  GuessLog | PasswordHasher | Secrets | SessionRepository | UnitOfWork | UserRepository
> {
  const { commit } = yield* UnitOfWork
  const users = yield* UserRepository
  const attempt: Attempt = { at: yield* guessedInSession(id), from: null }
  yield* countAttempt(attempt)
  const hashOf = Effect.map(users.credentials(user), (found) => Option.getOrNull(found)?.password ?? null)
  const hash = yield* hashOf
  if (!(yield* isPassword(password, hash, network, user))) return yield* new WrongCredentials()
  yield* commit(
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      // A reset may have changed it meanwhile, and ended the session.
      if ((yield* hashOf) !== hash) return yield* new WrongCredentials()
      yield* takeBackAttempt(attempt)
      yield* sessions.prove(id, instant(yield* Clock.currentTimeMillis))
    }),
  )
})

/** True if the password was entered in the session recently. */
export const isProvedNow = (session: Session): Effect.Effect<boolean> =>
  Effect.map(Clock.currentTimeMillis, (now) => isProved(session, instant(now)))
