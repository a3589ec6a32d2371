/**
 * Where a request came from, for what it changes: found out only where that is written down.
 */
import { clientAddress, type Networks } from "@vintem/adapters"
import type { AuditOrigin } from "@vintem/domain/audit"
import { Option } from "effect"
import type { HttpServerRequest } from "effect/http"

/** None where the connection has no address. Proxies that are trusted are looked through. */
export const addressOf = (
  { headers, remoteAddress }: HttpServerRequest.HttpServerRequest,
  networks: Networks,
): Option.Option<string> => {
  const forwarded = headers["x-forwarded-for"]
  return Option.flatMap(remoteAddress, (peer) =>
    clientAddress({ peer, forwardedFor: forwarded === undefined ? [] : [forwarded] }, networks),
  )
}

/** Most requests change nothing that has an entry: their address is asked for by nobody. */
export class RequestOrigin implements AuditOrigin {
  readonly requestId: string
  readonly #request: HttpServerRequest.HttpServerRequest
  readonly #networks: Networks

  constructor(requestId: string, request: HttpServerRequest.HttpServerRequest, networks: Networks) {
    this.requestId = requestId
    this.#request = request
    this.#networks = networks
  }

  get address(): string | null {
    return Option.getOrNull(addressOf(this.#request, this.#networks))
  }
}
