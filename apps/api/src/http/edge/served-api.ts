/**
 * Serves an API's operations as the contract describes them: authentication, path, query, answers.
 *
 * `HttpApiBuilder.layer` does that too, but merges the whole service's context, some hundred entries, into each
 * request's. Here a handler runs in the context that the server was started in. Its types demand that this context
 * suffices. Readers and writers are made from an operation's schemas once.
 *
 * @see docs/decisions/wire.md#0230
 */
import { invalidFromIssue, QueryFaults } from "@vintem/contract"
import { Context, Effect, type Layer, Result, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import {
  HttpApi,
  HttpApiBuilder,
  type HttpApiEndpoint,
  HttpApiError,
  type HttpApiGroup,
  HttpApiMiddleware,
} from "effect/http-api"
import { answerEncoder } from "./body/answer-encoder.ts"
import { isApiError, preparedAnswer } from "./body/answers.ts"

/** Needs the handlers of each group (`HttpApiBuilder.group`) and their guards. */
export const servedApi = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
): Layer.Layer<never, never, HttpRouter.HttpRouter | HttpApiGroup.ToService<Id, Groups>> =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const services = yield* Effect.context<HttpApiGroup.ToService<Id, Groups>>()
      const described: Array<Described> = []
      HttpApi.reflect(api, { onGroup: () => {}, onEndpoint: (one) => described.push(one) })
      for (const { endpoint, group, middleware, successes } of described) {
        const handled = handledBy(Context.getUnsafe(services, handlersOf(group)), endpoint)
        const { isRaw, uninterruptible } = handled
        if (endpoint.payload.size > 0 && !isRaw) throw new Error(`${endpoint.identifier} has to read its body itself.`)
        const answered = operation(endpoint, group, handled, isRaw ? alreadyWritten : writer(endpoint, successes))
        const guards = [...middleware].map((guard) => ({ guard, guardian: Context.getUnsafe(services, guard) }))
        const effect = refusing(guarded(answered, guards, { endpoint, group }))
        yield* router.addAll([HttpRouter.route(endpoint.method, pathOf(endpoint), effect, { uninterruptible })])
      }
    }),
  )

type Described = Parameters<Parameters<typeof HttpApi.reflect>[1]["onEndpoint"]>[0]

/** `HttpApiBuilder.group` stores this under the group's key. Its types do not say so, and the version is pinned. */
const handlersOf = (group: HttpApiGroup.Top) => Context.Service<Handlers, Handlers>(group.key)

interface Handlers {
  readonly handlers: ReadonlyMap<string, Handled>
}

interface Handled {
  readonly handler: (request: object) => Effect.Effect<unknown, unknown>
  readonly isRaw: boolean
  readonly uninterruptible: boolean
}

const handledBy = ({ handlers }: Handlers, { identifier }: HttpApiEndpoint.Top): Handled => {
  const handled = handlers.get(identifier)
  if (handled === undefined) throw new Error(`Nobody handles ${identifier}.`)
  return handled
}

const pathOf = ({ path }: HttpApiEndpoint.Top): HttpRouter.PathInput => `/${path.slice(1)}`

type Answer = HttpServerResponse.HttpServerResponse

const operation = (
  endpoint: HttpApiEndpoint.Top,
  group: HttpApiGroup.Top,
  { handler, isRaw }: Handled,
  written: (answer: unknown) => Effect.Effect<Answer>,
): Effect.Effect<Answer, unknown, Arriving> => {
  const readParams = reader("Params", endpoint.params)
  // A raw handler reads its own headers: the idempotency key with its body, or the event that a stream continues from.
  const readHeaders = reader("Headers", isRaw ? undefined : endpoint.headers)
  const readQuery = reader("Query", endpoint.query && Schema.toCodecArrayFromSingle(endpoint.query))
  const toAnswer = (answer: unknown) =>
    HttpServerResponse.isHttpServerResponse(answer) ? Effect.succeed(answer) : written(answer)
  return Effect.withFiber<Answer, unknown, Arriving>(({ context }) => {
    const request = Context.getUnsafe(context, HttpServerRequest.HttpServerRequest)
    const params = readParams(Context.getUnsafe(context, HttpRouter.RouteContext).params)
    if (Result.isFailure(params)) return Effect.fail(params.failure)
    const headers = readHeaders(request.headers)
    if (Result.isFailure(headers)) return Effect.fail(headers.failure)
    const query = readQuery(Context.getUnsafe(context, HttpServerRequest.ParsedSearchParams))
    if (Result.isFailure(query)) return Effect.fail(query.failure)
    const asked = { request, endpoint, group, params: params.success, headers: headers.success, query: query.success }
    return Effect.flatMap(handler(asked), toAnswer)
  })
}

