/**
 * Reads a JSON body, in the order in which bodies are judged: media type, size, JSON.
 */
import { bodyBytesMax, MalformedJson, PayloadTooLarge, UnsupportedMediaType } from "@vintem/contract"
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"
import { aloneInItsTurn } from "./alone-in-its-turn.ts"
import { nestsUnusually } from "./json-nesting.ts"

const isJson = (mediaType: string): boolean => /^application\/json\s*(;|$)/iu.test(mediaType.trim())

/** Refuses what is not UTF-8: guessing at it would store names nobody has. */
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Of a request that says that it is JSON. */
const bodyBytes = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  if (!isJson(request.headers["content-type"] ?? "")) return yield* new UnsupportedMediaType()
  if (Number(request.headers["content-length"] ?? 0) > bodyBytesMax) return yield* new PayloadTooLarge()
  return yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(bodyBytesMax)),
    Effect.mapError(({ reason }) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
        ? new PayloadTooLarge()
        : new MalformedJson(),
    ),
  )
})

const parsed = (bytes: ArrayBuffer) => {
  const parse = Effect.try({ try: (): unknown => JSON.parse(utf8.decode(bytes)), catch: () => new MalformedJson() })
  return nestsUnusually(new Uint8Array(bytes)) ? aloneInItsTurn(parse) : parse
}

/**
 * The body as it was sent. An empty one is not JSON. JSON that is not what the operation expects (an array, a text, `null`) is no fault
 * here: validation answers it with 422, and only what is no JSON at all is 400. The answer does not say where the JSON breaks.
 */
export const jsonBody = Effect.flatMap(bodyBytes, parsed)

/**
 * The body of an operation that can be asked for without one: where nothing was sent, it is an object without fields, also where the
 * request says that nothing is JSON, as many clients do of every request.
 */
export const jsonBodyOrNone = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const isEmpty = headers["content-length"] === "0"
  const isAbsent = ["content-length", "content-type", "transfer-encoding"].every((name) => headers[name] === undefined)
  if (isEmpty || isAbsent) return {}
  const bytes = yield* bodyBytes
  return bytes.byteLength === 0 ? {} : yield* parsed(bytes)
})
