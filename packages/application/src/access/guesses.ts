/**
 * Attempts at passwords, codes and the like. An attempt is counted before it is judged, and subtracted again if it was right.
 */
import {
  countGuess,
  type GuessSubject,
  guessPolicies,
  type TooManyGuesses,
  type UserId,
  withoutOneGuess,
} from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { emailKey, mailboxKey } from "@vintem/domain/customer"
import { GuessLog, Secrets, type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"

/** What is being guessed, as a keyed hash. */
export interface Guessed {
  readonly subject: GuessSubject
  readonly key: string
}

const guessed = Effect.fnUntraced(function* (subject: GuessSubject, at: string | number) {
  const { fingerprint } = yield* Secrets
  return { subject, key: fingerprint(`guess ${subject} ${at}`) } satisfies Guessed
})

/** The account of an address, whether there is one or not. */
export const guessedAccount = (email: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("account", emailKey(email))

/** A visitor, by the network they come from. */
export const guessedAddress = (network: string): Effect.Effect<Guessed, never, Secrets> => guessed("address", network)

/** The codes of a user. */
export const guessedCode = (user: UserId): Effect.Effect<Guessed, never, Secrets> => guessed("second_factor", user)

/** Letters that an e-mail is sent, whoever asks for them. */
export const guessedReset = (email: string): Effect.Effect<Guessed, never, Secrets> => guessed("reset", emailKey(email))

/** Letters to an e-mail that a network asks for. */
export const guessedResetFrom = (email: string, network: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("reset", `${emailKey(email)} ${network}`)

/** Letters that a network asks for, to whomever. */
export const guessedResetAddress = (network: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("reset_address", network)

/** Invitations that a mailbox is sent, whoever invites: a tag in the address makes it no other mailbox. */
export const guessedInvitation = (email: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("invitation", mailboxKey(email))

/**
 * Counts an attempt at all of these before it is judged: in a commit of its own, or as part of the unit around it. Fails with
 * `TooManyGuesses`, and has then counted none of them.
 */
export const countGuesses = Effect.fnUntraced(function* (
  all: ReadonlyArray<Guessed>,
): Effect.fn.Return<void, StorageUnavailable | TooManyGuesses, GuessLog | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  const log = yield* GuessLog
  const now = instant(yield* Clock.currentTimeMillis)
  const count = Effect.fnUntraced(function* ({ key, subject }: Guessed) {
    const past = Option.getOrNull(yield* log.find(key))
    yield* log.put(yield* Effect.fromResult(countGuess(past, key, now, guessPolicies[subject])))
  })
  yield* commit(Effect.forEach(all, count, { discard: true }))
})

/**
 * Part of the unit of a successful attempt. All guesses at the subject are forgotten, except those of an address: of these only this
 * attempt is subtracted. Otherwise an attacker with an account could guess at other accounts without a limit.
 */
export const takeBackGuesses = Effect.fnUntraced(function* (
  all: ReadonlyArray<Guessed>,
): Effect.fn.Return<void, StorageUnavailable, GuessLog> {
  const log = yield* GuessLog
  for (const { key, subject } of all) {
    const past = Option.getOrNull(yield* log.find(key))
    const left = past === null || subject !== "address" ? null : withoutOneGuess(past)
    if (left === null) yield* log.remove(key)
    else yield* log.put(left)
  }
})
