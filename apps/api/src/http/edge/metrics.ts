/**
 * The service's metrics, for Prometheus to fetch.
 *
 * Callers with the token and callers from an allowed address may read them. If neither is configured, only this machine
 * may. For all others the path does not exist.
 *
 * @see docs/decisions/engineering.md#0220
 */
import { isWithin, type Networks, parseNetworks } from "@vintem/adapters"
import { NotFound } from "@vintem/contract"
import { Context, Effect, Option, type Redacted, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSecurity } from "effect/http-api"
import { isLoopback } from "../../configuration/value-kind.ts"
import { BacklogMeter } from "../../metrics/backlog-meter.ts"
import { Meter, textFormat } from "../../metrics/meter.ts"
import { isTokenOf, unauthenticated } from "./auth/bearer-token.ts"
import { failed } from "./body/answers.ts"
import { clientAddressOf } from "./request/client-address-of.ts"

/** Decides who may read the metrics. */
export class MetricsReaders extends Context.Service<
  MetricsReaders,
  {
    readonly token: Option.Option<Redacted.Redacted>
    readonly allow: Option.Option<Networks>
  }
>()("@vintem/api/http/MetricsReaders") {}

const route = { method: "GET", path: "/metrics" } as const

export const metricsPaths = [route]

export const metrics = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const readers = yield* MetricsReaders
    const bearer = Option.isNone(readers.token)
      ? null
      : yield* Effect.all([isTokenOf(readers.token.value), unauthenticated])
    yield* router.add(
      route.method,
      route.path,
      Effect.gen(function* () {
        if (yield* isAllowed(readers)) return yield* told
        if (bearer === null) return notFound
        // A wrong token counts as a failed authentication, as it does in the administration.
        const [isRight, refused] = bearer
        return yield* isRight(yield* given) ? told : refused
      }),
    )
  }),
)

const notFound = failed(new NotFound())

const told = Effect.gen(function* () {
  yield* (yield* BacklogMeter).refresh
  const { text } = yield* Meter
  return HttpServerResponse.text(text(), { contentType: textFormat })
})

const given = HttpApiBuilder.securityDecode(HttpApiSecurity.bearer)

const isAllowed = Effect.fnUntraced(function* ({ allow, token }: MetricsReaders["Service"]) {
  const address = yield* clientAddressOf
  if (Option.isNone(address)) return false
  // Behind an unknown proxy on this machine, every caller seems to be this machine.
  if (isWithin(address.value, thisMachine) && !(yield* asksThisMachine)) return false
  return isWithin(
    address.value,
    Option.getOrElse(allow, () => (Option.isNone(token) ? thisMachine : nobody)),
  )
})

const thisMachine = Result.getOrThrow(parseNetworks("127.0.0.0/8, ::1"))
const nobody: Networks = []

/** True if the request names this machine as its host, and no proxy says that it forwarded it. */
const asksThisMachine = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ headers }) =>
    ["forwarded", "via", "x-forwarded-for", "x-real-ip"].every((name) => headers[name] === undefined) &&
    isLoopbackHost(headers["host"] ?? ""),
)

/** Accepts names and addresses of this machine, with or without a port. Other spellings of an address are refused. */
const isLoopbackHost = (host: string): boolean => {
  const [, name = ""] = /^(localhost|127\.[0-9.]+|\[::1\])(?::[0-9]{1,5})?$/iu.exec(host) ?? []
  return isLoopback(name.toLowerCase())
}
