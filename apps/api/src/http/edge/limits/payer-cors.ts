/**
 * The payer's side for scripts of any page: they carry no credentials of ours, so every origin may call and read it.
 *
 * @see docs/decisions/wire.md#0161
 */
import { PayerApi } from "@vintem/contract"
import { Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { routesOf } from "../request/route-table.ts"

/** The headers of every answer on the payer's side, also errors of the edge; none elsewhere. */
export const headersForEveryPage = (path: string): Readonly<Record<string, string>> =>
  path.startsWith("/public/") ? forAnyOrigin : nothing

const nothing = {}

const forAnyOrigin = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Allow, Idempotent-Replayed, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id",
} as const

/** A day, in seconds: the longest that browsers accept. */
const maxAgeSeconds = 86_400

const methodsByPath = Map.groupBy(routesOf(PayerApi), ({ path }) => path)

export const preflightPaths = [...methodsByPath.keys()].map((path) => ({ method: "OPTIONS", path }))

/** A browser's question before it sends JSON to another origin. It costs nothing and is not counted. */
export const preflights = Layer.mergeAll(
  Layer.empty,
  ...[...methodsByPath].map(([path, routes]) =>
    HttpRouter.add(
      "OPTIONS",
      `/${path.slice(1)}`,
      HttpServerResponse.empty({
        status: 204,
        headers: {
          "access-control-allow-methods": routes.map(({ method }) => method).join(", "),
          "access-control-allow-headers": "Content-Type, Idempotency-Key, X-Request-Id",
          "access-control-max-age": String(maxAgeSeconds),
        },
      }),
    ),
  ),
)
