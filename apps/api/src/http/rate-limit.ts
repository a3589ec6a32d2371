/**
 * The rate limit on the wire: counting, and the headers that tell of it.
 */
import { TooManyRequests } from "@vintem/contract"
import { RateLimiter, type RateVerdict } from "@vintem/domain"
import { Clock, Context, Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Requests a minute and API key, at least 1. */
    readonly perToken: number
    /** The machine's own: a sandbox that turns its clock forward is not given more requests. */
    readonly clock: Clock.Clock
  }
>()("@vintem/api/http/RateLimits") {}

/** What one visitor has a minute for each request a key has: failed attempts to authenticate, and requests of payers. */
const perVisitorFactor = 2

/** Counts one request of a key. Whatever is answered to it, the headers tell what is left. */
export const takeRequest = Effect.fnUntraced(function* (token: string) {
  const limiter = yield* RateLimiter
  const { perToken, clock } = yield* RateLimits
  const verdict = yield* Effect.provideService(limiter.take(`token:${token}`, perToken), Clock.Clock, clock)
  yield* HttpEffect.appendPreResponseHandler((_, response) => withRateHeaders(response, verdict))
  if (!verdict.isAllowed) return yield* refuse(verdict)
})

/**
 * Counts one failed attempt to authenticate; past the limit the visitor is told to wait instead.
 *
 * @param visitor - see `visitorOf`
 */
export const takeFailure = Effect.fnUntraced(function* (visitor: string) {
  const limiter = yield* RateLimiter
  const { perToken, clock } = yield* RateLimits
  const attempts = limiter.take(`failures:${visitor}`, perToken * perVisitorFactor)
  const verdict = yield* Effect.provideService(attempts, Clock.Clock, clock)
  if (!verdict.isAllowed) return yield* refuse(verdict)
})

/**
 * Counts one request of a payer, who is nobody but an address. Whatever is answered to it, the headers tell what is left.
 *
 * @param visitor - see `visitorOf`
 */
export const takeVisit = Effect.fnUntraced(function* (visitor: string) {
  const limiter = yield* RateLimiter
  const { perToken, clock } = yield* RateLimits
  const visits = limiter.take(`payer:${visitor}`, perToken * perVisitorFactor)
  const verdict = yield* Effect.provideService(visits, Clock.Clock, clock)
  yield* HttpEffect.appendPreResponseHandler((_, response) => withRateHeaders(response, verdict))
  if (!verdict.isAllowed) return yield* refuse(verdict)
})

const refuse = Effect.fnUntraced(function* ({ resetAt }: RateVerdict) {
  const { clock } = yield* RateLimits
  const now = yield* clock.currentTimeMillis
  return yield* new TooManyRequests({ retryAfterSeconds: Math.max(1, Math.ceil((resetAt - now) / 1000)) })
})

const withRateHeaders = (response: HttpServerResponse.HttpServerResponse, verdict: RateVerdict) =>
  Effect.succeed(
    HttpServerResponse.setHeaders(response, {
      "x-ratelimit-limit": String(verdict.limit),
      "x-ratelimit-remaining": String(verdict.remaining),
      "x-ratelimit-reset": String(Math.ceil(verdict.resetAt / 1000)),
    }),
  )
