/**
 * Counts requests in fixed windows. A window opens with its first request, not with the minute of the wall clock.
 *
 * Reads the time from Effect's `Clock` at each call, and from nothing else: the suite turns a `TestClock`. A service that
 * turns its clock forward gives the limiter the real one.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** How long requests are counted together: a minute, from the first of them. */
export const rateWindowMillis = 60_000

/** Whether a request may pass, and how things stand after it. */
export interface RateVerdict {
  /** Whether fewer than `limit` requests were counted before in this window. */
  readonly isAllowed: boolean
  /** The limit that was asked about. */
  readonly limit: number
  /** How many requests are left in this window once this one is counted; 0 if it is refused, never less. */
  readonly remaining: number
  /**
   * When the window closes, in epoch milliseconds of Effect's `Clock`: `rateWindowMillis` after its first request. At that very
   * millisecond a request opens the next window.
   */
  readonly resetAt: number
}

/** Allows so many requests under a key in a window. Contract: `rateLimiterContract`. */
export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /**
     * Counts one request of `key`, and opens a window with it if none is open. A refused request is not counted and does
     * not lengthen the window. Of requests that come at once, no more than `limit` are allowed, and no two of these have
     * the same `remaining`.
     *
     * @param key - every key counts for itself: case and spaces tell keys apart
     * @param limit - requests a window, at least 1; it may differ from call to call, and what was counted stays counted
     */
    readonly take: (key: string, limit: number) => Effect.Effect<RateVerdict, StorageUnavailable>
    /**
     * The verdict that `take` would give at this moment. Nothing is counted and no window is opened, so asking twice gives the same.
     * `remaining` is therefore what is left after that take: 0 of an unused limit of 1. If no window is open, `resetAt`
     * is `rateWindowMillis` from now.
     */
    readonly peek: (key: string, limit: number) => Effect.Effect<RateVerdict, StorageUnavailable>
  }
>()("@vintem/domain/ports/RateLimiter") {}
