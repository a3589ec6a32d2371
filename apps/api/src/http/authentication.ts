/**
 * Bearer tokens: whose they are, and what a wrong one costs.
 */

import { timingSafeEqual } from "node:crypto"
import { authenticate } from "@vintem/application"
import { AdminAuthentication, Authentication, Caller, ServerError, Unauthenticated } from "@vintem/contract"
import { type ApiKeyRepository, type RateLimiter, Secrets, type StorageUnavailable } from "@vintem/domain"
import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { type TrustedProxies, visitorOf } from "./client-address-of.ts"
import { type RateLimits, takeFailure, takeRequest } from "./rate-limit.ts"

export class AdminToken extends Context.Service<AdminToken, { readonly token: Redacted.Redacted<string> }>()(
  "@vintem/api/http/AdminToken",
) {}

/** API keys of companies. */
export const companies = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const services = yield* Effect.context<ApiKeyRepository | RateLimiter | RateLimits | Secrets | TrustedProxies>()
    return Authentication.of({
      bearer: (handler, { credential }) =>
        Effect.gen(function* () {
          const found = yield* authenticate(credential)
          if (Option.isNone(found)) return yield* unauthenticated
          const { key, company } = found.value
          yield* takeRequest(String(key.id))
          return yield* Effect.provideService(handler, Caller, { company })
        }).pipe(Effect.catchTag("StorageUnavailable", storageFailed), Effect.provideContext(services)),
    })
  }),
)

/** The administration's token. It is not rate limited, but guessing at it is. */
export const administration = Layer.effect(
  AdminAuthentication,
  Effect.gen(function* () {
    const { token } = yield* AdminToken
    const services = yield* Effect.context<RateLimiter | RateLimits | Secrets | TrustedProxies>()
    const { hashApiKey } = yield* Secrets
    const expected = Buffer.from(hashApiKey(token))
    return AdminAuthentication.of({
      bearer: (handler, { credential }) =>
        Effect.gen(function* () {
          // Hashes have one length, so that the comparison takes as long whatever was sent.
          const isRight = timingSafeEqual(Buffer.from(hashApiKey(credential)), expected)
          return yield* isRight ? handler : unauthenticated
        }).pipe(Effect.catchTag("StorageUnavailable", storageFailed), Effect.provideContext(services)),
    })
  }),
)

const unauthenticated = Effect.gen(function* () {
  yield* takeFailure(yield* visitorOf)
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "www-authenticate", "Bearer")),
  )
  return yield* new Unauthenticated()
})

const storageFailed = (error: StorageUnavailable) =>
  Effect.andThen(Effect.logError("storage failed", error), Effect.fail(new ServerError()))
