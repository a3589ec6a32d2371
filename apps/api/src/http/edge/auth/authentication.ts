/** Authenticates bearer tokens. */
import { authenticator, CurrentActor } from "@vintem/application"
import { AdminAuthentication, Authentication, Caller, ServerError, scopeMissing, scopeOf } from "@vintem/contract"
import { ApiKeyScope } from "@vintem/domain/access"
import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { preparedAnswer } from "../body/answers.ts"
import { RateLimits, tooManyRequests } from "../limits/rate-limit.ts"
import { isTokenOf, storageFailed, unauthenticated } from "./bearer-token.ts"

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
      bearer: (handler, { credential, endpoint, group }) => {
        const scope = scopeOf(group.identifier, endpoint.identifier)
        return authenticate(credential).pipe(
          Effect.flatMap((found) => {
            if (Option.isNone(found)) return refused
            const { company, key } = found.value
            return Effect.flatMap(takeRequest(String(key.id)), (seconds) => {
              if (seconds !== null) return Effect.succeed(tooManyRequests(seconds))
              if (scope === undefined || !key.scopes.includes(scope)) return Effect.succeed(lacking(scope))
              return Effect.updateContext(handler, (context: Context.Context<never>) =>
                context.pipe(
                  Context.add(Caller, { company, key }),
                  Context.add(CurrentActor, { _tag: "ApiKey", key: key.id }),
                ),
              )
            })
          }),
          Effect.catchTag("StorageUnavailable", storageFailed),
        )
      },
    })
  }),
)

/** Answers to keys without the scope, built in advance: repeated requests build nothing. */
const lackingByScope = new Map(ApiKeyScope.literals.map((scope) => [scope, preparedAnswer(scopeMissing(scope))]))

const fault = preparedAnswer(new ServerError())

/** If the table of scopes lacks an operation, no key may call it. */
const lacking = (scope: ApiKeyScope | undefined) => (scope === undefined ? fault : (lackingByScope.get(scope) ?? fault))

/** The administration's token. It is not rate limited, but failed attempts are. */
export const administration = Layer.effect(
  AdminAuthentication,
  Effect.gen(function* () {
    const { token } = yield* AdminToken
    const isRight = yield* isTokenOf(token)
    const refused = yield* unauthenticated
    return AdminAuthentication.of({
      bearer: (handler, { credential }) =>
        isRight(credential) ? Effect.provideService(handler, CurrentActor, { _tag: "Administration" }) : refused,
    })
  }),
)
