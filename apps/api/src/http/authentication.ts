/**
 * Whom a bearer token lets in.
 */
import { authenticator } from "@vintem/application"
import { AdminAuthentication, Authentication, Caller } from "@vintem/contract"
import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { isTokenOf, storageFailed, unauthenticated } from "./bearer-token.ts"
import { RateLimits, tooManyRequests } from "./rate-limit.ts"

export class AdminToken extends Context.Service<AdminToken, { readonly token: Redacted.Redacted<string> }>()(
  "@vintem/api/http/AdminToken",
) {}

/** API keys of companies. */
export const companies = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const authenticate = yield* authenticator
    const refused = yield* unauthenticated
    const { takeRequest } = yield* RateLimits
    return Authentication.of({
      bearer: (handler, { credential }) =>
        authenticate(credential).pipe(
          Effect.flatMap((found) => {
            if (Option.isNone(found)) return refused
            const { key, company } = found.value
            return Effect.flatMap(takeRequest(String(key.id)), (seconds) =>
              seconds === null
                ? Effect.provideService(handler, Caller, { company })
                : Effect.succeed(tooManyRequests(seconds)),
            )
          }),
          Effect.catchTag("StorageUnavailable", storageFailed),
        ),
    })
  }),
)

/** The administration's token. It is not rate limited, but guessing at it is. */
export const administration = Layer.effect(
  AdminAuthentication,
  Effect.gen(function* () {
    const { token } = yield* AdminToken
    const isRight = yield* isTokenOf(token)
    const refused = yield* unauthenticated
    return AdminAuthentication.of({
      bearer: (handler, { credential }) => (isRight(credential) ? handler : refused),
    })
  }),
)
