/**
 * One signed question and its answer.
 *
 * Without a readable answer the result is an `OutcomeUnknown`. Its detail is a status, the code of a failed connection
 * or one of our sentences, so neither the request nor the answer can reach a log through it.
 */
import { OutcomeUnknown } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Reply, replyTo } from "../connection/reply.ts"
import type { Sending } from "../connection/sending.ts"
import { traceParent } from "../trace/trace-parent.ts"
import { type GatewaySecrets, signatures } from "./signature.ts"

export interface Endpoint {
  /** Without trailing slash; the path of a request is appended. */
  readonly url: string
  readonly secrets: GatewaySecrets
  /** Milliseconds after which an incomplete answer counts as none. */
  readonly timeoutMillis: number
  /** Takes the HTTP status of every answer. */
  readonly onStatus?: (status: number) => Effect.Effect<void>
}

export interface Question {
  readonly method: "GET" | "PUT" | "POST"
  /** Begins with a slash. */
  readonly path: string
  /** JSON, or none. */
  readonly body?: string
  /** Knows afterwards if the request left. */
  readonly sending?: Sending
}

/**
 * Sends one request to an endpoint, without retries: the caller decides if it asks again.
 *
 * The `HttpClient` keeps the connections.
 */
export const exchangeWith = Effect.fnUntraced(function* ({ url, secrets, timeoutMillis, onStatus }: Endpoint) {
  const client = yield* HttpClient.HttpClient
  const { sign } = yield* signatures(secrets)
  const basePath = new URL(url).pathname.replace(/\/$/u, "")
  return Effect.fnUntraced(
    function* ({ method, path, body: text, sending }: Question) {
      const body = new TextEncoder().encode(text ?? "")
      const signature = yield* sign({ method, path: `${basePath}${path}`, body })
      const trace = yield* traceParent
      const headers = trace === null ? signature : { ...signature, traceparent: trace }
      const request = HttpClientRequest.make(method)(`${url}${path}`, { acceptJson: true, headers })
      const asked = text === undefined ? request : HttpClientRequest.bodyUint8Array(request, body, "application/json")
      return yield* replyTo(client, asked, { answerBytesMax, sending, onStatus })
    },
    Effect.timeoutOrElse({
      duration: timeoutMillis,
      orElse: () => new OutcomeUnknown({ detail: `no answer within ${timeoutMillis} ms` }),
    }),
  )
})

/** Reads an answer about the requested key. Any other answer leaves the outcome unknown, like no answer. */
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

/** An unreadable answer counts as none. */
export const unreadable = new OutcomeUnknown({ detail: "an answer that cannot be read" })

/** Bytes of an answer that are read before it is given up. */
const answerBytesMax = 64 * 1024
