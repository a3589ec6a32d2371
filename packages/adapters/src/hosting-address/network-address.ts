/** Reads the text of a network address, so that one address has one form, whatever its source. */
import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

export type NetworkAddress = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Reads `203.0.113.7` and `2001:db8::7`. An IPv4 address inside an IPv6 one (`::ffff:203.0.113.7`, the form on a socket
 * that is open to both families) becomes the IPv4 address. A zone (`%eth0`) is dropped: it names an interface of this
 * machine.
 *
 * Node decides if a text is an address, because ipaddr.js also accepts old forms of the C library: `127.1`,
 * `0x7f000001`, `0177.0.0.1`.
 *
 * @returns undefined for any other text
 */
export const parseNetworkAddress = (text: string): NetworkAddress | undefined =>
  isIP(text) === 0 ? undefined : ipaddr.process(text.replace(/%.*$/su, ""))
