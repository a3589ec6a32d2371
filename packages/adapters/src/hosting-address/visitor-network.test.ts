import { describe, expect, it } from "vitest"
import { siteNetwork, visitorNetwork } from "./visitor-network.ts"

describe("the network of a visitor", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:CB00:7107", "203.0.113.7"],
    ["2001:db8:0:1::7", "2001:db8:0:1::/64"],
    ["2001:DB8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"],
    ["2001:db8:0:2::7", "2001:db8:0:2::/64"],
    ["2001:db8::7", "2001:db8::/64"],
    ["::1", "::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, network) => {
    expect(visitorNetwork(address)).toBe(network)
  })
})

describe("the site of a network", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:7:1::7", "2001:db8:7::/48"],
    ["2001:db8:7:ffff::7", "2001:db8:7::/48"],
    ["2001:db8:8:1::7", "2001:db8:8::/48"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, site) => {
    expect(siteNetwork(visitorNetwork(address))).toBe(site)
  })
})
