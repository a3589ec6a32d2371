/**
 * What every answer says to browsers and caches, whatever it answers: errors too.
 *
 * @see docs/decisions/wire.md#0209
 */

/**
 * - `x-content-type-options: nosniff`: an answer is what its content type says, and never a script that a browser finds in it.
 * - `cache-control: no-store`, unless the answer itself says how long it may be kept: what belongs to a company or a payer stays in no cache.
 * - `strict-transport-security`, if `isHttpsOnly`: for a year browsers ask this host over https alone. Other hosts of the same domain are
 *   not ours to decide about.
 */
export const protectiveHeaders = (isHttpsOnly: boolean): Readonly<Record<string, string>> => ({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  ...(isHttpsOnly ? { "strict-transport-security": `max-age=${secondsPerYear}` } : {}),
})

const secondsPerYear = 31_536_000
