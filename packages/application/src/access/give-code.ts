/**
 * The second step of a sign-in: after the right password, the user enters a code of their authenticator or a recovery
 * code.
 */
import { noCredentials, openSteps, type SecondFactor, type TooManyGuesses, type UserId } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import {
  AccessSecrets,
  type GuessLog,
  type Secrets,
  type SessionRepository,
  type StorageUnavailable,
  type TicketRepository,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { beginSession, type SignedIn } from "./begin-session.ts"
import {
  type Attempt,
  countAttempt,
  guessedAddress,
  guessedCode,
  guessedDeviceCode,
  takeBackAttempt,
} from "./guesses.ts"
import { markOf } from "./marks.ts"
import { TicketInvalid, takeTicket, validTicket } from "./tickets.ts"
import type { Visitor } from "./visitor.ts"

/** The code is of another time, was used before, or is not a code. The ticket stays valid. */
export class WrongCode extends Schema.TaggedError<WrongCode>()("WrongCode", {}) {}

/** The request. */
export interface GiveCode {
  readonly ticket: Redacted.Redacted<string>
  /** The text as typed. */
  readonly code: Redacted.Redacted<string>
  readonly visitor: Visitor
}

/**
 * No code counts twice, even in concurrent requests. Fails with `WrongCode`, `TicketInvalid` (begin again with the
 * password) or `TooManyGuesses`.
 */
export const giveCode = Effect.fn("giveCode")(function* ({
  code,
  ticket,
  visitor,
}: GiveCode): Effect.fn.Return<
  SignedIn,
  StorageUnavailable | TicketInvalid | TooManyGuesses | WrongCode,
  AccessSecrets | GuessLog | Secrets | SessionRepository | TicketRepository | UnitOfWork | UserRepository
> {
  const { commit } = yield* UnitOfWork
  const valid = yield* validTicket(ticket, "SecondFactor")
  const { generation, user } = valid.purpose
  const users = yield* UserRepository
  const before = Option.getOrElse(yield* users.credentials(user), () => noCredentials)
  const mark = yield* markOf(visitor, user, before)
  const attempt: Attempt =
    mark === null
      ? { at: yield* guessedCode(user), from: yield* guessedAddress(visitor.network) }
      : { at: yield* guessedDeviceCode(mark), from: null }
  yield* countAttempt(attempt)
  return yield* commit(
    Effect.gen(function* () {
      const credentials = Option.getOrNull(yield* users.credentials(user))
      if (credentials === null || credentials.secondFactor === null || credentials.generation !== generation) {
        return yield* new TicketInvalid()
      }
      const secondFactor = yield* afterCode(user, credentials.secondFactor, code)
      if (secondFactor === null) return yield* new WrongCode()
      yield* users.saveCredentials(user, { ...credentials, secondFactor })
      yield* takeTicket(valid)
      yield* takeBackAttempt(attempt)
      return yield* beginSession(user, visitor, credentials, mark)
    }),
  )
})

/** The second factor after the code was used; null if the code is not one of its codes. */
export const afterCode = Effect.fnUntraced(function* (
  user: UserId,
  factor: SecondFactor,
  code: Redacted.Redacted<string>,
): Effect.fn.Return<SecondFactor | null, never, AccessSecrets> {
  const secrets = yield* AccessSecrets
  const now = instant(yield* Clock.currentTimeMillis)
  const text = Redacted.value(code)
  if (text.length > codeLengthMax) return null
  const digits = text.replace(/\s/gu, "")
  const step = Option.getOrNull(secrets.matchTotp(user, factor.secret, digits, openSteps(now, factor.lastStep)))
  if (step !== null) return { ...factor, lastStep: step } satisfies SecondFactor
  yield* secrets.warnOfUnknownKey(factor.secret)
  const hash = secrets.hashToken(Redacted.make(asWritten(text)))
  if (!factor.recovery.includes(hash)) return null
  return { ...factor, recovery: factor.recovery.filter((one) => one !== hash) } satisfies SecondFactor
})

/** Codes are never longer. */
const codeLengthMax = 64

/** A recovery code in its original form: in capitals, in groups of four. */
const asWritten = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z2-7]/gu, "")
    .replace(/(.{4})(?=.)/gu, "$1-")
