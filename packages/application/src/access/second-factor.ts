/**
 * Turns a second factor on and off.
 */
import {
  authenticatorUri,
  openSteps,
  platform,
  recoveryCodeCount,
  type SealedSecret,
  type TooManyGuesses,
  type User,
} from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import {
  AccessSecrets,
  type AuditLog,
  type GuessLog,
  type Secrets,
  type StorageUnavailable,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { CurrentActor } from "../audit/current-actor.ts"
import { recordChange } from "../audit/record-change.ts"
import { afterCode, WrongCode } from "./give-code.ts"
import { countGuesses, guessedCode, takeBackGuesses } from "./guesses.ts"

/** A second factor exists already and has to be turned off first; or there is none to turn off. */
export class SecondFactorRefused extends Schema.TaggedError<SecondFactorRefused>()("SecondFactorRefused", {
  reason: Schema.Literals(["AlreadyOn", "NotOn"]),
}) {}

/** What authenticators show beside the address. */
const issuer = "Vintém"

/** A secret that is not in use before its first code is given. */
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

/**
 * Turns the second factor on, once a code shows that the authenticator has the secret. Fails with `WrongCode`, `SecondFactorRefused` or
 * `TooManyGuesses`.
 *
 * @returns recovery codes, shown this once
 */
export const confirmSecondFactor = Effect.fn("confirmSecondFactor")(function* (
  { id }: User,
  sealed: SealedSecret,
  code: Redacted.Redacted<string>,
): Effect.fn.Return<
  ReadonlyArray<Redacted.Redacted<string>>,
  SecondFactorRefused | StorageUnavailable | TooManyGuesses | WrongCode,
  AccessSecrets | AuditLog | GuessLog | Secrets | UnitOfWork | UserRepository
> {
  const { commit } = yield* UnitOfWork
  const secrets = yield* AccessSecrets
  const guessed = [yield* guessedCode(id)]
  yield* countGuesses(guessed)
  const now = instant(yield* Clock.currentTimeMillis)
  const step = Option.getOrNull(secrets.matchTotp(id, sealed, Redacted.value(code), openSteps(now, 0)))
  if (step === null) return yield* new WrongCode()
  const codes = yield* Effect.replicateEffect(secrets.newRecoveryCode, recoveryCodeCount)
  yield* commit(
    Effect.gen(function* () {
      const users = yield* UserRepository
      const credentials = yield* Effect.fromOption(yield* users.credentials(id)).pipe(Effect.orDie)
      if (credentials.secondFactor !== null) return yield* new SecondFactorRefused({ reason: "AlreadyOn" })
      const recovery = codes.map(secrets.hashToken)
      yield* users.saveCredentials(id, { ...credentials, secondFactor: { secret: sealed, lastStep: step, recovery } })
      yield* takeBackGuesses(guessed)
      yield* recordTurned(id, true)
    }),
  )
  return codes
})

/** Turns it off with one of its codes: a session that was left open is not enough. Fails as `confirmSecondFactor`. */
export const turnOffSecondFactor = Effect.fn("turnOffSecondFactor")(function* (
  { id }: User,
  code: Redacted.Redacted<string>,
): Effect.fn.Return<
  void,
  SecondFactorRefused | StorageUnavailable | TooManyGuesses | WrongCode,
  AccessSecrets | AuditLog | GuessLog | Secrets | UnitOfWork | UserRepository
> {
  const { commit } = yield* UnitOfWork
  const guessed = [yield* guessedCode(id)]
  yield* countGuesses(guessed)
  yield* commit(
    Effect.gen(function* () {
      const users = yield* UserRepository
      const credentials = yield* Effect.fromOption(yield* users.credentials(id)).pipe(Effect.orDie)
      if (credentials.secondFactor === null) return yield* new SecondFactorRefused({ reason: "NotOn" })
      if ((yield* afterCode(id, credentials.secondFactor, code)) === null) return yield* new WrongCode()
      yield* users.saveCredentials(id, { ...credentials, secondFactor: null })
      yield* takeBackGuesses(guessed)
      yield* recordTurned(id, false)
    }),
  )
})

/** Part of a unit. */
const recordTurned = (user: User["id"], isOn: boolean) =>
  recordChange({
    realm: platform,
    action: "user.second_factor",
    subject: user,
    before: { isOn: !isOn },
    after: { isOn },
  }).pipe(Effect.provideService(CurrentActor, { _tag: "User", user }))
