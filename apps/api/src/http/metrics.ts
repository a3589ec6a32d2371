/**
 * What the service counts, for Prometheus to fetch.
 *
 * Who may: whoever has the token, and whoever asks from an address that was allowed. Where neither was named this machine alone, and
 * for everybody else there is no such path.
 */
import { timingSafeEqual } from "node:crypto"
import { isWithin, type Networks, parseTrustedProxies } from "@vintem/adapters"
import { NotFound, ServerError, type TooManyRequests, Unauthenticated } from "@vintem/contract"
import { Secrets, type StorageUnavailable } from "@vintem/domain"
import { Context, Effect, Option, Redacted, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { BacklogMeter } from "../metrics/backlog-meter.ts"
import { Meter, textFormat } from "../metrics/meter.ts"
import { failed } from "./answers.ts"
import { clientAddressOf, visitorOf } from "./client-address-of.ts"
import { takeFailure } from "./rate-limit.ts"

/** Who may read the metrics. */
export class MetricsReaders extends Context.Service<
  MetricsReaders,
  {
    readonly token: Option.Option<Redacted.Redacted>
    readonly allow: Option.Option<Networks>
  }
>()("@vintem/api/http/MetricsReaders") {}

const route = { method: "GET", path: "/metrics" } as const

export const metricsPaths = [route]

export const metrics = HttpRouter.add(
  route.method,
  route.path,
  Effect.gen(function* () {
    const readers = yield* MetricsReaders
    if (yield* isAllowed(readers)) return yield* told
    if (Option.isNone(readers.token)) return failed(new NotFound())
    return (yield* isRightToken(readers.token.value)) ? yield* told : yield* unauthenticated
  }),
)

const told = Effect.gen(function* () {
  yield* (yield* BacklogMeter).refresh
  const { text } = yield* Meter
  return HttpServerResponse.text(text(), { contentType: textFormat })
})

const isAllowed = Effect.fnUntraced(function* ({ allow, token }: MetricsReaders["Service"]) {
  const address = yield* clientAddressOf
  if (Option.isNone(address)) return false
  if (Option.isSome(allow)) return isWithin(address.value, allow.value)
  return Option.isNone(token) && isWithin(address.value, thisMachine) && !(yield* isForwarded)
})

const thisMachine = Result.getOrThrow(parseTrustedProxies("127.0.0.0/8, ::1"))

/** A proxy on this machine of which nobody told us would make the whole world this machine. */
const isForwarded = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
  ["forwarded", "via", "x-forwarded-for", "x-real-ip"].some((name) => headers[name] !== undefined),
)

const isRightToken = Effect.fnUntraced(function* (token: Redacted.Redacted) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { hashApiKey } = yield* Secrets
  const given = bearer.exec(headers["authorization"] ?? "")?.[1] ?? ""
  // Hashes have one length, so that the comparison takes as long whatever was sent.
  return timingSafeEqual(Buffer.from(hashApiKey(Redacted.make(given))), Buffer.from(hashApiKey(token)))
})

const bearer = /^bearer +(\S+) *$/iu

/** Guessing is counted as it is at the administration's token. */
const unauthenticated = Effect.flatMap(visitorOf, takeFailure).pipe(
  Effect.as(HttpServerResponse.setHeader(failed(new Unauthenticated()), "www-authenticate", "Bearer")),
  Effect.catchTags({
    TooManyRequests: (error: TooManyRequests) =>
      Effect.succeed(HttpServerResponse.setHeader(failed(error), "retry-after", String(error.retryAfterSeconds))),
    StorageUnavailable: (error: StorageUnavailable) =>
      Effect.as(Effect.logError("storage failed", error), failed(new ServerError())),
  }),
)
