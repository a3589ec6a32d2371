/**
 * The receiving end of the protocol, in both directions: reads a request, verifies its signature, passes it to its
 * handler, and answers faults.
 *
 * No body is logged, and no answer repeats anything of it but its keys.
 */
import type { AcquirerUnreached, OutcomeUnknown, StorageUnavailable } from "@vintem/domain/ports"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import * as Schema from "effect/Schema"
import type { Signatures } from "./signature.ts"
import type { BodyRefused } from "./wire/faults.ts"

/** Bytes of a request that are read before it is given up. The largest possible charge has a few kilobytes. */
export const requestBytesMax = 64 * 1024

/** The parameters of the path. */
type Names = Readonly<Record<string, string | undefined>>

type Handle<R> = (
  names: Names,
  body: Uint8Array,
) => Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  AcquirerUnreached | BodyRefused | OutcomeUnknown | StorageUnavailable,
  R
>

/** Passes signed requests to `handle`, and refuses the others. */
export const signedAnswer = <R>(signatures: Signatures, handle: Handle<R>) =>
  Effect.gen(function* () {
    const body = yield* signedBody(signatures)
    return yield* handle(yield* HttpRouter.params, body)
  }).pipe(
    Effect.catchTags({
      NotSigned: () => refused(401, { error: "not_signed" }),
      Unreadable: ({ isTooLarge }) => (isTooLarge ? refused(413, { error: "too_large" }) : refused(400, unreadable)),
      BodyRefused: ({ faults }) => refused(400, { error: "invalid", faults }),
      AcquirerUnreached: () => refused(503, unavailable),
      OutcomeUnknown: () => refused(503, unavailable),
      StorageUnavailable: () => refused(503, unavailable),
    }),
  )

/** An answer that does not fit the wire is a fault of ours. */
export const told = <A, I>(
  schema: Schema.Codec<A, I>,
  answer: A,
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(Effect.orDie(Schema.encodeEffect(schema)(answer)), (body) => json(200, body))

export const refused = (
  status: number,
  body: { readonly error: string } & Readonly<Record<string, unknown>>,
): Effect.Effect<HttpServerResponse.HttpServerResponse> => Effect.succeed(json(status, body))

const unreadable = { error: "unreadable" }
const unavailable = { error: "unavailable" }

const json = (status: number, body: unknown): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(JSON.stringify(body), { status, contentType: "application/json; charset=utf-8" })

/** The sender lacks the secret, or its clock is far off. */
class NotSigned extends Schema.TaggedError<NotSigned>()("NotSigned", {}) {}

/** The body is larger than any in the protocol, or its connection broke. */
class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", { isTooLarge: Schema.Boolean }) {}

/** The bytes under the signature. */
const signedBody = Effect.fnUntraced(function* ({ isRight }: Signatures) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { method, url: path, headers } = request
  if (Number(headers["content-length"] ?? 0) > requestBytesMax) return yield* new Unreadable({ isTooLarge: true })
  const body = yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(requestBytesMax)),
    Effect.map((buffer) => new Uint8Array(buffer)),
    Effect.mapError(
      ({ reason }) =>
        new Unreadable({ isTooLarge: reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" }),
    ),
  )
  if (!(yield* isRight({ method, path, body }, headers))) return yield* new NotSigned()
  return body
})
