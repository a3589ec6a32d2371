import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { clientAddress } from "./client-address.ts"
import { parseNetworks } from "./networks.ts"

const trusting = (networks: string) => Result.getOrThrow(parseNetworks(networks))

describe("the client's address", () => {
  it.each([
    ["the peer, without proxies", "203.0.113.7", [], "203.0.113.7"],
    ["the peer, where a proxy says nothing", "10.0.0.1", [], "10.0.0.1"],
    ["the last one that is no proxy", "10.0.0.1", ["1.2.3.4, 5.6.7.8, 10.0.0.2"], "5.6.7.8"],
    ["the peer, whatever a stranger's header says", "203.0.113.7", ["1.2.3.4, 5.6.7.8, 10.0.0.2"], "203.0.113.7"],
    ["found before what the client made up", "10.0.0.1", ["evil, 5.6.7.8"], "5.6.7.8"],
    ["the last readable one", "10.0.0.1", ["5.6.7.8, unknown, 10.0.0.2"], "10.0.0.2"],
    ["the last readable one, before an empty entry too", "10.0.0.1", ["5.6.7.8,, 10.0.0.2"], "10.0.0.2"],
    ["the leftmost, where all are proxies", "10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"],
    ["read without a port", "10.0.0.1", ["5.6.7.8:51234"], "5.6.7.8"],
    ["read without brackets", "10.0.0.1", ["[2001:db8::7]"], "2001:db8::7"],
    ["read without brackets and port", "10.0.0.1", ["[2001:db8::7]:51234"], "2001:db8::7"],
    ["not cut where an IPv6 address looks like one with a port", "10.0.0.1", ["2001:db8::7:5123"], "2001:db8::7:5123"],
    ["unwrapped from an IPv6 entry", "10.0.0.1", ["::ffff:5.6.7.8"], "5.6.7.8"],
    ["behind a proxy whose own address is wrapped", "::ffff:10.0.0.1", ["5.6.7.8"], "5.6.7.8"],
    ["read from all the header's lines, in order", "10.0.0.1", ["1.2.3.4", "5.6.7.8, 10.0.0.2", "10.0.0.3"], "5.6.7.8"],
    ["not read from what only the C library takes", "10.0.0.1", ["0x7f000001"], "10.0.0.1"],
  ])("is %s", (_, peer, forwardedFor, client) => {
    expect(clientAddress({ peer, forwardedFor }, trusting("10.0.0.0/8"))).toEqual(Option.some(client))
  })

  it("is the peer if no proxy is trusted", () => {
    expect(clientAddress({ peer: "10.0.0.1", forwardedFor: ["5.6.7.8"] }, [])).toEqual(Option.some("10.0.0.1"))
  })

  it("is found behind IPv6 proxies as behind any other", () => {
    const origin = { peer: "2001:db8::1", forwardedFor: ["5.6.7.8, 10.0.0.2"] }
    expect(clientAddress(origin, trusting("10.0.0.0/8, 2001:db8::/32"))).toEqual(Option.some("5.6.7.8"))
  })

  it("is unknown if the peer has none, with or without the header", () => {
    expect(clientAddress({ peer: "/run/proxy.sock", forwardedFor: ["5.6.7.8"] }, trusting("0.0.0.0/0"))).toEqual(
      Option.none(),
    )
  })
})

describe("the list of trusted proxies", () => {
  it.each([
    ["", "10.0.0.1", false],
    ["  ", "10.0.0.1", false],
    ["10.0.0.0/8", "10.255.255.255", true],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["10.0.0.0/8", "9.255.255.255", false],
    ["192.0.2.7", "192.0.2.7", true],
    ["192.0.2.7", "192.0.2.8", false],
    ["192.0.2.7/32", "192.0.2.6", false],
    ["0.0.0.0/0", "203.0.113.7", true],
    ["0.0.0.0/0", "2001:db8::7", false],
    ["::/0", "2001:db8::7", true],
    ["::/0", "203.0.113.7", false],
    ["2001:db8::/33", "2001:db8:7fff::1", true],
    ["2001:db8::/33", "2001:db8:8000::1", false],
    ["2001:db8::7", "2001:db8::7", true],
    ["2001:db8::7", "2001:db8::8", false],
    ["::ffff:10.0.0.0/104", "10.1.2.3", true],
    ["::ffff:10.0.0.0/104", "11.1.2.3", false],
    ["::ffff:10.0.0.7", "10.0.0.7", true],
    [" 192.0.2.0/24 ,\t10.0.0.0/8 ", "10.0.0.1", true],
  ])("%j decides about %s: %s", (networks, peer, trusted) => {
    const client = clientAddress({ peer, forwardedFor: ["198.51.100.1"] }, trusting(networks))
    expect(Option.contains(client, "198.51.100.1")).toBe(trusted)
  })
})
