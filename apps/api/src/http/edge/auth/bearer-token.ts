/** The service's own bearer tokens, and the count of failed attempts with any token. */
import { timingSafeEqual } from "node:crypto"
import { ServerError, Unauthenticated } from "@vintem/contract"
import { Secrets, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, type Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { preparedAnswer } from "../body/answers.ts"
import { RateLimits, tooManyRequests } from "../limits/rate-limit.ts"
import { TrustedProxies, visitorOf } from "../request/client-address-of.ts"

/** Returns a test for this token. It compares hashes of one length, so its time does not depend on the sent text. */
export const isTokenOf = (token: Redacted.Redacted<string>) =>
  Effect.map(Secrets, ({ hashApiKey }) => {
    const expected = Buffer.from(hashApiKey(token))
    return (given: Redacted.Redacted<string>): boolean => timingSafeEqual(Buffer.from(hashApiKey(given)), expected)
  })

/**
 * The answer to a request without a valid token: 401 with the challenge. Each is counted by address. Past the limit the
 * answer says how long to wait.
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

/** The caller could not be looked up. */
export const storageFailed = (error: StorageUnavailable) => Effect.as(Effect.logError("storage failed", error), fault)

const fault = preparedAnswer(new ServerError())
