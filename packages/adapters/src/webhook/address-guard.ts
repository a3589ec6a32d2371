/**
 * Decides where webhooks may go: URLs by their text, addresses by their network. Makes no requests.
 *
 * It refuses every network with a special purpose, and all IPv6 addresses outside the range for public use.
 */
import { WebhookAddressRefused } from "@vintem/domain/ports"
import * as Arr from "effect/Array"
import * as Result from "effect/Result"
import ipaddr from "ipaddr.js"
import { type NetworkAddress, parseNetworkAddress } from "../hosting-address/network-address.ts"

export interface AddressPolicy {
  /** True if webhooks may also go to this machine and its private networks, unencrypted and on any port. */
  readonly allowPrivate: boolean
}

/** In `URL`'s form: https without a port is 443. */
const publicPorts: ReadonlySet<string> = new Set(["", "8443"])

/**
 * Private ranges: loopback, RFC 1918, RFC 4193 and RFC 6598. Link-local is never among them, because clouds keep a
 * machine's secrets at
 * 169.254.169.254.
 */
const privateRanges: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"])

/**
 * Addresses where clouds answer their own machines, often with secrets; elsewhere they are public or private: Azure,
 * AWS, Google, Alibaba, Oracle.
 */
const platformAddresses: ReadonlySet<string> = new Set([
  "168.63.129.16",
  "fd00:ec2::254",
  "fd20:ce::254",
  "100.100.100.200",
  "192.0.0.192",
])

/** All IPv6 addresses for public use (RFC 4291, section 2.4). */
const publicIpv6 = ipaddr.IPv6.parseCIDR("2000::/3")

/** Reads a URL and judges its text. Its name, if it has one, is looked up later. */
export const judgeUrl = (text: string, policy: AddressPolicy): Result.Result<URL, WebhookAddressRefused> => {
  const url = URL.parse(text)
  if (url === null) return refuse("not_a_url", "no URL")
  if (url.protocol !== "https:" && !(policy.allowPrivate && url.protocol === "http:")) {
    return refuse("scheme", `the scheme ${url.protocol.slice(0, 20)}`)
  }
  if (url.username !== "" || url.password !== "") return refuse("credentials", "a user or a password")
  if (!(policy.allowPrivate || publicPorts.has(url.port))) return refuse("port", `the port ${url.port}`)
  const address = hostOf(url)
  return parseNetworkAddress(address) === undefined
    ? Result.succeed(url)
    : Result.map(judgeAddresses([address], policy), () => url)
}

/**
 * The name or the address of a URL. `URL` has already normalized `0177.1`, `2130706433` and the like to `127.0.0.1`.
 */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/su, "$1")

/** The name of a URL; none if its host is an address. */
export const nameOf = (url: URL): string | undefined =>
  parseNetworkAddress(hostOf(url)) === undefined ? hostOf(url) : undefined

/**
 * Checks all addresses of a name: one refused address is enough to refuse the name. A name without addresses is refused
 * too.
 */
export const judgeAddresses = (
  addresses: ReadonlyArray<string>,
  policy: AddressPolicy,
): Result.Result<Arr.NonEmptyReadonlyArray<string>, WebhookAddressRefused> => {
  if (!Arr.isReadonlyArrayNonEmpty(addresses)) return refuse("name_not_found", "the name has no address")
  const kind = addresses.map((address) => refusedKind(address, policy)).find((refused) => refused !== null)
  // The address itself is not shown: it could reveal the internal network.
  return kind === undefined ? Result.succeed(addresses) : refuse("address", `a ${kind} address`)
}

/** The kind of a forbidden address; null if webhooks may go there. */
const refusedKind = (text: string, { allowPrivate }: AddressPolicy): string | null => {
  const address = parseNetworkAddress(text)
  if (address === undefined) return "malformed"
  if (platformAddresses.has(address.toString())) return "cloud platform"
  const range = rangeOf(address)
  if (range === "unicast" || (allowPrivate && privateRanges.has(range))) return null
  return inWords(range)
}

const rangeOf = (address: NetworkAddress): string => {
  const range = address.range()
  return range === "unicast" && address instanceof ipaddr.IPv6 && !address.match(publicIpv6) ? "reserved" : range
}

/** `carrierGradeNat` as `carrier grade nat`. */
const inWords = (range: string): string => range.replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)

const refuse = (reason: WebhookAddressRefused["reason"], detail: string): Result.Result<never, WebhookAddressRefused> =>
  Result.fail(new WebhookAddressRefused({ reason, detail }))
