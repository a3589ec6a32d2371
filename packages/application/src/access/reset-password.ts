/** Changes a password with the link that was sent for it. */
import { type PasswordRefused, platform, ticketSubject, type User } from "@vintem/domain/access"
import {
  type AccessMailer,
  type AccessSecrets,
  type PasswordHasher,
  type PasswordsBusy,
  type SessionRepository,
  type StorageUnavailable,
  TicketRepository,
  type Trail,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Effect, Option, type Redacted } from "effect"
import { CurrentActor } from "../trail/current-actor.ts"
import { recordChange } from "../trail/record-change.ts"
import { saveAndEndElsewhere } from "./end-elsewhere.ts"
import { hashedPassword } from "./hashed-password.ts"
import { newMark } from "./marks.ts"
import { notifyOwnerSoon } from "./notify.ts"
import { TicketInvalid, takeTicket, validTicket } from "./tickets.ts"

/** The result of choosing a password. */
interface ChosenPassword {
  readonly user: User
  /** For the browser: the link has identified the user, so guesses from elsewhere do not make this browser wait. */
  readonly mark: Redacted.Redacted<string>
}

/**
 * Ends all sessions of the user, and sign-ins that wait for a code; the second factor stays. The user gets a letter
 * about it. Fails with `TicketInvalid`, `PasswordRefused` or `PasswordsBusy`.
 */
export const resetPassword = Effect.fn("resetPassword")(function* (
  token: Redacted.Redacted<string>,
  password: Redacted.Redacted<string>,
): Effect.fn.Return<
  ChosenPassword,
  PasswordRefused | PasswordsBusy | StorageUnavailable | TicketInvalid,
  | AccessMailer
  | AccessSecrets
  | Trail
  | PasswordHasher
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
  const mark = yield* commit(
    Effect.gen(function* () {
      const tickets = yield* TicketRepository
      yield* takeTicket(ticket)
      const credentials = Option.getOrNull(yield* users.credentials(user.id))
      if (credentials === null) return yield* new TicketInvalid()
      const next = yield* saveAndEndElsewhere(user.id, { ...credentials, password: hash }, null)
      yield* tickets.withdraw(ticketSubject({ _tag: "PasswordReset", user: user.id }))
      const subject = user.id
      yield* recordChange({ realm: platform, action: "user.password", subject, before: null, after: {} }).pipe(
        Effect.provideService(CurrentActor, { _tag: "User", user: user.id }),
      )
      return yield* newMark(user.id, next, null)
    }),
  )
  yield* notifyOwnerSoon(user, "PasswordChanged")
  return { user, mark }
})
