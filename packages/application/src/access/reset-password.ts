/**
 * Chooses a new password by the link that was sent for it.
 */
import { type PasswordRefused, parsePassword, platform, ticketSubject, type User } from "@vintem/domain/access"
import {
  type AccessSecrets,
  type AuditLog,
  type GuessLog,
  PasswordHasher,
  type PasswordsBusy,
  type Secrets,
  SessionRepository,
  type StorageUnavailable,
  TicketRepository,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Effect, Option, Redacted } from "effect"
import { Acting } from "../audit/acting.ts"
import { recordChange } from "../audit/record-change.ts"
import { guessedAccount, takeBackGuesses } from "./guesses.ts"
import { TicketInvalid, useUp, worthOf } from "./ticket-invalid.ts"

/**
 * Ends all sessions of the user, also those that wait for a code; the second factor stays. An account locked by guesses is open again.
 * Fails with `TicketInvalid`, `PasswordRefused` or `PasswordsBusy`.
 */
export const resetPassword = Effect.fn("resetPassword")(function* (
  token: Redacted.Redacted<string>,
  password: Redacted.Redacted<string>,
): Effect.fn.Return<
  User,
  PasswordRefused | PasswordsBusy | StorageUnavailable | TicketInvalid,
  | AccessSecrets
  | AuditLog
  | GuessLog
  | PasswordHasher
  | Secrets
  | SessionRepository
  | TicketRepository
  | UnitOfWork
  | UserRepository
> {
  const { commit } = yield* UnitOfWork
  const hasher = yield* PasswordHasher
  const users = yield* UserRepository
  const worth = yield* worthOf(token, "PasswordReset")
  const user = Option.getOrNull(yield* users.find(worth.purpose.user))
  if (user === null) return yield* new TicketInvalid()
  const text = yield* Effect.fromResult(parsePassword(Redacted.value(password), user.email))
  const hash = yield* hasher.hash(Redacted.make(text, { label: "password" }), user.email)
  return yield* commit(
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const tickets = yield* TicketRepository
      yield* useUp(worth)
      const credentials = Option.getOrNull(yield* users.credentials(user.id))
      if (credentials === null) return yield* new TicketInvalid()
      yield* users.saveCredentials(user.id, { ...credentials, password: hash })
      yield* tickets.withdraw(ticketSubject({ _tag: "PasswordReset", user: user.id }))
      yield* tickets.withdraw(ticketSubject({ _tag: "SecondFactor", user: user.id }))
      yield* sessions.endAll(user.id, null)
      yield* takeBackGuesses([yield* guessedAccount(user.email)])
      const subject = user.id
      yield* recordChange({ realm: platform, action: "user.password", subject, before: null, after: {} }).pipe(
        Effect.provideService(Acting, { _tag: "User", user: user.id }),
      )
      return user
    }),
  )
})
