/**
 * Decides where webhooks may go: URLs by their text, addresses by their network. Makes no requests.
 *
 * Every network with a special purpose is refused, and of IPv6 everything outside of what is assigned for public use.
 */
import { WebhookAddressRefused } from "@vintem/domain/ports"
import * as Arr from "effect/Array"
import * as Result from "effect/Result"
import ipaddr from "ipaddr.js"
import { type NetworkAddress, parseNetworkAddress } from "../hosting-address/network-address.ts"

export interface AddressPolicy {
  /** Whether webhooks may also go to this machine and its private networks, without encryption and on any port. */
  readonly allowPrivate: boolean
}

/** As `URL` has them: https without a port is 443. */
const publicPorts: ReadonlySet<string> = new Set(["", "8443"])

/**
 * What counts as private: loopback, RFC 1918, RFC 4193 and RFC 6598. Link-local is not among it in any case, as clouds keep a
 * machine's secrets at 169.254.169.254.
 */
const privateRanges: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"])

/**
 * Where clouds answer their own machines, often with secrets, among addresses that are public or private elsewhere: Azure, AWS, Google,
 * Alibaba, Oracle.
 */
const platformAddresses: ReadonlySet<string> = new Set([
  "168.63.129.16",
  "fd00:ec2::254",
  "fd20:ce::254",
  "100.100.100.200",
  "192.0.0.192",
])

/** All that is given out of IPv6 for public use (RFC 4291, section 2.4). */
const publicIpv6 = ipaddr.IPv6.parseCIDR("2000::/3")

/** Reads a URL and judges what can be seen of it. Its name, if it has one, is yet to be looked up. */
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

/** The name or the address of a URL. `URL` has already made `127.0.0.1` of `0177.1`, `2130706433` and the like. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/su, "$1")

/** The name of a URL; none if its host is an address. */
export const nameOf = (url: URL): string | undefined =>
  parseNetworkAddress(hostOf(url)) === undefined ? hostOf(url) : undefined

/**
 * Checks all addresses of a name: one that is refused is enough to refuse the name. A name without addresses is refused too.
 */
export const judgeAddresses = (
  addresses: ReadonlyArray<string>,
  policy: AddressPolicy,
): Result.Result<Arr.NonEmptyReadonlyArray<string>, WebhookAddressRefused> => {
  if (!Arr.isReadonlyArrayNonEmpty(addresses)) return refuse("name_not_found", "the name has no address")
  const kind = addresses.map((address) => refusedKind(address, policy)).find((refused) => refused !== null)
  // The address itself is not told: it could reveal the internal network.
  return kind === undefined ? Result.succeed(addresses) : refuse("address", `a ${kind} address`)
}

/** The kind of an address that webhooks may not go to; null if they may. */
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
