/**
 * The networks of cloud-hosting companies, and the question whether an address is in one of them.
 *
 * Ranges are sorted and apart from each other, so that one binary search answers; no object is kept per range.
 */
import type { LocalDate } from "@vintem/domain/calendar"
import { parseNetworkAddress } from "./network-address.ts"

export interface HostingRanges {
  /** When the announcements of networks were recorded. */
  readonly snapshotDate: LocalDate
  /** The data this was made from, by name and version. */
  readonly source: string
  /** What the licence of the data asks to be said. */
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
