/**
 * Who is calling: the bearer token of a request, and what it opens.
 *
 * What a middleware lists as its errors every operation under it can answer.
 */
import type { ApiKey, UserId } from "@vintem/domain/access"
import type { Company } from "@vintem/domain/company"
import * as Context from "effect/Context"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import { Forbidden, Invalid, ServerError, TooManyRequestsAnswer, Unauthenticated } from "./errors.ts"

/** The company a request speaks for, and the key it speaks with. */
export class Caller extends Context.Service<Caller, { readonly company: Company; readonly key: ApiKey }>()(
  "@vintem/contract/Caller",
) {}

const bearer = (description: string) =>
  HttpApiSecurity.bearer.pipe(HttpApiSecurity.annotateMerge(OpenApi.annotations({ description })))

/** An API key of a company that has the scope of the operation. The rate limit is counted per key. */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: Caller }>()(
  "@vintem/contract/Authentication",
  {
    security: {
      bearer: bearer(
        "An API key of the company, made in the administration. Each operation says which scope the key needs.",
      ),
    },
    error: [Unauthenticated, Forbidden, TooManyRequestsAnswer, ServerError],
  },
) {}

/** The administration's token. Not rate limited, but for failed attempts. */
export class AdminAuthentication extends HttpApiMiddleware.Service<AdminAuthentication>()(
  "@vintem/contract/AdminAuthentication",
  {
    security: { bearer: bearer("The administration's token, `VINTEM_ADMIN_TOKEN`.") },
    error: [Unauthenticated, TooManyRequestsAnswer, ServerError],
  },
) {}

/** The user who is signed in; null for the administration's token. */
export class Acting extends Context.Service<Acting, { readonly user: UserId | null }>()("@vintem/contract/Acting") {}

/** For operations that are offered under several prefixes, each with a guard of its own: says who acts once the guard has let them in. */
export class WhoActs extends HttpApiMiddleware.Service<WhoActs, { provides: Acting }>()("@vintem/contract/WhoActs", {
  error: [TooManyRequestsAnswer, ServerError],
}) {}

/** For operations with a query: turns what its schema found into the answer that lists it. */
export class QueryFaults extends HttpApiMiddleware.Service<QueryFaults>()("@vintem/contract/QueryFaults", {
  error: Invalid,
}) {}
