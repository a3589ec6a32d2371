import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseNetworkAddress } from "./network-address.ts"

const read = (text: string) => parseNetworkAddress(text)?.toString()

describe("a network address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:DB8:0:0::7", "2001:db8::7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["fe80::1%eth0", "fe80::1"],
  ])("is read from %s as %s", (text, canonical) => {
    expect(read(text)).toBe(canonical)
  })

  it.each([
    "",
    "localhost",
    "203.0.113",
    "203.0.113.256",
    "203.0.113.7/32",
    " 203.0.113.7",
    "2001:db8::7::",
    "[2001:db8::7]",
    "%eth0",
    "203.0.113.7%eth0",
  ])("is not read from %j", (text) => {
    expect(read(text)).toBeUndefined()
  })

  it.each(["127.1", "0x7f000001", "0177.0.0.1", "2130706433"])(
    "is not read from %s, which the C library accepted",
    (text) => {
      expect(read(text)).toBeUndefined()
    },
  )

  it("agreement: IPv4 addresses are their own canonical form", () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(read(text)).toBe(text)
      }),
    )
  })

  it("agreement: IPv6 addresses have the form of a URL", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 }), (parts) => {
        const text = parts.map((part) => part.toString(16)).join(":")
        fc.pre(!text.startsWith("0:0:0:0:0:ffff:"))
        expect(new URL(`http://[${read(text)}]`).host).toBe(new URL(`http://[${text}]`).host)
      }),
    )
  })
})
