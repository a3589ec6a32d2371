/**
 * Slows down guessing: after some failures each further attempt has to wait twice as long as the one before, up to a
 * bound.
 *
 * An attempt is counted before it is checked, so a thousand concurrent attempts count as a thousand. A successful one
 * is subtracted again. Unknown accounts are slowed down like known ones, so the wait does not reveal which accounts
 * exist.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Instant, instant } from "../calendar/instant.ts"

/** The attempts under one key. The key is a hash of the account, the address or another subject. */
export const Guesses = Schema.Struct({
  key: Schema.String,
  /** At least 1. */
  count: Schema.Int.check(Schema.isGreaterThan(0)),
  lastAt: Instant,
  /** The next attempt is checked from this instant on. */
  waitUntil: Instant,
})
export type Guesses = typeof Guesses.Type

/** How fast a caller may guess. */
export interface GuessPolicy {
  /** Attempts that do not wait. */
  readonly free: number
  /** The first wait, which doubles with each further attempt. Milliseconds. */
  readonly waitMillis: number
  /** The longest wait. Milliseconds. */
  readonly waitMillisMax: number
}

/** The kinds of subjects that a caller guesses at. */
export type GuessSubject =
  | "account"
  | "device"
  | "address"
  | "second_factor"
  | "device_code"
  | "session"
  | "reset"
  | "reset_address"
  | "invitation"
  | "invitation_letter"

/**
 * The waits for each subject:
 *
 * - An account: at most a guess a minute, for all browsers without a mark together. Browsers with a mark (`device`) are
 *   counted apart, so nobody else makes them wait.
 * - An address may be an office behind one router. It has more free attempts, but longer waits.
 * - A second factor has a million codes, and three of them are right at any time. Marked browsers are counted apart
 *   here as well (`device_code`).
 * - In a session, only its holder guesses at a password or a code (`session`).
 * - A reset sends a letter to the account that the caller names. One address may ask for several people's resets.
 * - An invitation sends a letter, too. Invitations into one realm wait by address; over all realms only the letters
 *   wait.
 */
export const guessPolicies: Readonly<Record<GuessSubject, GuessPolicy>> = {
  account: { free: 10, waitMillis: 1_000, waitMillisMax: 60_000 },
  device: { free: 10, waitMillis: 1_000, waitMillisMax: 60_000 },
  address: { free: 30, waitMillis: 1_000, waitMillisMax: 900_000 },
  second_factor: { free: 5, waitMillis: 2_000, waitMillisMax: 900_000 },
  device_code: { free: 5, waitMillis: 2_000, waitMillisMax: 900_000 },
  session: { free: 5, waitMillis: 2_000, waitMillisMax: 900_000 },
  invitation: { free: 10, waitMillis: 60_000, waitMillisMax: 3_600_000 },
  invitation_letter: { free: 10, waitMillis: 60_000, waitMillisMax: 3_600_000 },
  reset: { free: 3, waitMillis: 60_000, waitMillisMax: 3_600_000 },
  reset_address: { free: 30, waitMillis: 60_000, waitMillisMax: 900_000 },
}

/** After 24 hours without an attempt the count is forgotten. In milliseconds. */
export const guessMemoryMillis = 86_400_000

/** Too many attempts. The next is checked from `until` on. This one was not counted. */
export class TooManyGuesses extends Schema.TaggedError<TooManyGuesses>()("TooManyGuesses", { until: Instant }) {}

/** Counts an attempt, or refuses it. @param past - the stored state of the key; null if there is none */
export const countGuess = (
  past: Guesses | null,
  key: string,
  now: Instant,
  { free, waitMillis, waitMillisMax }: GuessPolicy,
): Result.Result<Guesses, TooManyGuesses> => {
  const known = past === null || now - past.lastAt >= guessMemoryMillis ? null : past
  if (known !== null && now < known.waitUntil) return Result.fail(new TooManyGuesses({ until: known.waitUntil }))
  const count = (known?.count ?? 0) + 1
  const doublings = Math.min(count - free, 40)
  const wait = doublings < 0 ? 0 : Math.min(waitMillis * 2 ** doublings, waitMillisMax)
  return Result.succeed({ key, count, lastAt: now, waitUntil: instant(now + wait) })
}

/** The attempts that remain after one of them was right. Null if none remain. */
export const withoutOneGuess = (past: Guesses): Guesses | null =>
  past.count === 1 ? null : { ...past, count: past.count - 1, waitUntil: past.lastAt }
