/**
 * Signs a user in with their password, and asks for a code where they have a second factor.
 *
 * An unknown address and a wrong password get the same answer, after the same work.
 */
import {
  type Credentials,
  noCredentials,
  passwordText,
  type TooManyGuesses,
  type User,
  UserId,
} from "@vintem/domain/access"
import { parseEmail } from "@vintem/domain/customer"
import {
  type AccessSecrets,
  type GuessLog,
  PasswordHasher,
  type PasswordsBusy,
  type Secrets,
  type SessionRepository,
  type StorageUnavailable,
  type TicketRepository,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Effect, Option, Redacted, Result, Schema } from "effect"
import { beginSession, type SignedIn } from "./begin-session.ts"
import { countGuesses, type Guessed, guessedAccount, guessedAddress, takeBackGuesses } from "./guesses.ts"
import { issueTicket } from "./issue-ticket.ts"
import type { Visitor } from "./visitor.ts"

/** No such user, or a wrong password: the answer does not say which. */
export class WrongCredentials extends Schema.TaggedError<WrongCredentials>()("WrongCredentials", {}) {}

/** The password was right, and a code is asked for besides: see `giveCode`. */
export interface CodeNeeded {
  readonly _tag: "CodeNeeded"
  readonly ticket: Redacted.Redacted<string>
}

/** What is asked. */
export interface SignIn {
  /** As it was typed. */
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
  const users = yield* UserRepository
  const address = Result.getOrElse(parseEmail(email), () => "")
  const guessed = [yield* guessedAccount(address), yield* guessedAddress(visitor.network)]
  yield* countGuesses(guessed)
  const user = Option.getOrNull(yield* users.findByEmail(address))
  const { password: hash } = yield* credentialsOf(user?.id ?? nobody)
  const isRight = yield* isPassword(password, hash, visitor.network)
  if (!isRight || user === null || hash === null) return yield* new WrongCredentials()
  const { commit } = yield* UnitOfWork
  return yield* commit(admitted({ user, hash, guessed, visitor }))
})

/** Has no credentials. Looking it up takes as long as for a real user. */
const nobody = UserId.make(Number.MAX_SAFE_INTEGER)

const credentialsOf = Effect.fnUntraced(function* (id: UserId) {
  const users = yield* UserRepository
  return Option.getOrElse(yield* users.credentials(id), () => noCredentials)
})

/** A password that is too long for any is compared like the others, with nothing. */
const isPassword = Effect.fnUntraced(function* (
  given: Redacted.Redacted<string>,
  hash: Credentials["password"],
  network: string,
) {
  const hasher = yield* PasswordHasher
  const text = passwordText(Redacted.value(given))
  return (yield* hasher.verify(Redacted.make(text ?? "", { label: "password" }), hash, network)) && text !== null
})

interface Admission {
  readonly user: User
  /** What the password was compared with. */
  readonly hash: NonNullable<Credentials["password"]>
  readonly guessed: ReadonlyArray<Guessed>
  readonly visitor: Visitor
}

const admitted = Effect.fnUntraced(function* ({ guessed, hash, user, visitor }: Admission) {
  const users = yield* UserRepository
  // The password may have been reset since it was compared, and a session begun with the old password would outlive the reset. Saving the
  // credentials as they were read prevents a reset until this unit is committed.
  const now = yield* credentialsOf(user.id)
  if (now.password !== hash) return yield* new WrongCredentials()
  yield* users.saveCredentials(user.id, now)
  yield* takeBackGuesses(guessed)
  if (now.secondFactor === null) return yield* beginSession(user.id, visitor)
  const { token } = yield* issueTicket({ _tag: "SecondFactor", user: user.id })
  return { _tag: "CodeNeeded", ticket: token } satisfies CodeNeeded
})
