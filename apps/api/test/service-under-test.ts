/**
 * The whole service in this process, from its routes to its database, composed as `serve` does.
 *
 * Requests go straight to the routes, or through a real port if the connection matters. One service serves a test file;
 * each test makes its own companies, and so is independent of the others.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { createServer } from "node:http"
import { type SandboxReports, SimulatedAcquirer } from "@vintem/adapters"
import type { ApiKeyUses } from "@vintem/application"
import {
  type AccessSecrets,
  Acquirer,
  type ApiKeyRepository,
  type ChangeFeed,
  type CompanyRepository,
  type CouponRepository,
  type CustomerRepository,
  type GuessLog,
  type IdempotencyStore,
  type JobQueue,
  type MembershipRepository,
  type OrderRepository,
  OutcomeUnknown,
  type PasswordHasher,
  type Secrets,
  type SessionRepository,
  type TicketRepository,
  type Trail,
  type UnitOfWork,
  type UserRepository,
  type WebhookDeliveryRepository,
  type WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { ConfigProvider, Effect, Layer, Logger, ManagedRuntime, Redacted, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { Configuration } from "../src/configuration/configuration.ts"
import { Readiness } from "../src/http/edge/health.ts"
import { PublicUrl } from "../src/http/edge/request/public-url.ts"
import * as NodeServer from "../src/http/edge/server/node-server.ts"
import { routerConfig, routes, sandboxRoutes } from "../src/http/server.ts"
import { mailer } from "../src/mailer.ts"
import { service } from "../src/service.ts"
import { webhookPayload } from "../src/webhooks.ts"
import { atTheEnd } from "./at-the-end.ts"
import { breachIn, Refused } from "./codes-of-faults.ts"
import { type DatabaseUnderTest, lendUnseen, secretKey } from "./database-under-test.ts"
import { type StoppedClock, stoppedClock } from "./stopped-clock.ts"

export const adminToken = "the-administration-s-token-of-the-tests"

/** Base of every URL that the service hands out. */
export const publicUrl = "https://vintem.example"

export interface ServiceOptions {
  /** Variables that add to, or replace, those of `quietly`. */
  readonly environment?: Readonly<Record<string, string>>
  /** The database; a new one that nobody else sees if absent. */
  readonly database?: Pick<DatabaseUnderTest, "url">
  /** A wrapper of the simulated acquirer. */
  readonly acquirer?: (simulated: Acquirer["Service"]) => Acquirer["Service"]
  /** True if requests go through a real port. */
  readonly isListening?: boolean
  /** Base of every URL it hands out, instead of `publicUrl`. */
  readonly handsOut?: string
}

/**
 * A rate limit that no test reaches, and a time-out that only a silent acquirer reaches, however slow the machine is.
 */
const quietly = {
  VINTEM_ADMIN_TOKEN: adminToken,
  VINTEM_SECRET_KEY: secretKey,
  VINTEM_RATE_LIMIT: "1000000",
  VINTEM_GATEWAY_TIMEOUT: "20 seconds",
}

/** An acquirer that never answers, given up at once: tests need not wait for the time-out. */
export const silence = Effect.fail(new OutcomeUnknown({ detail: "no answer" }))

const silenceAtOnce = Layer.succeed(SimulatedAcquirer.Silence, silence)

export interface RequestOptions {
  /** The bearer token; none if null. */
  readonly token?: string | null
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged, instead of `body`. */
  readonly text?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The text, parsed as JSON; undefined if there is none. */
  readonly body: unknown
}

/** The stores of the service, for facts that no request shows. */
type Stores =
  | AccessSecrets
  | ApiKeyRepository
  | ApiKeyUses
  | Trail
  | ChangeFeed
  | CompanyRepository
  | CouponRepository
  | CustomerRepository
  | GuessLog
  | IdempotencyStore
  | JobQueue
  | MembershipRepository
  | OrderRepository
  | PasswordHasher
  | SandboxReports.SandboxReports
  | Secrets
  | SessionRepository
  | TicketRepository
  | UnitOfWork
  | UserRepository
  | WebhookDeliveryRepository
  | WebhookEndpointRepository

export interface ServiceUnderTest {
  readonly call: (method: string, path: string, options?: RequestOptions) => Promise<Answer>
  /** Calls with the administration's token. */
  readonly administer: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** A new company with one API key. @param parts - further fields of the request that creates it */
  readonly newCompany: (name?: string, parts?: object) => Promise<CompanyUnderTest>
  readonly clock: StoppedClock
  /** Every line logged so far, in its written form. */
  readonly log: ReadonlyArray<string>
  readonly run: <A, Err>(work: Effect.Effect<A, Err, Stores>) => Promise<A>
  /** The address; empty if the service does not listen. */
  readonly base: () => Promise<string>
  readonly stop: () => Promise<void>
}

export interface CompanyUnderTest {
  readonly id: number
  readonly name: string
  readonly key: string
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  readonly post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>
}

/** Starts a service that ends with the current test, or with the file if no test runs yet. */
export const serviceUnderTest = (options: ServiceOptions = {}): ServiceUnderTest => {
  const started = startService(options)
  atTheEnd(started.stop)
  return started
}