/** The router's facts about a request. */
type Arriving = HttpServerRequest.HttpServerRequest | HttpServerRequest.ParsedSearchParams | HttpRouter.RouteContext

/** No schema of a description needs a service. */
const plain = ({ ast }: Schema.Constraint) => Schema.make<Schema.Codec<unknown>>(ast)

/** A decoder for a part of a request; undefined if the operation has no such part. */
const reader = (
  kind: "Headers" | "Params" | "Query",
  schema: Schema.Constraint | undefined,
): ((part: unknown) => Result.Result<unknown, HttpApiError.HttpApiSchemaError>) => {
  if (schema === undefined) return () => absent
  const decode = Schema.decodeUnknownResult(plain(schema), { errors: "all" })
  return (part) => Result.mapError(decode(part), (cause) => new HttpApiError.HttpApiSchemaError({ kind, cause }))
}

const absent = Result.succeed(undefined)

/**
 * Reports a query's schema faults in the API's words. Other mismatches with a schema are our fault, not the caller's.
 */
export const queryFaults = HttpApiMiddleware.layerSchemaErrorTransform(QueryFaults, (error) =>
  error.kind === "Query" ? Effect.fail(invalidFromIssue(error.cause.issue)) : Effect.die(error.cause),
)

/** A raw handler has to return a response, which may be a stream. */
const alreadyWritten = () => Effect.die(new Error("The response is missing."))

/** An answer that does not fit its own schema is our fault. */
const writer = ({ identifier, success }: HttpApiEndpoint.Top, successes: Described["successes"]) => {
  // A stream's handler writes it as it comes.
  if ([...success].some((schema) => "sseMode" in schema))
    return () => Effect.die(new Error(`${identifier} answers itself.`))
  const [[status, [schema, ...others]] = [200, []], ...more] = successes
  if (schema === undefined || others.length + more.length > 0)
    throw new Error(`${identifier} has to answer in one way.`)
  const encode = answerEncoder(schema)
  return (answer: unknown): Effect.Effect<Answer> => {
    const text = encode(answer)
    return Result.isSuccess(text)
      ? Effect.succeed(HttpServerResponse.text(text.success, { status, contentType: "application/json" }))
      : Effect.die(text.failure)
  }
}

/** Wraps an operation in its guards. The last guard runs first. */
const guarded = <R>(
  answered: Effect.Effect<Answer, unknown, R>,
  guards: ReadonlyArray<Guard>,
  operation: { readonly endpoint: HttpApiEndpoint.Top; readonly group: HttpApiGroup.Top },
): Effect.Effect<Answer, unknown, R> =>
  guards.reduce((inner, { guard, guardian }) => {
    if (!HttpApiMiddleware.isSecurity(guard)) return guardian(inner, operation)
    const [[name, scheme] = [], ...others] = Object.entries(guard.security)
    if (name === undefined || scheme === undefined || others.length > 0)
      throw new Error("There is one way to say who asks.")
    return Effect.flatMap(HttpApiBuilder.securityDecode(scheme), (credential) =>
      guardian[name](inner, { ...operation, credential }),
    )
  }, answered)

interface Guard {
  readonly guard: HttpApiMiddleware.AnyService
  readonly guardian: HttpApiMiddleware.AnyService["Service"]
}

const refusing = <R>(answered: Effect.Effect<Answer, unknown, R>): Effect.Effect<Answer, never, R> =>
  Effect.catch(answered, (error) => (isApiError(error) ? Effect.succeed(preparedAnswer(error)) : Effect.die(error)))
