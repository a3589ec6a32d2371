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
 * The key by which unauthenticated requests are counted: the network of the client's address, which is the address itself in IPv4 and its
 * /64 in IPv6. Clients without an address are counted as one.
 */
export const visitorOf = Effect.map(clientAddressOf, Option.match({ onNone: () => "unknown", onSome: visitorNetwork }))

/** The address of the client of a request; none if the connection has no address. */
export const addressOf = (
  { headers, remoteAddress }: HttpServerRequest.HttpServerRequest,
  networks: Networks,
): Option.Option<string> => {
  const forwarded = headers["x-forwarded-for"]
  return Option.flatMap(remoteAddress, (peer) =>
    clientAddress({ peer, forwardedFor: forwarded === undefined ? [] : [forwarded] }, networks),
  )
}
