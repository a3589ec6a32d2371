/**
 * Which methods each path has, what a 405 tells, and how each path may stand in the log.
 */

import type { HttpApiGroup } from "effect/http-api"
import { HttpApi } from "effect/http-api"
import { couldHoldCardNumber } from "./card-number-likeness.ts"

export interface Route {
  readonly method: string
  /** With `:name` for each parameter. */
  readonly path: string
}

export interface RouteTable {
  /** The methods of a path as it was asked for; none where there is no such path. */
  readonly methodsOf: (path: string) => ReadonlyArray<string>
  /** The path of the route that takes a request, with `:name` for each parameter; undefined where none of ours does. */
  readonly routeOf: (method: string, path: string) => string | undefined
  /**
   * A path as the log may show it: no segment stands there as it came, unless it is a fixed word of one of our routes or has the shape
   * of an id that opens nothing. A parameter is shown by its name instead, and `…` stands for all that follows where the path is none
   * of ours: whatever was typed there may be a card number or a key.
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
  const patterns = routes
    .map(({ method, path }) => ({ method, path, segments: segmentsOf(path), rank: wordsFirst(segmentsOf(path)) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)))
  const ofLength = Map.groupBy(patterns, ({ segments }) => segments.length)
  const fixed = new Set(routes.map(({ path }) => path).filter((path) => !path.includes(":")))
  const matching = (asked: ReadonlyArray<string>) =>
    (ofLength.get(asked.length) ?? []).filter(({ segments }) => isMatch(segments, asked))
  return {
    routeOf: (method, path) => {
      const asked = segmentsOf(path)
      const wanted = method === "HEAD" ? "GET" : method
      return ofLength.get(asked.length)?.find((one) => one.method === wanted && isMatch(one.segments, asked))?.path
    },
    methodsOf: (path) => {
      const methods = matching(segmentsOf(path)).map(({ method }) => method)
      // Whoever may GET may ask for the headers alone.
      return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))]
    },
    loggedPathOf: (path) => {
      if (fixed.has(path)) return path
      const asked = segmentsOf(path)
      const found = matching(asked)
      if (found.length === 0) {
        const known = Math.max(...patterns.map(({ segments }) => agreement(segments, asked)))
        return known === asked.length ? path : [...asked.slice(0, known), "…"].join("/")
      }
      const shown = (segment: string, position: number) => {
        const ours = found.map(({ segments }) => segments[position] ?? "")
        const hidden = ours.find((name) => name !== segment && !isShown(name, segment))
        return ours.includes(segment) ? segment : (hidden ?? segment)
      }
      return asked.map(shown).join("/")
    },
  }
}

const isMatch = (segments: ReadonlyArray<string>, asked: ReadonlyArray<string>): boolean =>
  segments.every((segment, position) => segment.startsWith(":") || segment === asked[position])

/** Sorts as the router chooses: where a fixed word and a parameter both fit, it is the word. */
const wordsFirst = (segments: ReadonlyArray<string>): string =>
  segments.map((segment) => (segment.startsWith(":") ? "1" : "0")).join("")

const isShown = (parameter: string, value: string): boolean =>
  shownShapes[parameter]?.test(value) === true && (uuid.test(value) || !couldHoldCardNumber(value))

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

/**
 * The parameters that are shown, and in which shape. They name something to whoever has a token, and open nothing by themselves. The
 * others do: by the slug of a link or the public key of an order one may pay, by the code of a coupon one pays less.
 */
const shownShapes: Readonly<Record<string, RegExp>> = {
  ":company": /^\d{1,10}$/u,
  ":product": /^\d{1,10}$/u,
  ":id": /^(?:\d{1,10}|evt_[0-9A-Z]{12,15}_\d{1,6})$/u,
  ":order_number": /^[0-9A-Z]{12,15}$/u,
  ":token": uuid,
}

/** How many segments two paths have in common from their start. */
const agreement = (pattern: ReadonlyArray<string>, asked: ReadonlyArray<string>): number => {
  const different = asked.findIndex((segment, position) => segment !== pattern[position])
  return different === -1 ? asked.length : different
}

/** One slash at the end is dropped, as the router drops it; any other counts. */
const segmentsOf = (path: string): ReadonlyArray<string> => path.replace(/\/$/u, "").split("/")
