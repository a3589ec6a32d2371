/**
 * The service's own bearer tokens, and how wrong tokens of any kind are counted.
 */
import { timingSafeEqual } from "node:crypto"
import { ServerError, Unauthenticated } from "@vintem/contract"
import { Secrets, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, type Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { preparedAnswer } from "../body/answers.ts"
import { RateLimits, tooManyRequests } from "../limits/rate-limit.ts"
import { TrustedProxies, visitorOf } from "../request/client-address-of.ts"

/** Gives the question whether a text is this token. Hashes have one length, so that the answer takes as long whatever was sent. */
export const isTokenOf = (token: Redacted.Redacted<string>) =>
  Effect.map(Secrets, ({ hashApiKey }) => {
    const expected = Buffer.from(hashApiKey(token))
    return (given: Redacted.Redacted<string>): boolean => timingSafeEqual(Buffer.from(hashApiKey(given)), expected)
  })

/**
 * The answer to a request without a valid token: 401 with the challenge. Each is counted by address; past the limit the answer says how
 * long to wait.
 */
export const unauthenticated = Effect.map(Effect.all([RateLimits, TrustedProxies]), ([{ takeFailure }, proxies]) =>
  visitorOf.pipe(
    Effect.provideService(TrustedProxies, proxies),
    Effect.flatMap(takeFailure),
    Effect.map((seconds) => (seconds === null ? challenge : tooManyRequests(seconds))),
    Effect.catchTag("StorageUnavailable", storageFailed),
  ),
)

const challenge = HttpServerResponse.setHeader(preparedAnswer(new Unauthenticated()), "www-authenticate", "Bearer")

/** Who is asking could not be looked up. */
export const storageFailed = (error: StorageUnavailable) => Effect.as(Effect.logError("storage failed", error), fault)

const fault = preparedAnswer(new ServerError())
