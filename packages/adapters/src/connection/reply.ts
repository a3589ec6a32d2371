/**
 * One request to an institution and its answer, without retries: the caller decides if it asks again.
 *
 * If no readable answer arrives, the outcome is unknown. The detail of `OutcomeUnknown` is the code of a failed
 * connection or one of our sentences, so neither the request nor the answer can reach a log through it.
 */
import { OutcomeUnknown } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import {
  FetchHttpClient,
  HttpClient,
  type HttpClientError,
  type HttpClientRequest,
  type HttpClientResponse,
} from "effect/http"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { CurrentSending, type Sending } from "./sending.ts"

export interface Reply {
  readonly status: number
  /** The JSON of the answer; null if it is none. */
  readonly body: unknown
}

export interface Asking {
  /** An answer with more bytes counts as no answer. */
  readonly answerBytesMax: number
  /** Knows afterwards if the request left. */
  readonly sending?: Sending | undefined
  /** Takes the HTTP status of every answer. */
  readonly onStatus?: ((status: number) => Effect.Effect<void>) | undefined
}

/** Sends the request once, over the client's connections. */
export const replyTo = (
  client: HttpClient.HttpClient,
  request: HttpClientRequest.HttpClientRequest,
  { answerBytesMax, sending, onStatus }: Asking,
): Effect.Effect<Reply, OutcomeUnknown> =>
  Effect.gen(function* () {
    const response = yield* client.execute(request)
    if (onStatus !== undefined) yield* onStatus(response.status)
    const reply: Reply = { status: response.status, body: jsonOf(yield* bytesOf(response, answerBytesMax)) }
    return reply
  }).pipe(
    // A card number goes only to the configured address: fetch would follow a redirect, undici does not.
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    // The client's own span would hold the whole request with its body. The caller's spans hold no body.
    Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
    (asking) => (sending === undefined ? asking : Effect.provideService(asking, CurrentSending, sending)),
    Effect.catchTag("HttpClientError", (error) => new OutcomeUnknown({ detail: describe(error) })),
  )

/** Reads the answer in full, so that the connection can be used again. */
const bytesOf = (response: HttpClientResponse.HttpClientResponse, bytesMax: number) =>
  Effect.suspend(() => {
    const chunks: Array<Uint8Array> = []
    let length = 0
    return response.stream.pipe(
      Stream.runForEach((chunk) => {
        length += chunk.length
        if (length > bytesMax) return new OutcomeUnknown({ detail: "an answer that does not end" })
        chunks.push(chunk)
        return Effect.void
      }),
      Effect.map(() => Buffer.concat(chunks)),
    )
  })

const jsonOf = (bytes: Uint8Array): unknown => Option.getOrNull(decodeJson(new TextDecoder().decode(bytes)))

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** A system's or client's error code, such as `ECONNREFUSED`; never a message, which may quote the request. */
const describe = ({ reason }: HttpClientError.HttpClientError): string => {
  const code = codeOf("cause" in reason ? reason.cause : undefined)
  return code === undefined ? "no connection" : `no connection: ${code}`
}

const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && /^[A-Z][A-Z0-9_/]{1,60}$/u.test(String(cause.code))
    ? String(cause.code)
    : undefined
