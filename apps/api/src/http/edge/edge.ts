/**
 * The edge of every request, whatever its answer: it gets an identifier, an answer in JSON and a line in the log, and
 * is counted.
 *
 * This costs time in every request. So whatever does not depend on the request is looked up once, at the start.
 *
 * @see docs/decisions/wire.md#0230
 */

import { randomUUID } from "node:crypto"
import { RequestOrigin } from "@vintem/application"
import { MethodNotAllowed, NotFound, PayloadTooLarge, ServerError } from "@vintem/contract"
import { Cause, Clock, Context, Effect, LogLevel, Option, References } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RequestLog } from "../../log/request-log.ts"
import { RequestMeter } from "../../metrics/request-meter.ts"
import { Traces } from "../../tracing/traces.ts"
import { failed } from "./body/answers.ts"
import { Readiness } from "./health.ts"
import { headersForEveryPage } from "./limits/payer-cors.ts"
import { protectiveHeaders } from "./limits/protective-headers.ts"
import { TrustedProxies } from "./request/client-address-of.ts"
import { CurrentExchange, Exchange } from "./request/exchange.ts"
import { requestIdFrom } from "./request/request-id.ts"
import { requestPath } from "./request/request-path.ts"
import type { MatchedPath, RouteTable } from "./request/route-table.ts"

/** @param isHttpsOnly - makes browsers use only https from now on */
export const layer = <R = never>(
  routes: RouteTable,
  isHttpsOnly: Effect.Effect<boolean, never, R> = Effect.succeed(false),
) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const { answered } = yield* RequestMeter
      const { isStopping } = yield* Readiness
      const traces = yield* Traces
      const { networks } = Option.getOrElse(yield* Effect.serviceOption(TrustedProxies), () => ({ networks: [] }))
      const protective = protectiveHeaders(yield* isHttpsOnly)
      const logRequest = yield* RequestLog
      const isLogged = LogLevel.isLessThanOrEqualTo(yield* References.MinimumLogLevel, "Info")
      return <E, Needed>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, Needed>) =>
        Effect.withFiber<HttpServerResponse.HttpServerResponse, E, Needed | HttpServerRequest.HttpServerRequest>(
          (fiber) => {
            const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
            const clock = fiber.getRef(Clock.Clock)
            const begun = clock.monotonicTimeNanosUnsafe()
            const path = requestPath(request)
            const matched = routes(path)
            const given = request.headers["x-request-id"]
            const id = (given === undefined ? undefined : requestIdFrom(given)) ?? randomUUID()
            const exchange = new Exchange(id, request, networks)

            const finished = (response: HttpServerResponse.HttpServerResponse) => {
              const { status } = response
              const millis = Number(clock.monotonicTimeNanosUnsafe() - begun) / 1e6
              if (isLogged) {
                const ms = Math.round(millis * 100) / 100
                const at = clock.currentTimeMillisUnsafe()
                logRequest({ id, method: request.method, path: matched.logged, status, ms, at }, fiber)
              }
              answered({
                method: request.method,
                route: matched.routeOf(request.method),
                status,
                seconds: millis / 1e3,
              })
              const headers = exchange.headers
              Object.assign(headers, protective, headersForEveryPage(path))
              const cacheControl = response.headers["cache-control"]
              if (cacheControl !== undefined) headers["cache-control"] = cacheControl
              headers["x-request-id"] = id
              // An open connection would keep the process running: this answer closes its connection.
              if (isStopping()) headers["connection"] = "close"
              return HttpServerResponse.setHeaders(exchange.changed(response), headers)
            }

            return Effect.catchCause(app, (cause) => answerTo(cause, request, matched)).pipe(
              (work) =>
                traces.request({ method: request.method, routeOf: matched.routeOf, headers: request.headers }, work),
              Effect.map(finished),
              Effect.updateContext((context: Context.Context<Needed>) =>
                context.pipe(
                  Context.add(References.CurrentLogAnnotations, { request_id: id }),
                  Context.add(RequestOrigin, exchange),
                  Context.add(CurrentExchange, exchange),
                ),
              ),
            )
          },
        )
    }),
    { global: true },
  )

/**
 * Generic in its error: the router has to see the unhandled errors in its type.
 */
const answerTo = <E>(
  cause: Cause.Cause<E>,
  request: HttpServerRequest.HttpServerRequest,
  matched: MatchedPath,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E> => {
  const error = Cause.squash(cause)
  if (HttpServerResponse.isHttpServerResponse(error)) return Effect.succeed(error)
  if (HttpServerError.isHttpServerError(error)) {
    if (error.reason._tag === "RouteNotFound") return Effect.succeed(notRouted(request, matched))
    if (error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge") {
      return Effect.succeed(tooLarge)
    }
  }
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
  return Effect.as(Effect.logError("request failed", loggedFault(cause, error)), fault)
}

const notFound = failed(new NotFound())
const notAllowed = failed(new MethodNotAllowed())
const tooLarge = failed(new PayloadTooLarge())
const fault = failed(new ServerError())

/** The HTTP server's errors repeat the requested address in their messages: so only their kind and cause are logged. */
const loggedFault = (cause: Cause.Cause<unknown>, error: unknown): unknown =>
  HttpServerError.isHttpServerError(error) ? { kind: error.reason._tag, cause: error.reason.cause } : cause

/**
 * A path with other methods lists them; any other path does not exist. Nor does a path that the router would refuse for
 * its own method, with a parameter that is too long or cannot be decoded.
 */
const notRouted = ({ method }: HttpServerRequest.HttpServerRequest, matched: MatchedPath) => {
  const methods = matched.methods()
  return methods.length === 0 || methods.includes(method)
    ? notFound
    : HttpServerResponse.setHeader(notAllowed, "allow", methods.join(", "))
}
