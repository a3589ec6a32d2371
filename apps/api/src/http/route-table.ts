/**
 * Which methods each path has: what a 405 tells.
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
  return {
    methodsOf: (path) => {
      const asked = segmentsOf(path)
      const methods = patterns
        .filter(
          ({ segments }) =>
            segments.length === asked.length &&
            segments.every((segment, position) => segment.startsWith(":") || segment === asked[position]),
        )
        .map(({ method }) => method)
      // Whoever may GET may ask for the headers alone.
      return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))]
    },
  }
}

/** One slash at the end is dropped, as the router drops it; any other counts. */
const segmentsOf = (path: string): ReadonlyArray<string> => path.replace(/\/$/u, "").split("/")
