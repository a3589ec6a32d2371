/**
 * The panel in a browser, answered with the examples of its API's description instead of a service: every page can be
 * viewed, in any state.
 */
import { PanelApi } from "@vintem/contract"
import { CompanyPermission, PlatformPermission } from "@vintem/domain/access"
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import type { BrowserContext, Route } from "playwright-core"
import { expect } from "vitest"

const description: unknown = OpenApi.fromApi(PanelApi)

interface Operation {
  readonly method: string
  readonly pattern: RegExp
  /** Patterns with parameters come after those without. */
  readonly parameters: number
  readonly status: number
  readonly body: unknown
}

/** An operation's successful answer, made of its parts' examples. */
const operations: ReadonlyArray<Operation> = Object.entries(Object(Object(description).paths))
  .flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, operation]): Operation => {
      const answers = Object.entries(Object(Object(operation).responses))
      const [status = "", answer] = answers.find(([code]) => code.startsWith("2")) ?? []
      const content = Object(Object(inFull(answer)).content)["application/json"]
      return {
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/gu, "[^/]+")}$`, "u"),
        parameters: path.split("{").length - 1,
        status: Number(status),
        body: exampleOf(Object(content).schema),
      }
    }),
  )
  .toSorted((one, other) => one.parameters - other.parameters)

/** An answer that several operations give is in the components. */
function inFull(answer: unknown): unknown {
  const { $ref } = Object(answer)
  return typeof $ref === "string" ? Object(description).components.responses[$ref.split("/").at(-1) ?? ""] : answer
}

function exampleOf(schema: unknown): unknown {
  const { $ref, allOf, anyOf, const: only, enum: several, examples, items, properties, type } = Object(schema)
  if (typeof $ref === "string") return exampleOf(Object(description).components.schemas[$ref.split("/").at(-1) ?? ""])
  if (Array.isArray(examples)) return examples[0]
  if (only !== undefined) return only
  if (Array.isArray(several)) return several[0]
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0])
  if (Array.isArray(allOf)) return exampleOf(allOf[0])
  if (type === "object") {
    return Object.fromEntries(Object.entries(Object(properties)).map(([name, one]) => [name, exampleOf(one)]))
  }
  if (type === "array") return [exampleOf(items)]
  if (type === "integer" || type === "number") return 1
  if (type === "boolean") return false
  return type === "null" ? null : "texto"
}

/** The panel's answers. */
export interface PanelExamples {
  isSignedIn: boolean
  isThere: boolean
  /** The requests, each as `GET /panel/v1/session`, in order. */
  readonly asked: Array<{ readonly method: string; readonly path: string; readonly body: unknown }>
}

const unauthenticated = { status: 401, body: { hasError: true, response: "Unauthenticated." } }
const notFound = { status: 404, body: { hasError: true, response: "Not found" } }

const CompanyLike = Schema.Struct({ id: Schema.Int, name: Schema.String })

/** Answers a visitor's panel with examples. */
export const answerWithExamples = async (visitor: BrowserContext): Promise<PanelExamples> => {
  const panel: PanelExamples = { isSignedIn: true, isThere: true, asked: [] }
  const answer = (method: string, path: string) => {
    const found = operations.find((one) => one.method === method && one.pattern.test(path))
    if (found === undefined) return notFound
    if (method === "POST" && path === "/panel/v1/session") panel.isSignedIn = true
    else if (!panel.isSignedIn) return unauthenticated
    if (method === "DELETE" && path === "/panel/v1/session") panel.isSignedIn = false
    if (method === "GET" && path === "/panel/v1/session") {
      return { status: 200, body: { data: me(found.body) } }
    }
    return found
  }
  await visitor.route("**/panel/v1/**", async (route: Route) => {
    if (!panel.isThere) return route.abort()
    const request = route.request()
    // Nothing happens while examples are shown: the stream of changes stays silent.
    if (request.url().endsWith("/changes")) return
    expect(request.method() === "GET" || request.headers()["x-vintem-panel"] === "1").toBe(true)
    expect(request.headers()["traceparent"]).toBeUndefined() // the service chooses which requests are traced
    const { pathname } = new URL(request.url())
    panel.asked.push({ method: request.method(), path: pathname, body: request.postDataJSON() })
    const { body, status } = answer(request.method(), pathname)
    return route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) })
  })
  return panel
}

/** A user who may do everything, in the company and on the platform. */
const me = (example: unknown) => {
  const { data } = Object(example)
  const [company] = data.companies
  Schema.decodeUnknownSync(CompanyLike)(company)
  const { literals: permissions } = CompanyPermission
  return {
    ...data,
    platform: { role: "operator", permissions: PlatformPermission.literals, in_every_company: permissions },
    companies: [{ ...company, permissions }],
  }
}
