/**
 * Which addresses are counted as one visitor. An IPv6 subscriber is given a /64 at least, of which every address costs nothing: by
 * address, one machine could come as many.
 */
import ipaddr from "ipaddr.js"
import { parseNetworkAddress } from "./network-address.ts"

/** Bits of an IPv6 address that tell networks apart. The other half is the subscriber's own to choose. */
const networkBits = 64

/**
 * The network of an address: of IPv4 the address itself, even if it is written inside an IPv6 one (`::ffff:203.0.113.7`); of IPv6
 * its /64, as `2001:db8:0:1::/64`. Text that is no address is a visitor of its own.
 */
export const visitorNetwork = (address: string): string => {
  const parsed = parseNetworkAddress(address)
  if (parsed === undefined) return address
  if (parsed.kind() === "ipv4") return String(parsed)
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${networkBits}`)}/${networkBits}`
}

/** Bits of an IPv6 address that a site is given, of which it makes 65,536 networks. */
const siteBits = 48

/** The site that a network is of, as `visitorNetwork` writes it: of IPv6 its /48, otherwise the network itself. */
export const siteNetwork = (network: string): string =>
  ipaddr.IPv6.isValidCIDR(network)
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${network.slice(0, network.indexOf("/"))}/${siteBits}`)}/${siteBits}`
    : network
