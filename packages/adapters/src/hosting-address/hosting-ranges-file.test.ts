import { parseLocalDate } from "@vintem/domain/calendar"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { HostingRanges } from "./hosting-ranges.ts"
import {
  decodeHostingRanges,
  encodeHostingRanges,
  HostingRangesFault,
  HostingRangesMalformed,
} from "./hosting-ranges-file.ts"

const ranges: HostingRanges = {
  snapshotDate: Result.getOrThrow(parseLocalDate("2026-06-17")),
  source: "a test",
  attribution: "Redes © Açaí",
  ipv4: {
    starts: Uint32Array.of(0x05090000, 0xfffffffe),
    ends: Uint32Array.of(0x0509ffff, 0xffffffff),
    asns: Uint32Array.of(24940, 4_200_000_000),
  },
  ipv6: {
    starts: BigUint64Array.of(0x2a01_04f8_0000_0000n, 0xffff_ffff_ffff_ffffn),
    ends: BigUint64Array.of(0x2a01_04f9_ffff_ffffn, 0xffff_ffff_ffff_ffffn),
    asns: Uint32Array.of(24940, 1),
  },
}

/** The bytes of `ranges` after a change to them. */
const meddled = (meddle: (view: DataView) => void): Uint8Array => {
  const bytes = encodeHostingRanges(ranges)
  meddle(new DataView(bytes.buffer))
  return bytes
}

const offsets = { magic: 0, version: 8, ipv4Count: 12, month: 29 }
/** After the header, the two texts and three listed systems. */
const ipv4Starts = 34 + new TextEncoder().encode(ranges.source + ranges.attribution).length + 3 * 4

const meddling: Readonly<Record<HostingRangesFault, (view: DataView) => void>> = {
  magic: (view) => view.setUint8(offsets.magic, 0),
  version: (view) => view.setUint16(offsets.version, 2, true),
  length: (view) => view.setUint32(offsets.ipv4Count, 3, true),
  date: (view) => view.setUint8(offsets.month, "9".charCodeAt(0)),
  ranges: (view) => view.setUint32(ipv4Starts, 0xffffffff, true),
}

describe("a file of hosting ranges", () => {
  it("returns the written ranges", () => {
    expect(decodeHostingRanges(encodeHostingRanges(ranges))).toEqual(Result.succeed(ranges))
  })

  it("can be read from the middle of a buffer, as Node places small files", () => {
    const bytes = encodeHostingRanges(ranges)
    const buffer = new Uint8Array(bytes.length + 20)
    buffer.set(bytes, 3)
    expect(decodeHostingRanges(buffer.subarray(3, 3 + bytes.length))).toEqual(Result.succeed(ranges))
  })

  it("may hold no ranges at all", () => {
    const none: HostingRanges = {
      ...ranges,
      ipv4: { starts: new Uint32Array(), ends: new Uint32Array(), asns: new Uint32Array() },
      ipv6: { starts: new BigUint64Array(), ends: new BigUint64Array(), asns: new Uint32Array() },
    }
    expect(decodeHostingRanges(encodeHostingRanges(none))).toEqual(Result.succeed(none))
  })

  // Each row corrects the fault of the row above it.
  const rows: ReadonlyArray<readonly [reason: HostingRangesFault, faults: ReadonlyArray<HostingRangesFault>]> = [
    ["magic", ["magic", "version", "length", "date", "ranges"]],
    ["version", ["version", "length", "date", "ranges"]],
    ["length", ["length", "date", "ranges"]],
    ["date", ["date", "ranges"]],
    ["ranges", ["ranges"]],
  ]

  it.each(rows)("is refused for its %s, of faults in %j", (reason, faults) => {
    const bytes = meddled((view) => {
      for (const fault of faults) meddling[fault](view)
    })
    expect(decodeHostingRanges(bytes)).toEqual(Result.fail(new HostingRangesMalformed({ reason })))
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.map(([reason]) => reason)).toEqual(HostingRangesFault.literals)
  })

  it.each([
    ["a last address before the first", ipv4Starts + 2 * 4, 0x0508ffff],
    ["ranges that overlap", ipv4Starts + 2 * 4, 0xfffffffe],
    ["ranges out of order", ipv4Starts + 4, 0x05080000],
  ])("is refused for %s", (_, offset, bound) => {
    expect(decodeHostingRanges(meddled((view) => view.setUint32(offset, bound, true)))).toEqual(
      Result.fail(new HostingRangesMalformed({ reason: "ranges" })),
    )
  })

  it("is refused for IPv6 ranges out of order", () => {
    const ipv6Starts = ipv4Starts + 2 * 10
    expect(decodeHostingRanges(meddled((view) => view.setBigUint64(ipv6Starts + 8, 1n, true)))).toEqual(
      Result.fail(new HostingRangesMalformed({ reason: "ranges" })),
    )
  })

  it.each([ipv4Starts + 2 * 8, ipv4Starts + 2 * 10 + 2 * 16])(
    "is refused for an unlisted autonomous system, at %i",
    (offset) => {
      expect(decodeHostingRanges(meddled((view) => view.setUint16(offset, 3, true)))).toEqual(
        Result.fail(new HostingRangesMalformed({ reason: "ranges" })),
      )
    },
  )

  it("truncation: no part of a file passes for a whole one", () => {
    const bytes = encodeHostingRanges(ranges)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        expect(Result.isFailure(decodeHostingRanges(bytes.subarray(0, length)))).toBe(true)
      }),
    )
  })

  it("totality: any bytes get a result, even after a valid beginning", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (noise, begun) => {
        const bytes = begun ? Uint8Array.of(...encodeHostingRanges(ranges).subarray(0, 10), ...noise) : noise
        expect(Result.isResult(decodeHostingRanges(bytes))).toBe(true)
      }),
    )
  })
})
