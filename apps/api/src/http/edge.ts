/**
 * What every request passes, whatever becomes of it: it gets a name, an answer in JSON, a line in the log, and is counted.
 */

import { randomUUID } from "node:crypto"
import { MethodNotAllowed, NotFound, PayloadTooLarge, ServerError } from "@vintem/contract"
import { Cause, Duration, Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RequestMeter } from "../metrics/request-meter.ts"
import { Traces } from "../tracing/traces.ts"
import { failed } from "./answers.ts"
import { Readiness } from "./health.ts"
import { forEveryPage } from "./payer-cors.ts"
import { withProtectiveHeaders } from "./protective-headers.ts"
import { RequestId } from "./request-context.ts"
import { requestIdFrom } from "./request-id.ts"
import type { RouteTable } from "./route-table.ts"

/** @param isHttpsOnly - whether browsers are told to ask over https from now on */
export const layer = <R = never>(
  routes: RouteTable,
  isHttpsOnly: Effect.Effect<boolean, never, R> = Effect.succeed(false),
) =>
  HttpRouter.middleware(
    (app) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const requests = yield* RequestMeter
        const traces = yield* Traces
        const id = requestIdFrom(request.headers["x-request-id"] ?? "") ?? randomUUID()
        const asked = {
          method: request.method,
          route: () => routes.routeOf(request.method, pathOf(request)),
          traceParent: request.headers["traceparent"],
        }
        const [taken, response] = yield* app.pipe(
          Effect.catchCause((cause) => answerTo(cause, request, routes)),
          (answered) => traces.request(asked, answered),
          Effect.provideService(RequestId, id),
          Effect.annotateLogs({ request_id: id }),
          Effect.timed,
        )
        yield* Effect.logInfo("request").pipe(
          Effect.annotateLogs({
            request_id: id,
            method: request.method,
            path: routes.loggedPathOf(pathOf(request)),
            status: response.status,
            ms: Math.round(Duration.toMillis(taken) * 100) / 100,
          }),
        )
        requests.answered({
          method: request.method,
          route: routes.routeOf(request.method, pathOf(request)),
          status: response.status,
          seconds: Duration.toSeconds(taken),
        })
        const open = forEveryPage(pathOf(request), response)
        const named = HttpServerResponse.setHeader(withProtectiveHeaders(open, yield* isHttpsOnly), "x-request-id", id)
        // A kept connection would keep the process: whoever asked is told that this was the last answer.
        return (yield* (yield* Readiness).isStopping)
          ? HttpServerResponse.setHeader(named, "connection", "close")
          : named
      }),
    { global: true },
  )

/** The path alone: a query may hold a document. */
const pathOf = ({ url }: HttpServerRequest.HttpServerRequest): string => url.split("?", 1)[0] ?? url

/**
 * Generic in its error: the router has to see that what was not handled is still in there.
 */
const answerTo = <E>(
  cause: Cause.Cause<E>,
  request: HttpServerRequest.HttpServerRequest,
  routes: RouteTable,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E> => {
  const error = Cause.squash(cause)
  if (HttpServerResponse.isHttpServerResponse(error)) return Effect.succeed(error)
  if (HttpServerError.isHttpServerError(error)) {
    if (error.reason._tag === "RouteNotFound") return Effect.succeed(notRouted(request, routes))
    if (error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge") {
      return Effect.succeed(failed(new PayloadTooLarge()))
    }
  }
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
  return Effect.as(Effect.logError("request failed", loggedFault(cause, error)), failed(new ServerError()))
}

/** An error of the HTTP server repeats the address it was asked for in its message: what is behind it is logged, and its kind. */
const loggedFault = (cause: Cause.Cause<unknown>, error: unknown): unknown =>
  HttpServerError.isHttpServerError(error) ? { kind: error.reason._tag, cause: error.reason.cause } : cause

/**
 * A path that exists under other methods says which; any other path does not exist. Nor does one that the router would not take
 * for its own method: a parameter too long, or one that cannot be decoded.
 */
const notRouted = (request: HttpServerRequest.HttpServerRequest, routes: RouteTable) => {
  const methods = routes.methodsOf(pathOf(request))
  return methods.length === 0 || methods.includes(request.method)
    ? failed(new NotFound())
    : HttpServerResponse.setHeader(failed(new MethodNotAllowed()), "allow", methods.join(", "))
}
