/**
 * The caller: the bearer token of a request, and what it allows.
 *
 * Every operation under a middleware can answer with the middleware's errors.
 */
import type { ApiKey, UserId } from "@vintem/domain/access"
import type { Company } from "@vintem/domain/company"
import * as Context from "effect/Context"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import { Forbidden, Invalid, ServerError, TooManyRequestsAnswer, Unauthenticated } from "./errors.ts"

/** The company and the key of a request. */
export class Caller extends Context.Service<Caller, { readonly company: Company; readonly key: ApiKey }>()(
  "@vintem/contract/Caller",
) {}

const bearer = (description: string) =>
  HttpApiSecurity.bearer.pipe(HttpApiSecurity.annotateMerge(OpenApi.annotations({ description })))

/** Requires a company's API key with the operation's scope. The rate limit is counted per key. */
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

/** Requires the administration's token. Only failed attempts are rate limited. */
export class AdminAuthentication extends HttpApiMiddleware.Service<AdminAuthentication>()(
  "@vintem/contract/AdminAuthentication",
  {
    security: { bearer: bearer("The administration's token, `VINTEM_ADMIN_TOKEN`.") },
    error: [Unauthenticated, TooManyRequestsAnswer, ServerError],
  },
) {}

/** The signed-in user. Null for the administration's token. */
export class Acting extends Context.Service<Acting, { readonly user: UserId | null }>()("@vintem/contract/Acting") {}

/**
 * For operations under several prefixes, each with its own guard: provides who acts, after the guard has accepted them.
 */
export class WhoActs extends HttpApiMiddleware.Service<WhoActs, { provides: Acting }>()("@vintem/contract/WhoActs", {
  error: [TooManyRequestsAnswer, ServerError],
}) {}

/** For operations with a query: turns the schema's faults into the answer that lists them. */
export class QueryFaults extends HttpApiMiddleware.Service<QueryFaults>()("@vintem/contract/QueryFaults", {
  error: Invalid,
}) {}
