/**
 * Counts requests in fixed windows. A window opens with its first request, not with the minute of the wall clock.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/** How long requests are counted together: a minute, from the first of them. */
export const rateWindowMillis = 60_000

/** Whether a request may pass, and how things stand after it. */
export interface RateVerdict {
  readonly isAllowed: boolean
  readonly limit: number
  /** Requests left in this window. */
  readonly remaining: number
  /** When the window closes: epoch milliseconds of real time. */
  readonly resetAt: number
}

export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /**
     * Counts one request of `key`. A refused request is not counted and does not lengthen the window.
     *
     * @param limit - requests a window, at least 1
     */
    readonly take: (key: string, limit: number) => Effect.Effect<RateVerdict, StorageUnavailable>
    /** What `take` would say, without counting. */
    readonly peek: (key: string, limit: number) => Effect.Effect<RateVerdict, StorageUnavailable>
  }
>()("@vintem/domain/ports/RateLimiter") {}
