/**
 * The address that a request came from. Trusted proxies are skipped.
 */
import { clientAddress, type Networks, visitorNetwork } from "@vintem/adapters"
import { Context, Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"

export class TrustedProxies extends Context.Service<TrustedProxies, { readonly networks: Networks }>()(
  "@vintem/api/http/TrustedProxies",
) {}

/** None if the connection has no address. */
export const clientAddressOf = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { networks } = yield* TrustedProxies
  return addressOf(request, networks)
})

/**
 * The key for counting unauthenticated requests: the network of the client's address. In IPv4 that is the address
 * itself, in IPv6 its
 * /64. Clients without an address share one count.
 */
export const visitorOf = Effect.map(clientAddressOf, Option.match({ onNone: () => "unknown", onSome: visitorNetwork }))

/** The client's address in a request; none if the connection has none. */
export const addressOf = (
  { headers, remoteAddress }: HttpServerRequest.HttpServerRequest,
  networks: Networks,
): Option.Option<string> => {
  const forwarded = headers["x-forwarded-for"]
  return Option.flatMap(remoteAddress, (peer) =>
    clientAddress({ peer, forwardedFor: forwarded === undefined ? [] : [forwarded] }, networks),
  )
}
