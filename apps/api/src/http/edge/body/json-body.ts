/** Reads a JSON body. It judges media type, size and JSON, in this order. */
import { MalformedJson, PayloadTooLarge, UnsupportedMediaType } from "@vintem/contract"
import { Effect, Result } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { preparedAnswer } from "./answers.ts"
import { bodyBytes } from "./body-bytes.ts"
import { inOwnTick } from "./in-own-tick.ts"
import { nestsUnusually } from "./json-nesting.ts"

/** A body, or the answer to a request without a valid one. */
export type JsonBody = Result.Result<unknown, HttpServerResponse.HttpServerResponse>

const isJson = (mediaType: string): boolean =>
  mediaType === "application/json" || /^application\/json\s*(;|$)/iu.test(mediaType.trim())

/** Refuses bytes that are not UTF-8: replacement characters would change names. */
const utf8 = new TextDecoder("utf-8", { fatal: true })

const unsupported = Result.fail(preparedAnswer(new UnsupportedMediaType()))
const tooLarge = Result.fail(preparedAnswer(new PayloadTooLarge()))
const notJson = preparedAnswer(new MalformedJson())
const malformed = Result.fail(notJson)

const parsed = (bytes: Uint8Array): Effect.Effect<JsonBody> => {
  const parse = Effect.sync(() =>
    Result.try({ try: (): unknown => JSON.parse(utf8.decode(bytes)), catch: () => notJson }),
  )
  return nestsUnusually(bytes) ? inOwnTick(parse) : parse
}

/**
 * The parsed body. An empty one is not JSON. JSON of another kind than the operation expects (an array, a text, `null`)
 * is no fault here: validation answers it with 422; only invalid JSON is 400. The answer does not say where the JSON
 * breaks.
 */
export const jsonBody = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<JsonBody> =>
  isJson(request.headers["content-type"] ?? "")
    ? Effect.flatMap(bodyBytes(request), (bytes) => jsonOf(bytes, parsed))
    : Effect.succeed(unsupported)

/**
 * The body of an operation whose body is optional. If nothing was sent, it is an object without fields. Many clients
 * send the media type of JSON with every request, so an empty body with that type also counts as nothing.
 */
export const jsonBodyOrNone = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<JsonBody> => {
  const { headers } = request
  const isEmpty = headers["content-length"] === "0"
  const isAbsent = ["content-length", "content-type", "transfer-encoding"].every((name) => headers[name] === undefined)
  if (isEmpty || isAbsent) return Effect.succeed(nothing)
  if (!isJson(headers["content-type"] ?? "")) return Effect.succeed(unsupported)
  return Effect.flatMap(bodyBytes(request), (bytes) =>
    jsonOf(bytes, (read) => (read.length === 0 ? Effect.succeed(nothing) : parsed(read))),
  )
}

const nothing: JsonBody = Result.succeed({})

const jsonOf = (
  bytes: Result.Result<Uint8Array, "too_large" | "broken_off">,
  parse: (bytes: Uint8Array) => Effect.Effect<JsonBody>,
): Effect.Effect<JsonBody> => {
  if (Result.isSuccess(bytes)) return parse(bytes.success)
  return Effect.succeed(bytes.failure === "too_large" ? tooLarge : malformed)
}
