/**
 * Finds a request's client address behind proxies.
 *
 * `X-Forwarded-For` grows to the right: every proxy appends the address of its caller, after whatever the client had
 * written there itself. So the header is read from the right, and only as far as trusted proxies wrote it.
 */
import * as Option from "effect/Option"
import { type NetworkAddress, parseNetworkAddress } from "./network-address.ts"
import { includes, type Networks } from "./networks.ts"

/** The origin of a request, from its connection and its headers. */
export interface RequestOrigin {
  /** The other end of the socket. */
  readonly peer: string
  /** The `X-Forwarded-For` lines in the order they arrived; most requests have one or none. */
  readonly forwardedFor: ReadonlyArray<string>
}

/**
 * The address of the first machine, counted from us, that is no trusted proxy. If the header ends before one is found,
 * or holds something that is no address, the last address read.
 *
 * @param trusted - proxies whose notes count. Behind a content network its networks belong here too.
 * @returns in canonical form, an IPv4 address inside an IPv6 one unwrapped; none if the peer has no address (a Unix
 *   socket)
 */
export const clientAddress = (origin: RequestOrigin, trusted: Networks): Option.Option<string> => {
  const entries = origin.forwardedFor.flatMap((line) => line.split(","))
  let client = parseNetworkAddress(origin.peer)
  while (client !== undefined && includes(trusted, client)) {
    const entry = entries.pop()
    const before = entry === undefined ? undefined : parseForwardedEntry(entry.trim())
    if (before === undefined) break
    client = before
  }
  return Option.map(Option.fromUndefinedOr(client), String)
}

/** An address as proxies write it: bare, in brackets, or followed by a port. */
const parseForwardedEntry = (entry: string): NetworkAddress | undefined => {
  const bare = parseNetworkAddress(entry)
  if (bare !== undefined) return bare
  const { v4, v6 } = /^(?:(?<v4>[0-9.]+):[0-9]{1,5}|\[(?<v6>[^\]]+)\](?::[0-9]{1,5})?)$/u.exec(entry)?.groups ?? {}
  return parseNetworkAddress(v4 ?? v6 ?? "")
}
