/**
 * Whose address a request came from, where proxies stand between the client and us.
 *
 * `X-Forwarded-For` grows to the right: every proxy appends the address it was called from, after whatever the client had written
 * there itself. So the header is read from the right, and only as far as proxies we know vouch for it.
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type NetworkAddress, parseNetworkAddress } from "./network-address.ts"

/** Where a request came from, as its connection and its headers have it. */
export interface RequestOrigin {
  /** The other end of the socket. */
  readonly peer: string
  /** The `X-Forwarded-For` lines in the order they arrived; most requests have one or none. */
  readonly forwardedFor: ReadonlyArray<string>
}

/**
 * The address of the first machine, counted from us, that is no trusted proxy. Where the header ends before one is found, or
 * holds something that is no address, the last address read.
 *
 * @returns in canonical form, an IPv4 address inside an IPv6 one unwrapped; none where the peer has no address (a Unix socket)
 */
export const clientAddress = (origin: RequestOrigin, trusted: TrustedProxies): Option.Option<string> => {
  const entries = origin.forwardedFor.flatMap((line) => line.split(","))
  let client = parseNetworkAddress(origin.peer)
  while (client !== undefined && isTrusted(client, trusted)) {
    const entry = entries.pop()
    const before = entry === undefined ? undefined : parseForwardedEntry(entry.trim())
    if (before === undefined) break
    client = before
  }
  return Option.map(Option.fromUndefinedOr(client), String)
}

/** Networks whose word about the address before them is taken. Behind a content network its networks belong here too. */
export type TrustedProxies = Networks

/** Any number of networks, none for nobody. */
export type Networks = ReadonlyArray<Network>

/** Whether a text is an address in one of the networks; an IPv4 address inside an IPv6 one counts as the IPv4 address. */
export const isWithin = (address: string, networks: Networks): boolean => {
  const parsed = parseNetworkAddress(address)
  return parsed !== undefined && isTrusted(parsed, networks)
}

/** The addresses that share the first `prefix` bits of `base`. */
interface Network {
  readonly base: NetworkAddress
  readonly prefix: number
}

/** Why an entry of the list of trusted proxies is refused. Where several reasons hold, the first is given. */
export const TrustedProxyRefusal = Schema.Literals(["address", "prefix", "host_bits"])
export type TrustedProxyRefusal = typeof TrustedProxyRefusal.Type

/**
 * The list of trusted proxies cannot be used; whoever configured it can mend the entry.
 *
 * `address`: no IPv4 or IPv6 address before the slash. `prefix`: not a whole number of bits, or more than the address has.
 * `host_bits`: `10.0.0.1/8` is either one machine or sixteen million, and trust is not to be guessed.
 */
export class TrustedProxyRefused extends Schema.TaggedError<TrustedProxyRefused>()("TrustedProxyRefused", {
  entry: Schema.String,
  reason: TrustedProxyRefusal,
}) {}

/**
 * Reads networks in CIDR notation, separated by commas: `10.0.0.0/8, 2001:db8::/32`. An address without a prefix means itself, and
 * blank text nobody.
 *
 * @returns the networks, or the first entry at fault
 */
export const parseTrustedProxies = (text: string): Result.Result<TrustedProxies, TrustedProxyRefused> =>
  text.trim() === "" ? Result.succeed([]) : Result.all(text.split(",").map((entry) => parseNetwork(entry.trim())))

const parseNetwork = (entry: string): Result.Result<Network, TrustedProxyRefused> => {
  const refused = (reason: TrustedProxyRefusal) => Result.fail(new TrustedProxyRefused({ entry, reason }))
  const slash = entry.indexOf("/")
  const address = slash === -1 ? entry : entry.slice(0, slash)
  const base = parseNetworkAddress(address)
  if (base === undefined) return refused("address")

  const bits = base.toByteArray().length * 8
  // Within `::ffff:0:0/96` an IPv4 network is written with the 96 bits that came before it.
  const unwrapped = address.includes(":") ? 128 - bits : 0
  const written = slash === -1 ? String(bits + unwrapped) : entry.slice(slash + 1)
  const prefix = Number(written) - unwrapped
  if (!/^[0-9]{1,3}$/u.test(written) || prefix < 0 || prefix > bits) return refused("prefix")

  const network = { base, prefix }
  return hasHostBits(network) ? refused("host_bits") : Result.succeed(network)
}

const hasHostBits = ({ base, prefix }: Network): boolean =>
  base.toByteArray().some((byte, index) => (byte & (0xff >> Math.min(Math.max(prefix - index * 8, 0), 8))) !== 0)

const isTrusted = (address: NetworkAddress, trusted: TrustedProxies): boolean =>
  trusted.some(({ base, prefix }) => base.kind() === address.kind() && address.match(base, prefix))

/** An address as proxies write it: bare, in brackets, or followed by a port. */
const parseForwardedEntry = (entry: string): NetworkAddress | undefined => {
  const bare = parseNetworkAddress(entry)
  if (bare !== undefined) return bare
  const { v4, v6 } = /^(?:(?<v4>[0-9.]+):[0-9]{1,5}|\[(?<v6>[^\]]+)\](?::[0-9]{1,5})?)$/u.exec(entry)?.groups ?? {}
  return parseNetworkAddress(v4 ?? v6 ?? "")
}
