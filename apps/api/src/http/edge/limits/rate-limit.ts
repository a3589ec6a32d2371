/** The rate limit on the wire: counting, its headers, and the answer to a request over the limit. */
import { TooManyRequests, testEventsPerMinute } from "@vintem/contract"
import type { CompanyId } from "@vintem/domain/identifiers"
import { RateLimiter, type RateVerdict, type StorageUnavailable } from "@vintem/domain/ports"
import { Clock, Context, Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { preparedAnswer } from "../body/answers.ts"
import { CurrentExchange, type Exchange } from "../request/exchange.ts"

/** Whole seconds, at least 1, after which a refused request may come again; null if it may pass. */
export type Wait = number | null

/** Counts by the machine's clock: moving the sandbox's clock forward gives no more requests. */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Counts one request of an API key. The headers of any answer say how many are left. */
    readonly takeRequest: (key: string) => Effect.Effect<Wait, StorageUnavailable>
    /**
     * Counts one failed attempt to authenticate.
     *
     * @param visitor - see `visitorOf`
     */
    readonly takeFailure: (visitor: string) => Effect.Effect<Wait, StorageUnavailable>
    /**
     * Counts one request of a payer, who is known only by an address. The headers of any answer say how many are left.
     *
     * @param visitor - see `visitorOf`
     */
    readonly takeVisit: (visitor: string) => Effect.Effect<Wait, StorageUnavailable>
    /** Counts one request of a user of the panel. The headers of any answer say how many are left. */
    readonly takePanelRequest: (user: string) => Effect.Effect<Wait, StorageUnavailable>
    /**
     * Counts one request to the panel without a session. The headers of any answer say how many are left.
     *
     * @param visitor - see `visitorOf`
     */
    readonly takePanelVisit: (visitor: string) => Effect.Effect<Wait, StorageUnavailable>
    /** Counts one test event of a company's webhook. */
    readonly takeTestEvent: (company: CompanyId) => Effect.Effect<Wait, StorageUnavailable>
  }
>()("@vintem/api/http/RateLimits") {
  /**
   * Build it with the machine's clock.
   *
   * @param perToken - requests per minute and API key, at least 1
   */
  static readonly layer = (perToken: number) =>
    Layer.effect(
      RateLimits,
      Effect.gen(function* () {
        const limiter = yield* RateLimiter
        const clock = yield* Clock.Clock
        const take = (key: string, limit: number) => Effect.provideService(limiter.take(key, limit), Clock.Clock, clock)
        const waitOf = ({ isAllowed, resetAt }: RateVerdict): Wait =>
          isAllowed ? null : Math.max(1, Math.ceil((resetAt - clock.currentTimeMillisUnsafe()) / 1000))
        const told = (verdict: RateVerdict) =>
          Effect.map(CurrentExchange, (exchange) => {
            if (exchange !== null) tell(exchange, verdict)
            return waitOf(verdict)
          })
        return RateLimits.of({
          takeRequest: (key) => Effect.flatMap(take(`token:${key}`, perToken), told),
          takeFailure: (visitor) => Effect.map(take(`failures:${visitor}`, perToken * perVisitorFactor), waitOf),
          takeVisit: (visitor) => Effect.flatMap(take(`payer:${visitor}`, perToken * perVisitorFactor), told),
          takePanelRequest: (user) => Effect.flatMap(take(`panel:${user}`, perToken * perPersonFactor), told),
          takePanelVisit: (visitor) => Effect.flatMap(take(`panel-door:${visitor}`, perToken * perVisitorFactor), told),
          takeTestEvent: (company) => Effect.map(take(`test-event:${company}`, testEventsPerMinute), waitOf),
        })
      }),
    )
}

/** A visitor's limit as a multiple of a key's, for failed authentications and for payers' requests. */
const perVisitorFactor = 2

/** A panel user's limit as a multiple of a key's: one page of the panel sends several requests at once. */
const perPersonFactor = 4

/** @param seconds - see `Wait` */
export const tooManyRequests = (seconds: number): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeader(tooMany, "retry-after", String(seconds))

/** Creating an error records the stack, which costs time. This one answers callers that send too much anyway. */
const tooMany = preparedAnswer(new TooManyRequests({ retryAfterSeconds: 1 }))

const tell = (exchange: Exchange, { limit, remaining, resetAt }: RateVerdict): void => {
  exchange.setHeader("x-ratelimit-limit", String(limit))
  exchange.setHeader("x-ratelimit-remaining", String(remaining))
  exchange.setHeader("x-ratelimit-reset", String(Math.ceil(resetAt / 1000)))
}