const startService = (options: ServiceOptions = {}): ServiceUnderTest => {
  const clock = stoppedClock()
  const log: Array<string> = []
  const environment: Readonly<Record<string, string>> = { ...quietly, ...options.environment }
  const isProduction = environment["VINTEM_ENV"] === "production"
  const parts = partsOf(options, environment, clock, log)
  const open = options.isListening === true ? openPort : openDirectly
  const { send, base, run, stop } = open(parts, isProduction ? routes : sandboxRoutes)

  const call: ServiceUnderTest["call"] = async (method, path, { token = null, body, text, headers, signal } = {}) => {
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await send(path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(content === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content, duplex: "half" }),
      ...(signal === undefined ? {} : { signal }),
    })
    return answerOf(response)
  }
  const administer: ServiceUnderTest["administer"] = (method, path, body) =>
    call(method, path, { token: adminToken, body })

  const newCompany: ServiceUnderTest["newCompany"] = async (name = "Loja Exemplo", parts = {}) => {
    const company = shown(Created, await administer("POST", "/admin/v1/companies", { name, ...parts }))
    const made = await administer("POST", `/admin/v1/companies/${company.data.id}/api-keys`, { name: "testes" })
    const { key } = shown(CreatedKey, made).data
    return {
      id: company.data.id,
      name,
      key,
      get: (path, headers = {}) => call("GET", path, { token: key, headers }),
      post: (path, body, headers = {}) => call("POST", path, { token: key, body, headers }),
    }
  }
  return { call, administer, newCompany, clock, log, run, base, stop }
}

/** Parses an answer by its schema; fails the test if it does not match. */
export const shown = <A>(schema: Schema.Decoder<A>, answer: Answer): A => {
  try {
    return Schema.decodeUnknownSync(schema)(answer.body)
  } catch (cause) {
    throw new Error(`${answer.status} ${answer.text}`, { cause })
  }
}

/** The messages of a 422, by field. */
export const faultsIn = (answer: Answer): Readonly<Record<string, ReadonlyArray<string>>> => refusalIn(answer).errors

/** The codes of a 422, by field. */
export const codesIn = (answer: Answer) => refusalIn(answer).codes

const refusalIn = (answer: Answer) => {
  const { response } = shown(Refused, answer)
  const breach = breachIn(answer.body)
  if (breach !== null) throw new Error(`${breach} ${answer.text}`)
  return response
}

const Created = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })
const CreatedKey = Schema.Struct({ data: Schema.Struct({ key: Schema.String }) })

const answerOf = async (response: Response): Promise<Answer> => {
  const contentType = response.headers.get("content-type") ?? ""
  const isEndless = contentType.startsWith("text/event-stream")
  if (isEndless) await response.body?.cancel()
  const text = isEndless ? "" : await response.text()
  const isJson = contentType.startsWith("application/json")
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== "" ? JSON.parse(text) : undefined,
  }
}

/** Everything except the server. */
const partsOf = (
  { acquirer = (simulated) => simulated, database, handsOut = publicUrl }: ServiceOptions,
  environment: Readonly<Record<string, string>>,
  clock: StoppedClock,
  log: Array<string>,
) => {
  const unseen = Effect.acquireRelease(Effect.promise(lendUnseen), ({ giveBack }) => Effect.promise(giveBack))
  const configured = Layer.unwrap(
    Effect.map(database === undefined ? unseen : Effect.succeed(database), ({ url }) =>
      ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: url, ...environment })),
    ),
  )
  const composed = Layer.unwrap(
    Effect.map(Configuration, (settings) =>
      Layer.provideMerge(
        Layer.merge(mailer(settings), webhookPayload(settings)),
        service(settings, Redacted.make(adminToken, { label: "admin token" })),
      ),
    ),
  ).pipe(Layer.provide(Configuration.layer), Layer.provide(configured))
  const logging = Logger.layer([
    Logger.map(Logger.formatJson, (line) => {
      log.push(line)
    }),
  ])
  return Layer.effect(Acquirer, Effect.map(Acquirer, acquirer)).pipe(
    Layer.provideMerge(composed),
    Layer.provideMerge(Layer.mergeAll(clock.layer, logging, silenceAtOnce)),
    Layer.provideMerge(Layer.succeed(PublicUrl, { base: handsOut })),
  )
}

type Parts = ReturnType<typeof partsOf>
type Routes = typeof sandboxRoutes | typeof routes

const servingOptions = { disableLogger: true, disableListenLog: true, routerConfig } as const

const openDirectly = (parts: Parts, served: Routes) => {
  const runtime = ManagedRuntime.make(Layer.merge(parts, HttpServer.layerServices))
  const context = Layer.effectContext(runtime.contextEffect)
  const web = HttpRouter.toWebHandler(served.pipe(Layer.provideMerge(context)), servingOptions)
  return {
    send: (path: string, request: RequestInit) => web.handler(new Request(new URL(path, publicUrl), request)),
    base: async () => "",
    run: <A, Err>(work: Effect.Effect<A, Err, Stores>) => runtime.runPromise(work),
    stop: async () => {
      await web.dispose()
      await runtime.dispose()
    },
  }
}

const openPort = (parts: Parts, served: Routes) => {
  const listener = NodeServer.layer(() => createServer(), { host: "127.0.0.1", port: 0 })
  const app = HttpRouter.serve(served, servingOptions)
  const runtime = ManagedRuntime.make(app.pipe(Layer.provideMerge(parts), Layer.provideMerge(listener)))
  let stopping: Promise<void> | undefined
  const base = () =>
    runtime.runPromise(
      Effect.map(HttpServer.HttpServer, ({ address }) =>
        address._tag === "UnixPathAddress" ? address.path : `http://127.0.0.1:${address.port}`,
      ),
    )
  return {
    send: async (path: string, request: RequestInit) => fetch(`${await base()}${path}`, request),
    base,
    run: <A, Err>(work: Effect.Effect<A, Err, Stores>) => runtime.runPromise(work),
    stop: () => {
      stopping ??= runtime.runPromise(Effect.flatMap(Readiness, ({ stop }) => stop)).finally(() => runtime.dispose())
      return stopping
    },
  }
}
