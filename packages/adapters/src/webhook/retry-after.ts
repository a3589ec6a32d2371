/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date.
 */

/** More seconds than a year has are ignored. */
const secondsMax = 31_536_000

/**
 * The pause that a receiver requests, in milliseconds: 0 for a past time, a year at most.
 *
 * @param nowMillis - the receiver's time, as near as we know it
 * @returns null if it is neither seconds nor a date
 */
export const readRetryAfter = (text: string, nowMillis: number): number | null => {
  const millis = /^\d+$/u.test(text) ? Number(text) * 1_000 : millisUntil(text, nowMillis)
  return millis === null ? null : Math.min(Math.max(millis, 0), secondsMax * 1_000)
}

/** `Sun, 06 Nov 2026 08:49:37 GMT`, with the weekday short or in full. */
const httpDate = /^[A-Z][a-z]{2,8}, .{6,20} GMT$/u

const millisUntil = (text: string, nowMillis: number): number | null => {
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at - nowMillis
}
