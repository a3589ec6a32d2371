/**
 * Who is calling: the bearer token of a request, and what it opens.
 *
 * What a middleware lists as its errors every operation under it can answer.
 */
import type { Company } from "@vintem/domain"
import * as Context from "effect/Context"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import { Invalid, ServerError, TooManyRequestsAnswer, Unauthenticated } from "./errors.ts"

/** The company a request speaks for. */
export class Caller extends Context.Service<Caller, { readonly company: Company }>()("@vintem/contract/Caller") {}

const bearer = (description: string) =>
  HttpApiSecurity.bearer.pipe(HttpApiSecurity.annotateMerge(OpenApi.annotations({ description })))

/** An API key of a company. The rate limit is counted per key. */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: Caller }>()(
  "@vintem/contract/Authentication",
  {
    security: { bearer: bearer("An API key of the company, made in the administration.") },
    error: [Unauthenticated, TooManyRequestsAnswer, ServerError],
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

/** For operations with a query: turns what its schema found into the answer that lists it. */
export class QueryFaults extends HttpApiMiddleware.Service<QueryFaults>()("@vintem/contract/QueryFaults", {
  error: Invalid,
}) {}
