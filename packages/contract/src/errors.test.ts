// The bodies and statuses of all errors, exactly.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import {
  type ApiError,
  Conflict,
  errorAnswer,
  errorStatus,
  Forbidden,
  fromCloudHosting,
  Invalid,
  MalformedJson,
  MethodNotAllowed,
  NotFound,
  PayloadTooLarge,
  ServerError,
  TooManyRequests,
  TooManyRequestsAnswer,
  Unauthenticated,
  Unavailable,
  UnsupportedMediaType,
  underModeration,
} from "./errors.ts"

const faults = {
  message: "The name field is required.",
  errors: { name: ["The name field is required."] },
  codes: { name: [{ code: "required" }] },
} as const

const rows: ReadonlyArray<readonly [number, ApiError, unknown, Schema.Encoder<unknown>]> = [
  [400, new MalformedJson(), "Malformed JSON.", MalformedJson],
  [401, new Unauthenticated(), "Unauthenticated.", Unauthenticated],
  [403, fromCloudHosting(), "Requests from cloud hosting providers are not accepted.", Forbidden],
  [403, underModeration(), "The company is under moderation.", Forbidden],
  [404, new NotFound(), "Not found", NotFound],
  [405, new MethodNotAllowed(), "Method not allowed.", MethodNotAllowed],
  [
    409,
    new Conflict(),
    "The first request with this Idempotency-Key is still running. Try again with the same key.",
    Conflict,
  ],
  [413, new PayloadTooLarge(), "The body may not be larger than 256 KiB.", PayloadTooLarge],
  [415, new UnsupportedMediaType(), "The body must be sent as application/json.", UnsupportedMediaType],
  [422, new Invalid({ response: faults }), faults, Invalid],
  [500, new ServerError(), "Error on server, try again.", ServerError],
  [503, new Unavailable(), "Too many connections are open. Try again later.", Unavailable],
]

describe("errors", () => {
  it.each(rows)("%i is sent as documented", (status, error, response, schema) => {
    const body = { hasError: true, response }
    expect(errorAnswer(error)).toEqual({ status, body })
    expect(Schema.encodeUnknownSync(schema)(error)).toEqual(body)
  })

  it("429 is sent with the seconds to wait as a header", () => {
    const error = new TooManyRequests({ retryAfterSeconds: 20 })
    const body = { hasError: true, response: "Too many requests." }
    expect(errorAnswer(error)).toEqual({ status: 429, body })
    expect(Schema.encodeSync(TooManyRequestsAnswer)(error)).toEqual({ body, headers: { "retry-after": 20 } })
    expect(
      Schema.decodeSync(TooManyRequestsAnswer)({
        body: { hasError: true, response: "Too many requests." },
        headers: { "retry-after": 20 },
      }),
    ).toEqual(error)
  })

  it("have a row each", () => {
    const tested = new Set([...rows.map(([, error]) => error._tag), "TooManyRequests"])
    expect([...tested].toSorted()).toEqual(Object.keys(errorStatus).toSorted())
  })
})
