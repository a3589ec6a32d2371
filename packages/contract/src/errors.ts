/**
 * The error answers: one class for each error, whose fields are the body on the wire.
 *
 * `_tag` is for `catchTag` and never sent. The server sets the headers of an answer (`WWW-Authenticate`, `Allow`,
 * `Retry-After`, `X-Request-Id`).
 */
import type { ApiKeyScope } from "@vintem/domain/access"
import * as Effect from "effect/Effect"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { FaultDetail } from "./input/fault-code.ts"

/** The HTTP status of each error. */
export const errorStatus = {
  MalformedJson: 400,
  Unauthenticated: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  ServerError: 500,
  Unavailable: 503,
} as const

/** The largest body that is read, in bytes: 256 KiB. */
export const bodyBytesMax = 262_144

const constant = <const L extends string | boolean>(value: L) =>
  Schema.Literal(value).pipe(Schema.withConstructorDefault(Effect.succeed(value)))

const hasError = constant(true)

const documented = (name: keyof typeof errorStatus, description: string) => ({
  httpApiStatus: errorStatus[name],
  description,
})

/** The body is not JSON. Nothing was done. */
export class MalformedJson extends Schema.Error<MalformedJson>("MalformedJson")(
  { hasError, response: constant("Malformed JSON.") },
  documented("MalformedJson", "The body is not JSON."),
) {
  readonly _tag = "MalformedJson"
}

/** No token, or an invalid one. */
export class Unauthenticated extends Schema.Error<Unauthenticated>("Unauthenticated")(
  { hasError, response: constant("Unauthenticated.") },
  documented("Unauthenticated", "The bearer token is missing or not valid."),
) {
  readonly _tag = "Unauthenticated"
}

/** Understood, but not allowed; `response` says why. */
export class Forbidden extends Schema.Error<Forbidden>("Forbidden")(
  {
    hasError,
    response: Schema.String.annotate({ examples: ["Requests from cloud hosting providers are not accepted."] }),
  },
  documented(
    "Forbidden",
    "The API key lacks the scope of the operation, the company is under moderation, or the request comes from a cloud-hosting address; " +
      "`response` says which.",
  ),
) {
  readonly _tag = "Forbidden"
}

/** The request comes from a cloud-hosting address, which the company refuses. */
export const fromCloudHosting = () =>
  new Forbidden({ response: "Requests from cloud hosting providers are not accepted." })

/** The key lacks this scope. A new key can have it. */
export const scopeMissing = (scope: ApiKeyScope) => new Forbidden({ response: `The API key lacks the scope ${scope}.` })

/** The company is under moderation, and sells nothing until an operator ends it. */
export const underModeration = () => new Forbidden({ response: "The company is under moderation." })

/** It does not exist, or belongs to another company. */
export class NotFound extends Schema.Error<NotFound>("NotFound")(
  { hasError, response: constant("Not found") },
  documented("NotFound", "It does not exist, or it belongs to another company."),
) {
  readonly _tag = "NotFound"
}

/** The path exists without this method; `Allow` lists its methods. */
export class MethodNotAllowed extends Schema.Error<MethodNotAllowed>("MethodNotAllowed")(
  { hasError, response: constant("Method not allowed.") },
  documented("MethodNotAllowed", "The path does not have this method; `Allow` lists its methods."),
) {
  readonly _tag = "MethodNotAllowed"
}

/** The first request with this idempotency key is still running: ask again with the same key. */
export class Conflict extends Schema.Error<Conflict>("Conflict")(
  {
    hasError,
    response: constant("The first request with this Idempotency-Key is still running. Try again with the same key."),
  },
  documented(
    "Conflict",
    "The first request under this idempotency key is still running: ask again under the same key.",
  ),
) {
  readonly _tag = "Conflict"
}

/** The body has more than `bodyBytesMax` bytes. Nothing was done. */
export class PayloadTooLarge extends Schema.Error<PayloadTooLarge>("PayloadTooLarge")(
  { hasError, response: constant("The body may not be larger than 256 KiB.") },
  documented("PayloadTooLarge", "The body is larger than 256 KiB."),
) {
  readonly _tag = "PayloadTooLarge"
}

