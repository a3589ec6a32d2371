/**
 * Signs a user in with their password, and asks for a code if they have a second factor.
 *
 * An unknown address and a wrong password get the same answer, after the same work.
 */
import { type Credentials, type DeviceMark, noCredentials, type TooManyGuesses, type User } from "@vintem/domain/access"
import { parseEmail } from "@vintem/domain/customer"
import {
  type AccessSecrets,
  type GuessLog,
  type PasswordHasher,
  type PasswordsBusy,
  type Secrets,
  type SessionRepository,
  type StorageUnavailable,
  type TicketRepository,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Effect, Option, type Redacted, Result, Schema } from "effect"
import { beginSession, type SignedIn } from "./begin-session.ts"
import {
  type Attempt,
  countAttempt,
  guessedAccount,
  guessedAddress,
  guessedDevice,
  takeBackAttempt,
} from "./guesses.ts"
import { isPassword } from "./is-password.ts"
import { issueTicket } from "./issue-ticket.ts"
import { soughtAccount } from "./marks.ts"
import type { Visitor } from "./visitor.ts"

/** No such user, or a wrong password: the answer does not reveal which. */
export class WrongCredentials extends Schema.TaggedError<WrongCredentials>()("WrongCredentials", {}) {}

/** The password was right, and a code is required: see `giveCode`. */
export interface CodeNeeded {
  readonly _tag: "CodeNeeded"
  readonly ticket: Redacted.Redacted<string>
}

/** The request. */
export interface SignIn {
  /** The text as typed. */
  readonly email: string
  readonly password: Redacted.Redacted<string>
  readonly visitor: Visitor
}

/** Fails with `WrongCredentials`, `TooManyGuesses` or `PasswordsBusy`. */
export const signIn = Effect.fn("signIn")(function* ({
  email,
  password,
  visitor,
}: SignIn): Effect.fn.Return<
  SignedIn | CodeNeeded,
  PasswordsBusy | StorageUnavailable | TooManyGuesses | WrongCredentials,
  | AccessSecrets
  | GuessLog
  | PasswordHasher
  | Secrets
  | SessionRepository
  | TicketRepository
  | UnitOfWork
  | UserRepository
> {
  const address = Result.getOrElse(parseEmail(email), () => "")
  const { credentials, mark, user } = yield* soughtAccount(address, visitor)
  const attempt: Attempt =
    mark === null
      ? { at: yield* guessedAccount(address), from: yield* guessedAddress(visitor.network) }
      : { at: yield* guessedDevice(mark), from: null }
  yield* countAttempt(attempt)
  const { password: hash } = credentials
  const isRight = yield* isPassword(password, hash, visitor.network, mark?.user)
  if (!isRight || user === null || hash === null) return yield* new WrongCredentials()
  const { commit } = yield* UnitOfWork
  return yield* commit(admitted({ user, hash, attempt, visitor, mark }))
})

interface Admission {
  readonly user: User
  /** The hash that the password was compared with. */
  readonly hash: NonNullable<Credentials["password"]>
  readonly attempt: Attempt
  readonly visitor: Visitor
  readonly mark: DeviceMark | null
}

const admitted = Effect.fnUntraced(function* ({ attempt, hash, mark, user, visitor }: Admission) {
  const users = yield* UserRepository
  // The password may have been reset since it was compared, and a session begun with the old password would outlive the reset. Saving the
  // credentials as they were read prevents a reset until this unit is committed.
  const now = Option.getOrElse(yield* users.credentials(user.id), () => noCredentials)
  if (now.password !== hash) return yield* new WrongCredentials()
  yield* users.saveCredentials(user.id, now)
  yield* takeBackAttempt(attempt)
  if (now.secondFactor === null) return yield* beginSession(user.id, visitor, now, mark)
  const { key: from } = attempt.from ?? attempt.at
  const { token } = yield* issueTicket({ _tag: "SecondFactor", user: user.id, generation: now.generation, from })
  return { _tag: "CodeNeeded", ticket: token } satisfies CodeNeeded
})
