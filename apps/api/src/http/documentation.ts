/**
 * The description of the public API, for programs and for people. The page carries everything it shows.
 */
import { PublicApi } from "@vintem/contract"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar, OpenApi } from "effect/http-api"
import { json } from "./answers.ts"

export const documentationPaths = [
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/docs" },
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

export const documentation = Layer.mergeAll(
  HttpRouter.add("GET", "/openapi.json", Effect.succeed(json(200, OpenApi.fromApi(PublicApi)))),
  HttpApiScalar.layer(PublicApi, { path: "/docs", scalar: { withDefaultFonts: false } }).pipe(
    Layer.provide(withPolicy),
  ),
)
