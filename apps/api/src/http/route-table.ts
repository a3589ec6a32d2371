/**
 * Which methods each path has, what a 405 tells, and how each path may stand in the log.
 */

import type { HttpApiGroup } from "effect/http-api"
import { HttpApi } from "effect/http-api"

export interface Route {
  readonly method: string
  /** With `:name` for each parameter. */
  readonly path: string
}

export interface RouteTable {
  /** The methods of a path as it was asked for; none where there is no such path. */
  readonly methodsOf: (path: string) => ReadonlyArray<string>
  /**
   * A path without what it gives away. Whoever has a link's slug or an order's public key sees it and may pay, so the route's name of
   * it stands there instead. What is no path of ours may hold one anywhere: it is told as far as it agrees with a route's fixed words.
   */
  readonly loggedPathOf: (path: string) => string
}

export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
): ReadonlyArray<Route> => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      routes.push({ method: endpoint.method, path: endpoint.path })
    },
  })
  return routes
}

export const routeTable = (routes: ReadonlyArray<Route>): RouteTable => {
  const patterns = routes.map(({ method, path }) => ({ method, segments: segmentsOf(path) }))
  const matching = (asked: ReadonlyArray<string>) =>
    patterns.filter(
      ({ segments }) =>
        segments.length === asked.length &&
        segments.every((segment, position) => segment.startsWith(":") || segment === asked[position]),
    )
  return {
    methodsOf: (path) => {
      const methods = matching(segmentsOf(path)).map(({ method }) => method)
      // Whoever may GET may ask for the headers alone.
      return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))]
    },
    loggedPathOf: (path) => {
      const asked = segmentsOf(path)
      const found = matching(asked)
      if (found.length === 0) {
        const known = Math.max(...patterns.map(({ segments }) => agreement(segments, asked)))
        return known === asked.length ? path : [...asked.slice(0, known), "…"].join("/")
      }
      const nameOf = (position: number) =>
        found.map(({ segments }) => segments[position] ?? "").find((segment) => keyParameters.includes(segment))
      return asked.map((segment, position) => nameOf(position) ?? segment).join("/")
    },
  }
}

/** Parameters that are keys: of a link and of an order. */
const keyParameters: ReadonlyArray<string> = [":slug", ":public_key"]

/** How many segments two paths have in common from their start. */
const agreement = (pattern: ReadonlyArray<string>, asked: ReadonlyArray<string>): number => {
  const different = asked.findIndex((segment, position) => segment !== pattern[position])
  return different === -1 ? asked.length : different
}

/** One slash at the end is dropped, as the router drops it; any other counts. */
const segmentsOf = (path: string): ReadonlyArray<string> => path.replace(/\/$/u, "").split("/")
