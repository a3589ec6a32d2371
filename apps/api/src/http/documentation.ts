/**
 * The descriptions of the public API and of the payer's side, for programs and for people. The page carries everything it shows.
 */
import { PayerApi, PublicApi } from "@vintem/contract"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar, OpenApi } from "effect/http-api"
import { json } from "./answers.ts"

export const documentationPaths = [
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/docs" },
  { method: "GET", path: "/public/v1/openapi.json" },
] as const

/** Nothing is fetched from elsewhere, and the browser sees to it. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
].join("; ")

const withPolicy = HttpRouter.middleware((page) =>
  Effect.map(page, HttpServerResponse.setHeader("content-security-policy", policy)),
).layer

/** Made when it is first asked for: its script takes some 25 MB, which a service whose reference nobody reads need not hold. */
const page = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const scope = yield* Effect.scope
    const routed = Effect.gen(function* () {
      // What makes the page adds it to a router: to one of its own, where whatever is asked for is the page.
      const ofPage = yield* HttpRouter.make
      const scalar = HttpApiScalar.layer(PublicApi, { path: "/*", scalar: { withDefaultFonts: false } })
      yield* Effect.provideService(Layer.buildWithScope(scalar, scope), HttpRouter.HttpRouter, ofPage)
      return ofPage
    })
    const made = Effect.map(routed, (ofPage) => ofPage.asHttpEffect())
    yield* router.add("GET", "/docs", Effect.flatten(yield* Effect.cached(Effect.uninterruptible(made))))
  }),
)

export const documentation = Layer.mergeAll(
  HttpRouter.add("GET", "/openapi.json", Effect.succeed(json(200, OpenApi.fromApi(PublicApi)))),
  HttpRouter.add("GET", "/public/v1/openapi.json", Effect.succeed(json(200, OpenApi.fromApi(PayerApi)))),
  page.pipe(Layer.provide(withPolicy)),
)
