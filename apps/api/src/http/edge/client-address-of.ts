/**
 * Where a request came from, proxies that are trusted looked through.
 */
import { type Networks, visitorNetwork } from "@vintem/adapters"
import { Context, Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { addressOf } from "./request-origin.ts"

export class TrustedProxies extends Context.Service<TrustedProxies, { readonly networks: Networks }>()(
  "@vintem/api/http/TrustedProxies",
) {}

/** None where the connection has no address. */
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
