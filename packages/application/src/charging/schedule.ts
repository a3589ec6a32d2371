/** When to ask the acquirer again for an outcome that it has not reported. */
import { type Instant, instant } from "@vintem/domain/calendar"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/**
 * When to ask the acquirer about an unknown outcome: its ages, in milliseconds. After the last one a person decides.
 */
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
 * The next time to ask for something that only the acquirer knows: at the same ages, and after the last of them every
 * day.
 *
 * @param since - when the outcome became unknown
 * @param now - the time of the last unsuccessful request
 */
export const nextAskingUntilTold = (since: Instant, now: Instant): Instant =>
  nextAsking(since, now) ?? instant(now + day)

/** When to repeat a request that the acquirer refused for now: a day later. */
export const dayAfter = (at: Instant): Instant => instant(at + day)

/**
 * The next time to ask.
 *
 * @param since - when the outcome became unknown
 * @param now - the time of the last unsuccessful request
 * @returns null after the last age
 */
export const nextAsking = (since: Instant, now: Instant): Instant | null => {
  const age = askingAges.find((candidate) => since + candidate > now)
  return age === undefined ? null : instant(since + age)
}
