/**
 * Turns a second factor on and off.
 */
import {
  authenticatorUri,
  openSteps,
  platform,
  recoveryCodeCount,
  type SealedSecret,
  type Session,
  type TooManyGuesses,
  type User,
} from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import {
  type AccessMailer,
  AccessSecrets,
  type GuessLog,
  type Secrets,
  type SessionRepository,
  type StorageUnavailable,
  type Trail,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { CurrentActor } from "../trail/current-actor.ts"
import { recordChange } from "../trail/record-change.ts"
import { saveAndEndElsewhere } from "./end-elsewhere.ts"
import { afterCode, WrongCode } from "./give-code.ts"
import { type Attempt, countAttempt, guessedInSession, takeBackAttempt } from "./guesses.ts"
import { newMark } from "./marks.ts"
import { notifyOwnerSoon } from "./notify.ts"

/** There is a second factor already, which has to be turned off first; or there is none to turn off. */
export class SecondFactorRefused extends Schema.TaggedError<SecondFactorRefused>()("SecondFactorRefused", {
  reason: Schema.Literals(["AlreadyOn", "NotOn"]),
}) {}

/** The name that authenticators show next to the address. */
const issuer = "Vintém"

/** A secret that is not in use until its first code is entered. */
interface BegunSecondFactor {
  readonly sealed: SealedSecret
  readonly shown: Redacted.Redacted<string>
  /** For an authenticator. */
  readonly uri: Redacted.Redacted<string>
}

/** Makes a secret for the user's authenticator. Nothing is stored: the caller returns `sealed` with the first code. */
export const beginSecondFactor = Effect.fn("beginSecondFactor")(function* (
  user: User,
): Effect.fn.Return<BegunSecondFactor, never, AccessSecrets> {
  const secrets = yield* AccessSecrets
  const { sealed, shown } = yield* secrets.newTotpSecret(user.id)
  return {
    sealed,
    shown,
    uri: Redacted.make(authenticatorUri(issuer, user.email, Redacted.value(shown)), { label: "authenticator URI" }),
  }
})

/** A user, and the session that makes the change. */
export interface InSession {
  readonly user: User
  readonly session: Session
}

/** The result of turning the factor on, for the user and the browser. */
interface ConfirmedSecondFactor {
  /** Shown once. */
  readonly codes: ReadonlyArray<Redacted.Redacted<string>>
  /** For the browser. */
  readonly mark: Redacted.Redacted<string>
}

/**
 * Turns the second factor on after a code proves that the authenticator has the secret. Ends everything else that the
 * user is signed in with, and sends them a letter. Fails with `WrongCode`, `SecondFactorRefused` or `TooManyGuesses`.
 */
export const confirmSecondFactor = Effect.fn("confirmSecondFactor")(function* (
  { session, user }: InSession,
  sealed: SealedSecret,
  code: Redacted.Redacted<string>,
): Effect.fn.Return<
  ConfirmedSecondFactor,
  SecondFactorRefused | StorageUnavailable | TooManyGuesses | WrongCode,
  AccessMailer | AccessSecrets | Trail | GuessLog | Secrets | SessionRepository | UnitOfWork | UserRepository
> {
  const { commit } = yield* UnitOfWork
  const secrets = yield* AccessSecrets
  const { id } = user
  const attempt: Attempt = { at: yield* guessedInSession(session.id), from: null }
  yield* countAttempt(attempt)
  const now = instant(yield* Clock.currentTimeMillis)
  const step = Option.getOrNull(secrets.matchTotp(id, sealed, Redacted.value(code), openSteps(now, 0)))
  if (step === null) return yield* new WrongCode()
  const codes = yield* Effect.replicateEffect(secrets.newRecoveryCode, recoveryCodeCount)
  const mark = yield* commit(
    Effect.gen(function* () {
      const credentials = yield* credentialsOf(id)
      if (credentials.secondFactor !== null) return yield* new SecondFactorRefused({ reason: "AlreadyOn" })
      // The secret may have been shown before the service's key was changed.
      const secret = Option.getOrElse(secrets.resealTotp(id, sealed), () => sealed)
      const secondFactor = { secret, lastStep: step, recovery: codes.map(secrets.hashToken) }
      const next = yield* saveAndEndElsewhere(id, { ...credentials, secondFactor }, session.id)
      yield* takeBackAttempt(attempt)
      yield* recordTurned(id, true).pipe(Effect.provideService(CurrentActor, { _tag: "User", user: id }))
      return yield* newMark(id, next, null)
    }),
  )
  yield* notifyOwnerSoon(user, "SecondFactorOn")
  return { codes, mark }
})

/**
 * Turns it off with one of its codes. Ends everything else that the user is signed in with, and sends them a letter.
 * Fails like `confirmSecondFactor`.
 *
 * @returns a mark for the browser
 */
export const turnOffSecondFactor = Effect.fn("turnOffSecondFactor")(function* (
  { session, user }: InSession,
  code: Redacted.Redacted<string>,
): Effect.fn.Return<
  Redacted.Redacted<string>,
  SecondFactorRefused | StorageUnavailable | TooManyGuesses | WrongCode,
  AccessMailer | AccessSecrets | Trail | GuessLog | Secrets | SessionRepository | UnitOfWork | UserRepository
> {
  const { commit } = yield* UnitOfWork
  const { id } = user
  const attempt: Attempt = { at: yield* guessedInSession(session.id), from: null }
  yield* countAttempt(attempt)
  const mark = yield* commit(
    Effect.gen(function* () {
      const credentials = yield* credentialsOf(id)
      if (credentials.secondFactor === null) return yield* new SecondFactorRefused({ reason: "NotOn" })
      if ((yield* afterCode(id, credentials.secondFactor, code)) === null) return yield* new WrongCode()
      const next = yield* saveAndEndElsewhere(id, { ...credentials, secondFactor: null }, session.id)
      yield* takeBackAttempt(attempt)
      yield* recordTurned(id, false).pipe(Effect.provideService(CurrentActor, { _tag: "User", user: id }))
      return yield* newMark(id, next, null)
    }),
  )
  yield* notifyOwnerSoon(user, "SecondFactorOff")
  return mark
})

/**
 * Removes the second factor of a user who has lost authenticator and recovery codes, for the command line. Ends
 * everything that they are signed in with. Fails with `SecondFactorRefused`.
 */
export const removeSecondFactor = Effect.fn("removeSecondFactor")(function* ({
  id,
}: User): Effect.fn.Return<
  void,
  SecondFactorRefused | StorageUnavailable,
  Trail | SessionRepository | UnitOfWork | UserRepository
> {
  const { commit } = yield* UnitOfWork
  yield* commit(
    Effect.gen(function* () {
      const credentials = yield* credentialsOf(id)
      if (credentials.secondFactor === null) return yield* new SecondFactorRefused({ reason: "NotOn" })
      yield* saveAndEndElsewhere(id, { ...credentials, secondFactor: null }, null)
      yield* recordTurned(id, false)
    }),
  )
})

const credentialsOf = Effect.fnUntraced(function* (user: User["id"]) {
  const users = yield* UserRepository
  return yield* Effect.fromOption(yield* users.credentials(user)).pipe(Effect.orDie)
})

/** Part of a unit. */
const recordTurned = (user: User["id"], isOn: boolean) =>
  recordChange({
    realm: platform,
    action: "user.second_factor",
    subject: user,
    before: { isOn: !isOn },
    after: { isOn },
  })
