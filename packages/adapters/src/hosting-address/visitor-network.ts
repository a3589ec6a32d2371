/**
 * Groups addresses into visitors. An IPv6 subscriber gets at least a /64, with addresses at no cost: counted by
 * address, one machine could pose as many visitors.
 */
import ipaddr from "ipaddr.js"
import { parseNetworkAddress } from "./network-address.ts"

/** Bits of an IPv6 address that distinguish networks. The subscriber chooses the other half. */
const networkBits = 64

/**
 * The network of an address: for IPv4 the address itself, even inside an IPv6 one (`::ffff:203.0.113.7`); for IPv6 its
 * /64, as `2001:db8:0:1::/64`. Text that is no address is a visitor of its own.
 */
export const visitorNetwork = (address: string): string => {
  const parsed = parseNetworkAddress(address)
  if (parsed === undefined) return address
  if (parsed.kind() === "ipv4") return String(parsed)
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${networkBits}`)}/${networkBits}`
}

/** Bits of an IPv6 address that identify a site. A site has 65,536 networks. */
const siteBits = 48

/** The site of a network in `visitorNetwork`'s form: for IPv6 its /48, otherwise the network itself. */
export const siteNetwork = (network: string): string =>
  ipaddr.IPv6.isValidCIDR(network)
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${network.slice(0, network.indexOf("/"))}/${siteBits}`)}/${siteBits}`
    : network