/** The body is not declared as JSON. Nothing was done. */
export class UnsupportedMediaType extends Schema.Error<UnsupportedMediaType>("UnsupportedMediaType")(
  { hasError, response: constant("The body must be sent as application/json.") },
  documented("UnsupportedMediaType", "The body is not sent as `application/json`."),
) {
  readonly _tag = "UnsupportedMediaType"
}

/** At least one field is wrong. Lists every fault of the request; see `invalid`. */
export class Invalid extends Schema.Error<Invalid>("Invalid")(
  {
    hasError,
    response: Schema.Struct({
      message: Schema.String.annotate({ description: "The first message, and the number of others." }),
      errors: Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
        description: "Messages by dotted path; positions in lists are numbers from 0.",
      }),
      codes: Schema.Record(Schema.String, Schema.Array(FaultDetail)).annotate({
        description: "These faults for programs: under each path, a code for each message, in order.",
      }),
    }).annotate({
      examples: [
        {
          message: "The customer.email must be a valid e-mail address. (and 1 more error)",
          errors: {
            "customer.email": ["The customer.email must be a valid e-mail address."],
            "items.0.quantity": ["The items.0.quantity must be between 1 and 999999."],
          },
          codes: {
            "customer.email": [{ code: "invalid_email" }],
            "items.0.quantity": [{ code: "out_of_range", min: 1, max: 999_999 }],
          },
        },
      ],
    }),
  },
  documented("Invalid", "At least one field cannot be accepted; every fault is listed."),
) {
  readonly _tag = "Invalid"
}

const tooManyRequests = { hasError, response: constant("Too many requests.") }

/** Too many requests in this minute. Ask again after `retryAfterSeconds`, at least 1. */
export class TooManyRequests extends Schema.Error<TooManyRequests>("TooManyRequests")({
  ...tooManyRequests,
  retryAfterSeconds: Schema.Int,
}) {
  readonly _tag = "TooManyRequests"
}

/** `TooManyRequests` on the wire: the seconds are the header `Retry-After`. */
export const TooManyRequestsAnswer = TooManyRequests.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: Schema.Struct(tooManyRequests).annotate({
        identifier: "TooManyRequests",
        ...documented(
          "TooManyRequests",
          "The rate limit is reached, or too many long lists are requested at once; `Retry-After` says how many seconds to wait.",
        ),
      }),
      headers: { "retry-after": Schema.Int },
    },
    {
      decode: ({ headers }) => new TooManyRequests({ retryAfterSeconds: headers["retry-after"] }),
      encode: ({ hasError, response, retryAfterSeconds }) => ({
        body: { hasError, response },
        headers: { "retry-after": retryAfterSeconds },
      }),
    },
  ),
)

/** Our fault. The cause is in the log under `X-Request-Id`. The same idempotency key can be used again safely. */
export class ServerError extends Schema.Error<ServerError>("ServerError")(
  { hasError, response: constant("Error on server, try again.") },
  documented(
    "ServerError",
    "An error in the service. `X-Request-Id` identifies it; it is safe to try again with the same idempotency key.",
  ),
) {
  readonly _tag = "ServerError"
}

/** The service has its maximum number of connections. `Retry-After` says how many seconds to wait. */
export class Unavailable extends Schema.Error<Unavailable>("Unavailable")(
  { hasError, response: constant("Too many connections are open. Try again later.") },
  documented("Unavailable", "The service has no free stream; `Retry-After` says how many seconds to wait."),
) {
  readonly _tag = "Unavailable"
}

/** All errors in the service's answers. */
export type ApiError =
  | MalformedJson
  | Unauthenticated
  | Forbidden
  | NotFound
  | MethodNotAllowed
  | Conflict
  | PayloadTooLarge
  | UnsupportedMediaType
  | Invalid
  | TooManyRequests
  | ServerError
  | Unavailable

/** An error as it is sent, for answers outside of operations: unknown paths, too large bodies, replays. */
export const errorAnswer = (error: ApiError) => ({
  status: errorStatus[error._tag],
  body: { hasError: error.hasError, response: error.response },
})
