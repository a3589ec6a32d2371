/**
 * The headers for browsers and caches on every answer, errors too.
 *
 * @see docs/decisions/wire.md#0209
 */

/**
 * - `x-content-type-options: nosniff`: browsers take an answer's content type as it is, and never find a script in it.
 * - `cache-control: no-store`, unless the answer itself says how long it may be kept: data of a company or a payer
 *   stays in no cache.
 * - `strict-transport-security`, if `isHttpsOnly`: for a year browsers use only https for this host. Other hosts of the
 *   same domain are
 *   not ours to decide about.
 */
export const protectiveHeaders = (isHttpsOnly: boolean): Readonly<Record<string, string>> => ({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  ...(isHttpsOnly ? { "strict-transport-security": `max-age=${secondsPerYear}` } : {}),
})

const secondsPerYear = 31_536_000
