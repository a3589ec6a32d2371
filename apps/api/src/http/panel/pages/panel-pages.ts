/**
 * The panel in the browser: one document at all its addresses, with its script and style.
 *
 * The document holds no data: its script reads the panel's API. It is equal for all users, except that a request with a
 * session's cookie, valid or not, also gets the names of the parts that come next.
 *
 * @see docs/decisions/engineering.md#0254
 */
import { NotFound } from "@vintem/contract"
import { panelDocument, panelPath, panelPaths, type Surroundings } from "@vintem/panel"
import { Effect, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { keptText } from "../../documentation/kept-text.ts"
import { failed } from "../../edge/body/answers.ts"
import { asksAgain, staysForever } from "../../edge/limits/cache-control.ts"
import { type BuiltPages, builtPages } from "../../pages/built-pages.ts"
import { coin } from "../../pages/coin.ts"
import { tokenSent } from "../session-cookie.ts"

const assetPaths = {
  script: "/panel/assets/panel.js",
  style: "/panel/assets/panel.css",
  icon: "/panel/assets/icon.svg",
  chunk: "/panel/assets/:chunk",
} as const

/** The script refers to a chunk relative to itself. */
const chunkAddress = (name: string): string => `/panel/assets/${name}`

/** The service's root: it leads people to the panel. */
const rootPath = "/"

export const panelPagePaths = [rootPath, ...panelPaths, ...Object.values(assetPaths)].map((path) => ({
  method: "GET",
  path,
}))

/**
 * Everything comes from the service itself, no script or style is in the markup, no other site can frame the panel, and no text becomes
 * markup or a script, even if the script has a fault.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ")

const protection = {
  "content-security-policy": policy,
  // Other sites get no referrer. The service itself needs a request's origin: with "no-referrer" browsers send none.
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
} as const

/** A browser asks for a page. Programs get what they get at any unknown path. */
const root = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
  headers["accept"]?.includes("text/html") === true
    ? HttpServerResponse.empty({ status: 302, headers: { location: panelPath, vary: "Accept" } })
    : failed(new NotFound()),
)

/** The panel of a service. Its document names the surroundings. */
export const panelPages = (surroundings: Surroundings) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const part = yield* Effect.cached(Effect.orDie(builtPages("panel")))
      const script = yield* keptText(
        Effect.map(part, (built) => built.script),
        { contentType: "text/javascript; charset=utf-8", cacheControl: staysForever, isLarge: true },
      )
      const style = yield* keptText(
        Effect.map(part, (built) => built.style),
        { contentType: "text/css; charset=utf-8", cacheControl: staysForever },
      )
      const icon = yield* keptText(Effect.succeed(coin), {
        contentType: "image/svg+xml",
        cacheControl: staysForever,
      })
      const chunks = yield* Effect.cached(
        Effect.flatMap(part, (built) =>
          Effect.forEach(built.chunks, ([name, text]) =>
            Effect.map(
              keptText(Effect.succeed(text), {
                contentType: "text/javascript; charset=utf-8",
                cacheControl: staysForever,
                isLarge: true,
              }),
              ({ answer }) => [name, answer] as const,
            ),
          ),
        ).pipe(Effect.map((answers) => new Map(answers))),
      )
      const chunk = Effect.gen(function* () {
        const { chunk: name = "" } = yield* HttpRouter.params
        const answer = (yield* chunks).get(name)
        return answer === undefined ? failed(new NotFound()) : yield* answer
      })
      const document = Effect.fnUntraced(function* (chosen: (built: BuiltPages) => ReadonlyArray<string>) {
        const early = chosen(yield* part)
        return panelDocument(
          {
            early: early.map(chunkAddress),
            script: `${assetPaths.script}?v=${yield* script.name}`,
            style: `${assetPaths.style}?v=${yield* style.name}`,
            icon: `${assetPaths.icon}?v=${yield* icon.name}`,
          },
          surroundings,
        )
      })
      const sentAs = {
        contentType: "text/html; charset=utf-8",
        cacheControl: asksAgain,
        headers: protection,
        varies: "Cookie",
      }
      const atTheDoor = yield* keptText(
        document(({ atOnce }) => atOnce),
        sentAs,
      )
      const signedIn = yield* keptText(
        document(({ atOnce, next }) => [...atOnce, ...next]),
        sentAs,
      )
      const page = Effect.flatMap(tokenSent, (token) => (Option.isNone(token) ? atTheDoor.answer : signedIn.answer))
      yield* router.add("GET", rootPath, root)
      yield* router.add("GET", assetPaths.script, script.answer)
      yield* router.add("GET", assetPaths.style, style.answer)
      yield* router.add("GET", assetPaths.icon, icon.answer)
      yield* router.add("GET", assetPaths.chunk, chunk)
      for (const path of panelPaths) yield* router.add("GET", `/${path.slice(1)}`, page)
    }),
  )
