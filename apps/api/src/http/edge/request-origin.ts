/**
 * Where a request came from, for the audit log: computed only when an entry is written.
 */
import { clientAddress, type Networks } from "@vintem/adapters"
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
