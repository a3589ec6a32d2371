/**
 * Lists of networks in CIDR notation: the proxies that are trusted, the addresses that may read the metrics.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type NetworkAddress, parseNetworkAddress } from "./network-address.ts"

/** Any number of networks, also none. */
export type Networks = ReadonlyArray<Network>

/**
 * True if a text is an address in one of the networks; an IPv4 address inside an IPv6 one counts as the IPv4 address.
 */
export const isWithin = (address: string, networks: Networks): boolean => {
  const parsed = parseNetworkAddress(address)
  return parsed !== undefined && includes(networks, parsed)
}

/** The addresses that share the first `prefix` bits of `base`. */
interface Network {
  readonly base: NetworkAddress
  readonly prefix: number
}

/** The reason why an entry of a list of networks is refused. If several hold, the first one. */
export const NetworkRefusal = Schema.Literals(["address", "prefix", "host_bits"])
export type NetworkRefusal = typeof NetworkRefusal.Type

/**
 * The list of networks cannot be used; the operator who configured it can fix the entry.
 *
 * `address`: no IPv4 or IPv6 address before the slash. `prefix`: not a whole number of bits, or more than the address
 * has. `host_bits`: `10.0.0.1/8` may mean one machine or sixteen million, and access must not depend on a guess.
 */
export class NetworkRefused extends Schema.TaggedError<NetworkRefused>()("NetworkRefused", {
  entry: Schema.String,
  reason: NetworkRefusal,
}) {}

/**
 * Reads networks in CIDR notation, separated by commas: `10.0.0.0/8, 2001:db8::/32`. An address without a prefix means
 * itself, and blank text no network.
 *
 * @returns the networks, or the first faulty entry
 */
export const parseNetworks = (text: string): Result.Result<Networks, NetworkRefused> =>
  text.trim() === "" ? Result.succeed([]) : Result.all(text.split(",").map((entry) => parseNetwork(entry.trim())))

const parseNetwork = (entry: string): Result.Result<Network, NetworkRefused> => {
  const refused = (reason: NetworkRefusal) => Result.fail(new NetworkRefused({ entry, reason }))
  const slash = entry.indexOf("/")
  const address = slash === -1 ? entry : entry.slice(0, slash)
  const base = parseNetworkAddress(address)
  if (base === undefined) return refused("address")

  const bits = base.toByteArray().length * 8
  // Within `::ffff:0:0/96` an IPv4 network's prefix includes the 96 bits before it.
  const unwrapped = address.includes(":") ? 128 - bits : 0
  const written = slash === -1 ? String(bits + unwrapped) : entry.slice(slash + 1)
  const prefix = Number(written) - unwrapped
  if (!/^[0-9]{1,3}$/u.test(written) || prefix < 0 || prefix > bits) return refused("prefix")

  const network = { base, prefix }
  return hasHostBits(network) ? refused("host_bits") : Result.succeed(network)
}

const hasHostBits = ({ base, prefix }: Network): boolean =>
  base.toByteArray().some((byte, index) => (byte & (0xff >> Math.min(Math.max(prefix - index * 8, 0), 8))) !== 0)

/** True if the networks include a parsed address. */
export const includes = (networks: Networks, address: NetworkAddress): boolean =>
  networks.some(({ base, prefix }) => base.kind() === address.kind() && address.match(base, prefix))
