/**
 * Counts requests in fixed windows. A window opens with its first request, not with the minute of the wall clock.
 *
 * Reads the time only from Effect's `Clock`, at each call, because the tests use a `TestClock`. A service that turns
 * its own clock forward provides the real one here.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** The length of a window: a minute from its first request. */
export const rateWindowMillis = 60_000

/** The decision about a request, and the state after it. */
export interface RateVerdict {
  /** True if fewer than `limit` requests were counted before in this window. */
  readonly isAllowed: boolean
  /** The limit of the call. */
  readonly limit: number
  /** How many requests are left in this window after this one. 0 if it is refused, never negative. */
  readonly remaining: number
  /**
   * When the window closes, in epoch milliseconds of Effect's `Clock`: `rateWindowMillis` after its first request. A
   * request in that exact millisecond opens the next window.
   */
  readonly resetAt: number
}

/** Allows a number of requests under a key in a window. Contract: `rateLimiterContract`. */
export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /**
     * Counts one request of `key`, and opens a window with it if none is open. A refused request is not counted and
     * does not lengthen the window. Of concurrent requests at most `limit` are allowed, and each has a different
     * `remaining`.
     *
     * @param key - keys are counted separately; case and spaces matter
     * @param limit - requests a window, at least 1; it may differ from call to call, without changing the count
     */
    readonly take: (key: string, limit: number) => Effect.Effect<RateVerdict, StorageUnavailable>
    /**
     * The verdict that `take` would give now. Counts nothing and opens no window, so a second call gives the same.
     * `remaining` is therefore the rest after that take: 0 for an unused limit of 1. If no window is open, `resetAt` is
     * `rateWindowMillis` from now.
     */
    readonly peek: (key: string, limit: number) => Effect.Effect<RateVerdict, StorageUnavailable>
  }
>()("@vintem/domain/ports/RateLimiter") {}
