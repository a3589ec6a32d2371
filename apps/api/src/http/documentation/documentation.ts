/** The API descriptions of all sides of the service, for programs and for people. They need no credential. */
import { AdminApi, PanelApi, PayerApi, PublicApi, SandboxApi } from "@vintem/contract"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { OpenApi } from "effect/http-api"
import { asksAgain, staysForever } from "../edge/limits/cache-control.ts"
import { keptText } from "./kept-text.ts"
import { type DescribedSide, referencePage, referencePolicy, referenceStart } from "./reference-page.ts"
import { referenceScript } from "./reference-script.ts"

/**
 * A side and its description. The description is made at the first request: it takes longer than the rest of a start.
 */
interface DocumentedSide extends DescribedSide {
  readonly description: () => OpenApi.OpenAPISpec
}

/** In the order that readers need. */
const sides: ReadonlyArray<DocumentedSide> = [
  { slug: "public", title: "Public API", path: "/openapi.json", description: () => OpenApi.fromApi(PublicApi) },
  {
    slug: "payer",
    title: "Payer's side",
    path: "/public/v1/openapi.json",
    description: () => OpenApi.fromApi(PayerApi),
  },
  {
    slug: "administration",
    title: "Administration",
    path: "/admin/v1/openapi.json",
    description: () => OpenApi.fromApi(AdminApi),
  },
  {
    slug: "panel",
    title: "Panel",
    path: "/panel/v1/openapi.json",
    description: () => OpenApi.fromApi(PanelApi),
  },
]

const sandbox: DocumentedSide = {
  slug: "sandbox",
  title: "Sandbox",
  path: "/sandbox/v1/openapi.json",
  description: () => OpenApi.fromApi(SandboxApi),
}

const pagePath = "/docs"
const scriptPath = "/docs/reference.js"

const describedAt = ({ description, path }: DocumentedSide) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const { answer } = yield* keptText(
        Effect.sync(() => JSON.stringify(description())),
        { contentType: "application/json; charset=utf-8", cacheControl: asksAgain },
      )
      yield* router.add("GET", path, answer)
    }),
  )

const shownAt = (shown: ReadonlyArray<DocumentedSide>) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const script = yield* keptText(
        Effect.map(referenceScript, (text) => text + referenceStart),
        {
          contentType: "text/javascript; charset=utf-8",
          cacheControl: staysForever,
        },
      )
      const page = yield* keptText(
        Effect.map(script.name, (name) => referencePage(shown, `${scriptPath}?v=${name}`)),
        {
          contentType: "text/html; charset=utf-8",
          cacheControl: asksAgain,
          headers: { "content-security-policy": referencePolicy, "referrer-policy": "no-referrer" },
        },
      )
      yield* router.add("GET", scriptPath, script.answer)
      yield* router.add("GET", pagePath, page.answer)
    }),
  )

const documentationOf = (shown: ReadonlyArray<DocumentedSide>) =>
  Layer.mergeAll(shownAt(shown), ...shown.map(describedAt))

const pathsOf = (shown: ReadonlyArray<DocumentedSide>) =>
  [pagePath, scriptPath, ...shown.map(({ path }) => path)].map((path) => ({ method: "GET", path }))

/** The documentation of production. */
export const documentation = documentationOf(sides)
export const documentationPaths = pathsOf(sides)

/** The documentation with the sandbox's side. */
export const sandboxDocumentation = documentationOf([...sides, sandbox])
export const sandboxDocumentationPaths = pathsOf([...sides, sandbox])
