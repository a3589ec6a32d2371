/**
 * The networks of cloud-hosting companies, and the lookup of an address in them.
 *
 * Ranges are sorted and separate, so that one binary search suffices; there is no object per range.
 */
import type { LocalDate } from "@vintem/domain/calendar"
import { parseNetworkAddress } from "./network-address.ts"

export interface HostingRanges {
  /** The day when the networks' announcements were recorded. */
  readonly snapshotDate: LocalDate
  /** The source data, by name and version. */
  readonly source: string
  /** The attribution that the data's license requires. */
  readonly attribution: string
  /** Whole addresses. */
  readonly ipv4: RangeTable<Uint32Array>
  /** The first 64 bits of addresses: a network announces no less, and one customer gets no less. */
  readonly ipv6: RangeTable<BigUint64Array>
}

/** Ranges by position, in ascending order: first address, last address, and the autonomous system announcing them. */
export interface RangeTable<Bounds> {
  readonly starts: Bounds
  readonly ends: Bounds
  readonly asns: Uint32Array
}

/** The hosting network an address belongs to; undefined for any other address, and for text that is no address. */
export const lookupHostingRange = (ranges: HostingRanges, address: string): { readonly asn: number } | undefined => {
  const parsed = parseNetworkAddress(address)
  if (parsed === undefined) return undefined
  return "octets" in parsed
    ? find<number>(
        ranges.ipv4,
        parsed.octets.reduce((bits, octet) => bits * 0x100 + octet, 0),
      )
    : find<bigint>(
        ranges.ipv6,
        parsed.parts.slice(0, 4).reduce((bits, part) => (bits << 16n) | BigInt(part), 0n),
      )
}

const find = <Bound extends number | bigint>(
  { asns, ends, starts }: RangeTable<ArrayLike<Bound>>,
  address: Bound,
): { readonly asn: number } | undefined => {
  const position = lastAtOrBelow(starts, address)
  const end = ends[position]
  const asn = asns[position]
  return end !== undefined && asn !== undefined && address <= end ? { asn } : undefined
}

/** Position of the greatest bound that is not above the address; -1 if all are. */
const lastAtOrBelow = <Bound extends number | bigint>(bounds: ArrayLike<Bound>, address: Bound): number => {
  let low = 0
  let high = bounds.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const bound = bounds[middle]
    if (bound !== undefined && bound <= address) low = middle + 1
    else high = middle
  }
  return low - 1
}
