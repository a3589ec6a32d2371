/**
 * Counts requests by the route that took them, never by the path that was asked for.
 */
import { Context, Effect, Layer } from "effect"
import { catalogue } from "./catalogue.ts"
import { Meter } from "./meter.ts"
import { statusClassOf } from "./status-class.ts"

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string
  /** The path of its route; undefined if none of ours took it. */
  readonly route: string | undefined
  /** From 100 to 599. */
  readonly status: number
  readonly seconds: number
}

export class RequestMeter extends Context.Service<
  RequestMeter,
  { readonly answered: (request: AnsweredRequest) => void }
>()("@vintem/api/metrics/RequestMeter") {
  /** For a server without metrics. */
  static readonly idle = Layer.succeed(RequestMeter, { answered: () => {} })

  static readonly layer = Layer.effect(
    RequestMeter,
    Effect.map(Meter, (meter) => {
      /** By route, then by status class, then by method: a path has one or two of each. */
      const durations = new Map<string, Map<string, Map<string, (seconds: number) => void>>>()
      const durationOf = (method: string, route: string, statusClass: string) => {
        const ofClass = within(within(durations, route), statusClass)
        const known = ofClass.get(method)
        if (known !== undefined) return known
        const made = meter.histogram(catalogue.requestDuration, {
          http_request_method: method,
          http_route: route,
          http_response_status_class: statusClass,
        })
        ofClass.set(method, made)
        return made
      }
      const refused = new Map(
        Object.entries(refusals).map(([status, reason]) => [
          Number(status),
          meter.counter(catalogue.refusedRequests, { reason }),
        ]),
      )
      return RequestMeter.of({
        answered: ({ method, route = unrouted, seconds, status }) => {
          durationOf(methods.has(method) ? method : otherMethod, route, statusClassOf(status))(seconds)
          refused.get(status)?.()
        },
      })
    }),
  )
}

/** The map under a name, made if there is none. */
const within = <A>(maps: Map<string, Map<string, A>>, name: string): Map<string, A> => {
  const known = maps.get(name)
  if (known !== undefined) return known
  const made = new Map<string, A>()
  maps.set(name, made)
  return made
}

/** Those of HTTP that routers and browsers know. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Any other, as OpenTelemetry writes it. */
const otherMethod = "_OTHER"

/** If no route took the request: no route has this path. */
const unrouted = "unmatched"

/** What a status says of why a request was refused, on every side of the service. */
const refusals: Readonly<Record<number, string>> = {
  400: "malformed",
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  409: "conflict",
  413: "too_large",
  422: "invalid",
  429: "too_many_requests",
}
