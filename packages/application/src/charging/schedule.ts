/**
 * When to ask the acquirer again for an outcome that it has not reported.
 */
import { type Instant, instant } from "@vintem/domain/calendar"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long after the outcome became unknown it is asked for, in milliseconds; after the last of these a person decides. */
const askingAges: ReadonlyArray<number> = [
  10 * second,
  30 * second,
  2 * minute,
  10 * minute,
  hour,
  6 * hour,
  ...[1, 2, 3, 4, 5, 6, 7].map((count) => count * day),
]

/**
 * When to ask next about what only the acquirer knows: at the same ages, and after the last of them every day.
 *
 * @param since - when the outcome became unknown
 * @param now - the time of the asking that brought nothing
 */
export const nextAskingUntilTold = (since: Instant, now: Instant): Instant =>
  nextAsking(since, now) ?? instant(now + day)

/**
 * When to try again what the acquirer refused for now: the day after.
 */
export const dayAfter = (at: Instant): Instant => instant(at + day)

/**
 * When to ask next.
 *
 * @param since - when the outcome became unknown
 * @param now - the time of the asking that brought nothing
 * @returns null once the last age has passed
 */
export const nextAsking = (since: Instant, now: Instant): Instant | null => {
  const age = askingAges.find((candidate) => since + candidate > now)
  return age === undefined ? null : instant(since + age)
}
