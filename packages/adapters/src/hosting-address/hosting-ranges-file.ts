/**
 * The file that hosting ranges are kept in: written by `scripts/hosting-ranges.mjs`, read once at start.
 *
 * Integers are little-endian and unsigned, text is UTF-8, nothing is padded.
 *
 * ```
 *  0  8 bytes   "VTMHOSTS"
 *  8  u16       version: 1
 * 10  u16       number of autonomous systems, A
 * 12  u32       number of IPv4 ranges, N
 * 16  u32       number of IPv6 ranges, M
 * 20  u16, u16  bytes of source, of attribution
 * 24  10 bytes  snapshot date, YYYY-MM-DD
 * 34            source, attribution
 *     A × u32   numbers of the autonomous systems, ascending
 *     N × u32   first addresses;  N × u32 last addresses;  N × u16 positions in the list of autonomous systems
 *     M × u64   the same three for IPv6, of which the first 64 bits are kept
 * ```
 */
import { parseLocalDate } from "@vintem/domain/calendar"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { HostingRanges } from "./hosting-ranges.ts"

/** The reason why bytes are no hosting ranges. If several hold, the first one. */
export const HostingRangesFault = Schema.Literals(["magic", "version", "length", "date", "ranges"])
export type HostingRangesFault = typeof HostingRangesFault.Type

/**
 * The bytes are no hosting ranges; make the file again.
 *
 * `magic`: another kind of file. `version`: made for another release of this software. `length`: truncated, or too
 * long. `date`: the snapshot's day does not exist. `ranges`: not ascending, overlapping, or of an unlisted autonomous
 * system.
 */
export class HostingRangesMalformed extends Schema.TaggedError<HostingRangesMalformed>()("HostingRangesMalformed", {
  reason: HostingRangesFault,
}) {}

/** Reads a file's bytes, and checks everything that a lookup relies on. */
export const decodeHostingRanges = (bytes: Uint8Array): Result.Result<HostingRanges, HostingRangesMalformed> => {
  const malformed = (reason: HostingRangesFault) => Result.fail(new HostingRangesMalformed({ reason }))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const next = cursor()
  const text = (length: number) => decoder.decode(bytes.subarray(next(length), next(0)))
  const u16 = () => view.getUint16(next(2), true)
  const u32 = () => view.getUint32(next(4), true)
  const u64 = () => view.getBigUint64(next(8), true)

  if (bytes.length < headerBytes || text(magic.length) !== magic) return malformed("magic")
  if (u16() !== version) return malformed("version")
  const sizes = {
    asns: u16(),
    ipv4: u32(),
    ipv6: u32(),
    source: u16(),
    attribution: u16(),
  }
  if (bytes.length !== totalBytes(sizes)) return malformed("length")
  const snapshotDate = parseLocalDate(text(dateBytes))
  if (Result.isFailure(snapshotDate)) return malformed("date")
  const source = text(sizes.source)
  const attribution = text(sizes.attribution)

  const listed = Uint32Array.from({ length: sizes.asns }, u32)
  // An unlisted autonomous system is read as 0, which is reserved (RFC 7607), and refused below.
  const asn = () => listed[u16()] ?? 0
  const ipv4 = {
    starts: Uint32Array.from({ length: sizes.ipv4 }, u32),
    ends: Uint32Array.from({ length: sizes.ipv4 }, u32),
    asns: Uint32Array.from({ length: sizes.ipv4 }, asn),
  }
  const ipv6 = {
    starts: BigUint64Array.from({ length: sizes.ipv6 }, u64),
    ends: BigUint64Array.from({ length: sizes.ipv6 }, u64),
    asns: Uint32Array.from({ length: sizes.ipv6 }, asn),
  }
  return isAscending<number>(ipv4.starts, ipv4.ends) &&
    isAscending<bigint>(ipv6.starts, ipv6.ends) &&
    !ipv4.asns.includes(0) &&
    !ipv6.asns.includes(0)
    ? Result.succeed({ snapshotDate: snapshotDate.success, source, attribution, ipv4, ipv6 })
    : malformed("ranges")
}

/** Writes ascending, separate ranges. Equal ranges give equal bytes. */
export const encodeHostingRanges = (ranges: HostingRanges): Uint8Array => {
  const source = encoder.encode(ranges.source)
  const attribution = encoder.encode(ranges.attribution)
  const listed = [...new Set([...ranges.ipv4.asns, ...ranges.ipv6.asns])].sort((one, other) => one - other)
  const positions = new Map(listed.map((asn, position) => [asn, position]))
  const sizes = {
    asns: listed.length,
    ipv4: ranges.ipv4.starts.length,
    ipv6: ranges.ipv6.starts.length,
    source: source.length,
    attribution: attribution.length,
  }

  const bytes = new Uint8Array(totalBytes(sizes))
  const view = new DataView(bytes.buffer)
  const next = cursor()
  const raw = (part: Uint8Array) => bytes.set(part, next(part.length))
  const u16 = (value: number) => view.setUint16(next(2), value, true)
  const u32 = (value: number) => view.setUint32(next(4), value, true)
  const u64 = (value: bigint) => view.setBigUint64(next(8), value, true)
  const position = (asn: number) => u16(positions.get(asn) ?? 0)

  raw(encoder.encode(magic))
  u16(version)
  u16(sizes.asns)
  u32(sizes.ipv4)
  u32(sizes.ipv6)
  u16(sizes.source)
  u16(sizes.attribution)
  raw(encoder.encode(ranges.snapshotDate))
  raw(source)
  raw(attribution)
  listed.forEach(u32)
  ranges.ipv4.starts.forEach(u32)
  ranges.ipv4.ends.forEach(u32)
  ranges.ipv4.asns.forEach(position)
  ranges.ipv6.starts.forEach(u64)
  ranges.ipv6.ends.forEach(u64)
  ranges.ipv6.asns.forEach(position)
  return bytes
}

/** Walks through the file: returns the start of the next bytes, and skips them. */
const cursor = () => {
  let offset = 0
  return (bytes: number): number => {
    const start = offset
    offset += bytes
    return start
  }
}

interface Sizes {
  readonly asns: number
  readonly ipv4: number
  readonly ipv6: number
  readonly source: number
  readonly attribution: number
}

const totalBytes = (sizes: Sizes): number =>
  headerBytes + sizes.source + sizes.attribution + sizes.asns * 4 + sizes.ipv4 * 10 + sizes.ipv6 * 18

const isAscending = <Bound extends number | bigint>(starts: ArrayLike<Bound>, ends: ArrayLike<Bound>): boolean =>
  Array.from(starts).every((start, position) => {
    const end = ends[position]
    const previousEnd = ends[position - 1]
    return end !== undefined && start <= end && (previousEnd === undefined || previousEnd < start)
  })

const magic = "VTMHOSTS"
const version = 1
const dateBytes = 10
const headerBytes = 34
const decoder = new TextDecoder()
const encoder = new TextEncoder()
