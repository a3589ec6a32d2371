import { parseLocalDate } from "@vintem/domain/calendar"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type HostingRanges, lookupHostingRange } from "./hosting-ranges.ts"

interface Range<Bound> {
  readonly start: Bound
  readonly end: Bound
  readonly asn: number
}

const rangesOf = (ipv4: ReadonlyArray<Range<number>>, ipv6: ReadonlyArray<Range<bigint>>): HostingRanges => ({
  snapshotDate: Result.getOrThrow(parseLocalDate("2026-06-17")),
  source: "a test",
  attribution: "nobody",
  ipv4: {
    starts: Uint32Array.from(ipv4, ({ start }) => start),
    ends: Uint32Array.from(ipv4, ({ end }) => end),
    asns: Uint32Array.from(ipv4, ({ asn }) => asn),
  },
  ipv6: {
    starts: BigUint64Array.from(ipv6, ({ start }) => start),
    ends: BigUint64Array.from(ipv6, ({ end }) => end),
    asns: Uint32Array.from(ipv6, ({ asn }) => asn),
  },
})

describe("hosting ranges", () => {
  const ranges = rangesOf(
    [
      { start: 0x00000000, end: 0x00000001, asn: 1 },
      { start: 0xc0000200, end: 0xc00002ff, asn: 2 },
      { start: 0xc0000300, end: 0xc0000300, asn: 3 },
      { start: 0xfffffffe, end: 0xffffffff, asn: 4_200_000_000 },
    ],
    [
      { start: 0x2001_0db8_0000_0000n, end: 0x2001_0db8_00ff_ffffn, asn: 5 },
      { start: 0xffff_ffff_ffff_ffffn, end: 0xffff_ffff_ffff_ffffn, asn: 6 },
    ],
  )

  it.each([
    ["0.0.0.0", 1],
    ["0.0.0.1", 1],
    ["0.0.0.2", undefined],
    ["192.0.1.255", undefined],
    ["192.0.2.0", 2],
    ["192.0.2.255", 2],
    ["192.0.3.0", 3],
    ["192.0.3.1", undefined],
    ["255.255.255.253", undefined],
    ["255.255.255.254", 4_200_000_000],
    ["255.255.255.255", 4_200_000_000],
    ["::ffff:192.0.2.7", 2],
    ["2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", undefined],
    ["2001:db8::", 5],
    ["2001:db8:ff:ffff:ffff:ffff:ffff:ffff", 5],
    ["2001:db8:100::", undefined],
    ["ffff:ffff:ffff:fffe:ffff:ffff:ffff:ffff", undefined],
    ["ffff:ffff:ffff:ffff::", 6],
    ["192.0.2", undefined],
    ["0xc0000200", undefined],
    ["", undefined],
  ])("know %s as %s", (address, asn) => {
    expect(lookupHostingRange(ranges, address)?.asn).toBe(asn)
  })

  it("contain nobody if there are none", () => {
    expect(lookupHostingRange(rangesOf([], []), "192.0.2.7")).toBeUndefined()
    expect(lookupHostingRange(rangesOf([], []), "2001:db8::7")).toBeUndefined()
  })

  // Few possible bounds, so that ranges touch, hold one address, and are looked up at their borders.
  const bounds = fc
    .uniqueArray(fc.nat(40), { maxLength: 20 })
    .map((values) => values.sort((one, other) => one - other))
    .map((sorted) => sorted.slice(0, sorted.length - (sorted.length % 2)))
  const disjoint = bounds.map((sorted) =>
    sorted.flatMap((start, index) => {
      const end = sorted[index + 1]
      return index % 2 === 1 || end === undefined ? [] : [{ start, end, asn: index + 1 }]
    }),
  )
  const holderOf = (table: ReadonlyArray<Range<number>>, address: number) =>
    table.find(({ end, start }) => start <= address && address <= end)?.asn

  it("agreement: IPv4 lookups equal those of reading every range", () => {
    fc.assert(
      fc.property(disjoint, fc.nat(41), (table, address) => {
        expect(lookupHostingRange(rangesOf(table, []), `0.0.0.${address}`)?.asn).toBe(holderOf(table, address))
      }),
      { numRuns: 1_000 },
    )
  })

  it("agreement: IPv6 lookups equal those of reading every range, whatever the last 64 bits", () => {
    fc.assert(
      fc.property(disjoint, fc.nat(41), fc.nat(0xffff), (table, network, host) => {
        const ipv6 = table.map(({ asn, end, start }) => ({ start: BigInt(start), end: BigInt(end), asn }))
        const address = `0:0:0:${network.toString(16)}:1:0:0:${host.toString(16)}`
        expect(lookupHostingRange(rangesOf([], ipv6), address)?.asn).toBe(holderOf(table, network))
      }),
      { numRuns: 1_000 },
    )
  })
})
