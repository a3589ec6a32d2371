/**
 * Chooses a new password by the link that was sent for it.
 */
import { type PasswordRefused, platform, ticketSubject, type User } from "@vintem/domain/access"
import {
  type AccessSecrets,
  type AuditLog,
  type GuessLog,
  type PasswordHasher,
  type PasswordsBusy,
  type Secrets,
  SessionRepository,
  type StorageUnavailable,
  TicketRepository,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Effect, Option, type Redacted } from "effect"
import { CurrentActor } from "../audit/current-actor.ts"
import { recordChange } from "../audit/record-change.ts"
import { guessedAccount, takeBackGuesses } from "./guesses.ts"
import { hashedPassword } from "./hashed-password.ts"
import { TicketInvalid, takeTicket, validTicket } from "./tickets.ts"

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
  const users = yield* UserRepository
  const ticket = yield* validTicket(token, "PasswordReset")
  const user = Option.getOrNull(yield* users.find(ticket.purpose.user))
  if (user === null) return yield* new TicketInvalid()
  const hash = yield* hashedPassword(password, user.email)
  return yield* commit(
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const tickets = yield* TicketRepository
      yield* takeTicket(ticket)
      const credentials = Option.getOrNull(yield* users.credentials(user.id))
      if (credentials === null) return yield* new TicketInvalid()
      yield* users.saveCredentials(user.id, { ...credentials, password: hash })
      yield* tickets.withdraw(ticketSubject({ _tag: "PasswordReset", user: user.id }))
      yield* tickets.withdraw(ticketSubject({ _tag: "SecondFactor", user: user.id }))
      yield* sessions.endAll(user.id, null)
      yield* takeBackGuesses([yield* guessedAccount(user.email)])
      const subject = user.id
      yield* recordChange({ realm: platform, action: "user.password", subject, before: null, after: {} }).pipe(
        Effect.provideService(CurrentActor, { _tag: "User", user: user.id }),
      )
      return user
    }),
  )
})
