/** Counts requests by their route, never by the requested path. */
import { Context, Effect, Layer } from "effect"
import { catalogue } from "./catalogue.ts"
import { Meter } from "./meter.ts"
import { statusClassOf } from "./status-class.ts"

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string
  /** The route's path; undefined if no route took the request. */
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

/** The map under a name; makes a missing one. */
const within = <A>(maps: Map<string, Map<string, A>>, name: string): Map<string, A> => {
  const known = maps.get(name)
  if (known !== undefined) return known
  const made = new Map<string, A>()
  maps.set(name, made)
  return made
}

/** The methods that routers and browsers know. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** The name of any other method, from OpenTelemetry. */
const otherMethod = "_OTHER"

/** The name for requests that no route took. */
const unrouted = "unmatched"

/** The reason of a refusal by its status, on every side of the service. */
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
