/** The fields that a page's form sends without a script. */
import { bodyBytesMax, PayloadTooLarge, UnsupportedMediaType } from "@vintem/contract"
import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, HttpServerRequest } from "effect/http"

/** The fields of a payer's form. A card is not among them: its inputs have no name. */
const known = /^(?:key|shown\.[a-z_]+|payment\.(?:method|installments)|customer\.[a-z]+|address\.[a-z]+)$/u

/** The last value of each field; unknown fields are left out. */
export const formFields = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/iu.test(request.headers["content-type"] ?? "")) {
    return yield* new UnsupportedMediaType()
  }
  if (Number(request.headers["content-length"] ?? 0) > bodyBytesMax) return yield* new PayloadTooLarge()
  const text = yield* request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(bodyBytesMax)),
    Effect.mapError(() => new PayloadTooLarge()),
  )
  const fields: Readonly<Record<string, string>> = Object.fromEntries(
    [...new URLSearchParams(text)].filter(([name]) => known.test(name)),
  )
  return fields
})
