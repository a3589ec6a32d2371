/**
 * Attempts at passwords, codes and the like. An attempt is counted before it is judged, and subtracted again if it was right.
 */
import {
  countGuess,
  type DeviceMark,
  type GuessSubject,
  guessPolicies,
  type Realm,
  realmName,
  type SessionId,
  type TooManyGuesses,
  type UserId,
  withoutOneGuess,
} from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { emailKey, mailboxKey } from "@vintem/domain/customer"
import { GuessLog, Secrets, type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect, Option, Result } from "effect"

/** What is being guessed, as a keyed hash. */
export interface Guessed {
  readonly subject: GuessSubject
  readonly key: string
}

const guessed = Effect.fnUntraced(function* (subject: GuessSubject, at: string | number) {
  const { fingerprint } = yield* Secrets
  return { subject, key: fingerprint(`guess ${subject} ${at}`) } satisfies Guessed
})

/** The account of an address, whether there is one or not: guesses of all browsers that have no mark of it. */
export const guessedAccount = (email: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("account", emailKey(email))

/** A marked browser. */
export const guessedDevice = (mark: DeviceMark): Effect.Effect<Guessed, never, Secrets> =>
  guessed("device", placeOf(mark))

/** A visitor, by the network they come from. */
export const guessedAddress = (network: string): Effect.Effect<Guessed, never, Secrets> => guessed("address", network)

/** The codes of a user: guesses of all browsers that have no mark of the user. */
export const guessedCode = (user: UserId): Effect.Effect<Guessed, never, Secrets> => guessed("second_factor", user)

/** Codes that a marked browser gives. */
export const guessedDeviceCode = (mark: DeviceMark): Effect.Effect<Guessed, never, Secrets> =>
  guessed("device_code", placeOf(mark))

/** What is given in a session, by whoever holds it: passwords and codes together. */
export const guessedInSession = (session: SessionId): Effect.Effect<Guessed, never, Secrets> =>
  guessed("session", session)

/** Letters that an e-mail is sent, whoever asks for them. */
export const guessedReset = (email: string): Effect.Effect<Guessed, never, Secrets> => guessed("reset", emailKey(email))

/** Letters to an e-mail that are asked for from one place: see `placeOf`. */
export const guessedResetFrom = (email: string, place: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("reset", `${emailKey(email)} ${place}`)

/** Letters that a network asks for, to whomever. */
export const guessedResetAddress = (network: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("reset_address", network)

/** Invitations of a mailbox into a realm: a tag in the address makes it no other mailbox. */
export const guessedInvitation = (email: string, realm: Realm): Effect.Effect<Guessed, never, Secrets> =>
  guessed("invitation", `${realmName(realm)} ${mailboxKey(email)}`)

/** Letters with an invitation that a mailbox is sent, whoever invites. */
export const guessedInvitationLetter = (email: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("invitation_letter", mailboxKey(email))

/** A marked browser, if a network would be named otherwise. */
export const placeOf = ({ slot, user }: DeviceMark): string => `device ${user} ${slot}`

/** What is guessed at, and from where. */
export interface Attempt {
  readonly at: Guessed
  /** Null if a count of its own says already who it is. */
  readonly from: Guessed | null
}

/**
 * Counts an attempt before it is judged: in a commit of its own, or as part of the unit around it. Fails with `TooManyGuesses` if it has to
 * wait. One that came too early for what is guessed at is still counted against where it came from: who asks again and again has soon asked too
 * often. One that came too early for where it comes from is not counted.
 */
export const countAttempt = Effect.fnUntraced(function* ({
  at,
  from,
}: Attempt): Effect.fn.Return<void, StorageUnavailable | TooManyGuesses, GuessLog | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  const log = yield* GuessLog
  const now = instant(yield* Clock.currentTimeMillis)
  const count = Effect.fnUntraced(function* ({ key, subject }: Guessed) {
    const past = Option.getOrNull(yield* log.find(key))
    const counted = countGuess(past, key, now, guessPolicies[subject])
    if (Result.isFailure(counted)) return counted.failure
    yield* log.put(counted.success)
    return null
  })
  // A unit that fails keeps nothing: the refusal is what it gives.
  const refused = yield* commit(
    Effect.gen(function* () {
      return (from === null ? null : yield* count(from)) ?? (yield* count(at))
    }),
  )
  if (refused !== null) return yield* refused
})

/**
 * Part of the unit of a successful attempt. What one marked browser or one session guessed is forgotten. Of what is guessed from many places only
 * this attempt is subtracted: the owner's sign-in gives those who guess nothing.
 */
export const takeBackAttempt = Effect.fnUntraced(function* ({
  at,
  from,
}: Attempt): Effect.fn.Return<void, StorageUnavailable, GuessLog> {
  const log = yield* GuessLog
  for (const { key, subject } of from === null ? [at] : [from, at]) {
    const past = Option.getOrNull(yield* log.find(key))
    const left = past === null || ownSubjects.has(subject) ? null : withoutOneGuess(past)
    if (left === null) yield* log.remove(key)
    else yield* log.put(left)
  }
})

/** What is guessed from one place alone. */
const ownSubjects: ReadonlySet<GuessSubject> = new Set(["device", "device_code", "session"])
