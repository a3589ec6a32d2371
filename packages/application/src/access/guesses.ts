/**
 * Attempts at passwords and codes. An attempt is counted before it is checked, and subtracted again if it was right.
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

/** The subject of a guess, as a keyed hash. */
export interface Guessed {
  readonly subject: GuessSubject
  readonly key: string
}

const guessed = Effect.fnUntraced(function* (subject: GuessSubject, at: string | number) {
  const { fingerprint } = yield* Secrets
  return { subject, key: fingerprint(`guess ${subject} ${at}`) } satisfies Guessed
})

/** The account of an address, whether it exists or not: guesses of all browsers without a mark of it. */
export const guessedAccount = (email: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("account", emailKey(email))

/** A marked browser. */
export const guessedDevice = (mark: DeviceMark): Effect.Effect<Guessed, never, Secrets> =>
  guessed("device", placeOf(mark))

/** A visitor, by their network. */
export const guessedAddress = (network: string): Effect.Effect<Guessed, never, Secrets> => guessed("address", network)

/** The codes of a user: guesses of all browsers without a mark of the user. */
export const guessedCode = (user: UserId): Effect.Effect<Guessed, never, Secrets> => guessed("second_factor", user)

/** Codes from a marked browser. */
export const guessedDeviceCode = (mark: DeviceMark): Effect.Effect<Guessed, never, Secrets> =>
  guessed("device_code", placeOf(mark))

/** Guesses within a session: passwords and codes together. */
export const guessedInSession = (session: SessionId): Effect.Effect<Guessed, never, Secrets> =>
  guessed("session", session)

/** Letters to an e-mail, whoever asks for them. */
export const guessedReset = (email: string): Effect.Effect<Guessed, never, Secrets> => guessed("reset", emailKey(email))

/** Letters to an e-mail, by the place that asks for them: see `placeOf`. */
export const guessedResetFrom = (email: string, place: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("reset", `${emailKey(email)} ${place}`)

/** Letters that a network asks for, to any e-mail. */
export const guessedResetAddress = (network: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("reset_address", network)

/** Invitations of a mailbox into a realm. A tag in the address makes no other mailbox. */
export const guessedInvitation = (email: string, realm: Realm): Effect.Effect<Guessed, never, Secrets> =>
  guessed("invitation", `${realmName(realm)} ${mailboxKey(email)}`)

/** Letters with invitations to a mailbox, whoever invites. */
export const guessedInvitationLetter = (email: string): Effect.Effect<Guessed, never, Secrets> =>
  guessed("invitation_letter", mailboxKey(email))

/** A marked browser's name, for places that are otherwise networks. */
export const placeOf = ({ slot, user }: DeviceMark): string => `device ${user} ${slot}`

/** An attempt: its subject, and its origin. */
export interface Attempt {
  readonly at: Guessed
  /** Null if the subject already contains the origin. */
  readonly from: Guessed | null
}

/**
 * Counts an attempt before it is checked, in its own commit or as part of the unit around it. Fails with
 * `TooManyGuesses` if it has to wait. If the subject has to wait, the attempt still counts against its origin, so
 * repeated attempts soon exhaust that, too. If the origin has to wait, nothing is counted.
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
  // A failing unit would keep nothing, so the refusal is its result.
  const refused = yield* commit(
    Effect.gen(function* () {
      return (from === null ? null : yield* count(from)) ?? (yield* count(at))
    }),
  )
  if (refused !== null) return yield* refused
})

/**
 * Part of the unit of a successful attempt. Forgets the guesses of one marked browser or one session. For subjects with
 * many origins it only subtracts this attempt: the owner's sign-in gives other guessers nothing.
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

/** Subjects with one origin. */
const ownSubjects: ReadonlySet<GuessSubject> = new Set(["device", "device_code", "session"])
