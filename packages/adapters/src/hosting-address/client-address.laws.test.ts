import * as Option from "effect/Option"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { clientAddress } from "./client-address.ts"
import { parseNetworks } from "./networks.ts"

/** One machine on the way, and its successor's note of it; `address` is undefined if the note is unreadable. */
interface Hop {
  readonly address: string | undefined
  readonly trusted: boolean
  readonly written: string
}

// Here an address is trusted by its construction, not by comparing it with a network.
const byte = fc.nat(255)
const proxyAddress = fc.tuple(byte, byte, byte).map(([b, c, d]) => `10.${b}.${c}.${d}`)
const strangerAddress = fc.tuple(fc.integer({ min: 11, max: 223 }), byte, byte).map(([a, b, c]) => `${a}.${b}.${c}.1`)
const spelling = fc.constantFrom<(address: string) => string>(
  (address) => address,
  (address) => ` ${address} `,
  (address) => `${address}:443`,
  (address) => `::ffff:${address}`,
  (address) => `[::ffff:${address}]:443`,
)
const proxy = fc
  .tuple(proxyAddress, spelling)
  .map(([address, spell]): Hop => ({ address, trusted: true, written: spell(address) }))
const stranger = fc
  .tuple(strangerAddress, spelling)
  .map(([address, spell]): Hop => ({ address, trusted: false, written: spell(address) }))
const unreadable = fc
  .constantFrom("", "unknown", "evil", "10.0.0", "0x0a000001", "10.0.0.1:x", "[10.0.0.1")
  .map((written): Hop => ({ address: undefined, trusted: false, written }))
const hop = fc.oneof({ weight: 4, arbitrary: proxy }, stranger, unreadable)

const lines = (hops: ReadonlyArray<Hop>): ReadonlyArray<string> =>
  hops.length === 0 ? [] : [hops.map(({ written }) => written).join(",")]

const trusted = Result.getOrThrow(parseNetworks("10.0.0.0/8"))

/**
 * The machines from us outwards, up to the first unreadable one; the result is the first untrusted one, or else the
 * last.
 */
const modelOf = (peer: Hop, hops: ReadonlyArray<Hop>): string | undefined => {
  const way = [peer, ...hops.toReversed()]
  const end = way.findIndex(({ address }) => address === undefined)
  const readable = end === -1 ? way : way.slice(0, end)
  return (readable.find((each) => !each.trusted) ?? readable.at(-1))?.address
}

describe("the client's address", () => {
  it("agreement: equals the result of reading the whole way at once", () => {
    fc.assert(
      fc.property(fc.oneof(proxyAddress, strangerAddress), fc.array(hop), (peer, hops) => {
        const peerHop = { address: peer, trusted: peer.startsWith("10."), written: peer }
        expect(Option.getOrUndefined(clientAddress({ peer, forwardedFor: lines(hops) }, trusted))).toBe(
          modelOf(peerHop, hops),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it("forgery: nothing that a client sends changes its first proxy's note", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), strangerAddress, fc.array(proxy), (forged, client, proxies) => {
        const forwardedFor = [...forged, client, ...lines(proxies)]
        expect(clientAddress({ peer: "10.0.0.1", forwardedFor }, trusted)).toEqual(Option.some(client))
      }),
    )
  })

  it("lines: a header in several lines is one header", () => {
    fc.assert(
      fc.property(fc.array(hop), (hops) => {
        const inLines = { peer: "10.0.0.1", forwardedFor: hops.map(({ written }) => written) }
        expect(clientAddress(inLines, trusted)).toEqual(
          clientAddress({ peer: "10.0.0.1", forwardedFor: lines(hops) }, trusted),
        )
      }),
    )
  })
})
