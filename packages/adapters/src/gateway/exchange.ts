/**
 * One signed question and its answer.
 *
 * Whatever is no readable answer is an `OutcomeUnknown`. Its detail is made of a status, the code of a failed connection or a
 * sentence of ours: neither the request nor the answer can get into a log by it.
 */
import { OutcomeUnknown } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import {
  FetchHttpClient,
  HttpClient,
  type HttpClientError,
  HttpClientRequest,
  type HttpClientResponse,
} from "effect/http"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { traceParent } from "../trace/trace-parent.ts"
import { CurrentSending, type Sending } from "./sending.ts"
import { type GatewaySecrets, signatures } from "./signature.ts"

export interface Endpoint {
  /** Without trailing slash; the path of a request is appended. */
  readonly url: string
  readonly secrets: GatewaySecrets
  /** After which an acquirer that has not answered in full is silent. Milliseconds. */
  readonly timeoutMillis: number
  /** Gets the HTTP status of every answer, whatever it says. */
  readonly onStatus?: (status: number) => Effect.Effect<void>
}

export interface Question {
  readonly method: "GET" | "PUT" | "POST"
  /** Begins with a slash. */
  readonly path: string
  /** JSON, or none. */
  readonly body?: string
  /** Tells afterwards whether it left. */
  readonly sending?: Sending
}

export interface Reply {
  readonly status: number
  /** As JSON; null if it is none, which no answer of the protocol is. */
  readonly body: unknown
}

/**
 * Sends one request to an endpoint, without retries: the caller decides whether to ask again.
 *
 * Connections are those of the `HttpClient`, and kept by it.
 */
export const exchangeWith = Effect.fnUntraced(function* ({ url, secrets, timeoutMillis, onStatus }: Endpoint) {
  const client = yield* HttpClient.HttpClient
  const { sign } = yield* signatures(secrets)
  const basePath = new URL(url).pathname.replace(/\/$/u, "")
  return Effect.fnUntraced(
    function* ({ method, path, body: text }: Question) {
      const body = new TextEncoder().encode(text ?? "")
      const signature = yield* sign({ method, path: `${basePath}${path}`, body })
      const trace = yield* traceParent
      const headers = trace === null ? signature : { ...signature, traceparent: trace }
      const request = HttpClientRequest.make(method)(`${url}${path}`, { acceptJson: true, headers })
      const response = yield* client.execute(
        text === undefined ? request : HttpClientRequest.bodyUint8Array(request, body, "application/json"),
      )
      if (onStatus !== undefined) yield* onStatus(response.status)
      const reply: Reply = { status: response.status, body: jsonOf(yield* bytesOf(response)) }
      return reply
    },
    // A card number goes to the address that was configured and to no other: fetch would follow a redirect, undici does not.
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    // The client's own span would hold the whole request with its body. The caller's spans hold no body.
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
    (asking, { sending }) => (sending === undefined ? asking : Effect.provideService(asking, CurrentSending, sending)),
    Effect.catchTag("HttpClientError", (error) => new OutcomeUnknown({ detail: describe(error) })),
    Effect.timeoutOrElse({
      duration: timeoutMillis,
      orElse: () => new OutcomeUnknown({ detail: `no answer within ${timeoutMillis} ms` }),
    }),
  )
})

/**
 * Reads an answer about the key that was asked for. Any other answer leaves the outcome unknown, like no answer.
 */
export const answerIn = <A extends { readonly key: string }>(
  schema: Schema.Decoder<A>,
  { status, body }: Reply,
  key: string,
): Effect.Effect<A, OutcomeUnknown> => {
  if (status !== 200) return new OutcomeUnknown({ detail: `HTTP ${status}` })
  const answer = Schema.decodeUnknownOption(schema)(body)
  if (Option.isNone(answer)) return unreadable
  return answer.value.key === key
    ? Effect.succeed(answer.value)
    : new OutcomeUnknown({ detail: "an answer of another key" })
}

/** An answer that cannot be read: the same as no answer. */
export const unreadable = new OutcomeUnknown({ detail: "an answer that cannot be read" })

/** How much of an answer is read before it is given up. Bytes. */
const answerBytesMax = 64 * 1024

/** Read in full, so that the connection can be used again; and never more than an answer can be. */
const bytesOf = (response: HttpClientResponse.HttpClientResponse) =>
  Stream.runFoldEffect(
    response.stream,
    () => new Uint8Array(),
    (read, chunk) =>
      read.length + chunk.length > answerBytesMax
        ? Effect.fail(new OutcomeUnknown({ detail: "an answer that does not end" }))
        : Effect.succeed(Buffer.concat([read, chunk])),
  )

const jsonOf = (bytes: Uint8Array): unknown => Option.getOrNull(decodeJson(new TextDecoder().decode(bytes)))

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** A system's or client's code for what broke, such as `ECONNREFUSED`; never a message, which may quote what was sent. */
const describe = ({ reason }: HttpClientError.HttpClientError): string => {
  const code = codeOf("cause" in reason ? reason.cause : undefined)
  return code === undefined ? "no connection" : `no connection: ${code}`
}

const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && /^[A-Z][A-Z_]{1,40}$/u.test(String(cause.code))
    ? String(cause.code)
    : undefined
