/**
 * Slows down guessing: after some failures each further attempt has to wait twice as long as the one before, up to a bound.
 *
 * An attempt counts before it is checked, so that a thousand at once are a thousand; a successful one is subtracted again. Unknown accounts
 * are slowed down like known ones: the waiting does not tell which accounts exist.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Instant, instant } from "../calendar/instant.ts"

/** What was guessed under a key: the hash of an account, of an address, or of whatever else is guessed at. */
export const Guesses = Schema.Struct({
  key: Schema.String,
  /** At least 1. */
  count: Schema.Int.check(Schema.isGreaterThan(0)),
  lastAt: Instant,
  /** The next attempt is judged from this instant on. */
  waitUntil: Instant,
})
export type Guesses = typeof Guesses.Type

/** How fast may be guessed. */
export interface GuessPolicy {
  /** Attempts that need not wait. */
  readonly free: number
  /** The first wait, which doubles with each further attempt. Milliseconds. */
  readonly waitMillis: number
  /** The longest wait. Milliseconds. */
  readonly waitMillisMax: number
}

/** What is guessed at. */
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
 * An account is slowed down to a guess a minute and no further, for all browsers without a mark together; those with one (`device`) count apart, so
 * that nobody else makes them wait. An address may be an office behind one router, and so has more free attempts, but waits for longer. A second
 * factor has a million codes, and three of them are right at any time; marked browsers count apart here as well (`device_code`). In a session a password
 * or a code is guessed at by whoever holds the session (`session`). A reset sends a letter to whoever is named; an address may ask for those of several
 * people. An invitation sends one, too: those of one realm to one address wait, and of all realms the letters alone.
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

/** After so long without an attempt all is forgotten, milliseconds: 24 hours. */
export const guessMemoryMillis = 86_400_000

/** Too many attempts; the next is judged from `until` on. Nothing was counted. */
export class TooManyGuesses extends Schema.TaggedError<TooManyGuesses>()("TooManyGuesses", { until: Instant }) {}

/** Counts an attempt, or refuses it. @param past - the stored state of the key; null for none */
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

/** What is left of the attempts once one of them was right; null for nothing. */
export const withoutOneGuess = (past: Guesses): Guesses | null =>
  past.count === 1 ? null : { ...past, count: past.count - 1, waitUntil: past.lastAt }
