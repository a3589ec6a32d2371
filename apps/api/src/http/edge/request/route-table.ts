/** The methods of each path, for 405 answers, and the form of each path in the log. */

import type { HttpApiGroup } from "effect/http-api"
import { HttpApi } from "effect/http-api"
import { couldHoldCardNumber } from "../body/card-number-likeness.ts"

export interface Route {
  readonly method: string
  /** With `:name` for each parameter. */
  readonly path: string
}

/** Facts about a requested path. */
export interface MatchedPath {
  /** None if the path does not exist. */
  readonly methods: () => ReadonlyArray<string>
  /** The route's path for a method, with `:name` for each parameter; undefined if no route takes it. */
  readonly routeOf: (method: string) => string | undefined
  /**
   * The path's form in the log. A segment is shown only if it is a fixed word of a route or has the shape of an id that
   * gives no access. Other parameters are shown by name, and `…` replaces the rest of an unknown path: somebody may
   * have typed a card number or a key there.
   */
  readonly logged: string
}

/** Looks a path up, once per request. */
export type RouteTable = (path: string) => MatchedPath

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
  const paths = new Set(routes.map(({ path }) => path))
  const lookUp = (path: string): MatchedPath => {
    const asked = segmentsOf(path)
    const found = (ofLength.get(asked.length) ?? []).filter(({ segments }) => isMatch(segments, asked))
    return {
      // HEAD is allowed if GET is.
      methods: () => [...new Set(found.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])))],
      routeOf: (method) => {
        const wanted = method === "HEAD" ? "GET" : method
        return found.find((one) => one.method === wanted)?.path
      },
      logged: found.length === 0 ? unknownPath(path, asked) : knownPath(found, asked),
    }
  }
  const unknownPath = (path: string, asked: ReadonlyArray<string>): string => {
    const known = Math.max(...patterns.map(({ segments }) => agreement(segments, asked)))
    return known === asked.length ? path : [...asked.slice(0, known), "…"].join("/")
  }
  // Most requests have a path without parameters. There are only as many of these as routes, whatever callers type.
  const fixed = new Map([...paths].filter((path) => !path.includes(":")).map((path) => [path, lookUp(path)]))
  return (path) => fixed.get(path) ?? lookUp(path)
}

const knownPath = (found: ReadonlyArray<Pattern>, asked: ReadonlyArray<string>): string => {
  const shown = (segment: string, position: number) => {
    const ours = found.map(({ segments }) => segments[position] ?? "")
    const hidden = ours.find((name) => name !== segment && !isShown(name, segment))
    return ours.includes(segment) ? segment : (hidden ?? segment)
  }
  return asked.map(shown).join("/")
}

interface Pattern {
  readonly segments: ReadonlyArray<string>
}

const isMatch = (segments: ReadonlyArray<string>, asked: ReadonlyArray<string>): boolean =>
  segments.every((segment, position) => segment.startsWith(":") || segment === asked[position])

/** Sorts by the router's preference: if a fixed word and a parameter both fit, it takes the word. */
const wordsFirst = (segments: ReadonlyArray<string>): string =>
  segments.map((segment) => (segment.startsWith(":") ? "1" : "0")).join("")

const isShown = (parameter: string, value: string): boolean =>
  shownShapes[parameter]?.test(value) === true && (uuid.test(value) || !couldHoldCardNumber(value))

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

/**
 * The parameters that the log shows, with their shapes. They give no access by themselves. Hidden ones do: with a
 * link's slug or an order's public key anybody can pay, and with a coupon's code anybody can pay less.
 */
const shownShapes: Readonly<Record<string, RegExp>> = {
  ":company": /^\d{1,10}$/u,
  ":product": /^\d{1,10}$/u,
  ":user": /^\d{1,10}$/u,
  ":id": /^(?:\d{1,10}|evt_[0-9A-Z]{12,21}_\d{1,6})$/u,
  ":order_number": /^[0-9A-Z]{12,21}$/u,
  ":token": uuid,
}

/** The number of leading segments that two paths share. */
const agreement = (pattern: ReadonlyArray<string>, asked: ReadonlyArray<string>): number => {
  const different = asked.findIndex((segment, position) => segment !== pattern[position])
  return different === -1 ? asked.length : different
}

/** Drops one trailing slash, like the router. Any other slash counts. */
const segmentsOf = (path: string): ReadonlyArray<string> => path.replace(/\/$/u, "").split("/")
