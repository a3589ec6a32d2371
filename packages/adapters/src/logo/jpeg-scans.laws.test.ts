// The scans of a JPEG are counted whatever its headers say: compared with a reader that follows them, on misleading
// bytes.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { jpegScans } from "./jpeg-scans.ts"

/**
 * Follows the headers as a decoder may: it skips fill bytes before a marker, passes markers without a length, counts a
 * length below 2 as 2, and looks for the next marker after a scan's header.
 */
const followed = (bytes: Uint8Array, lengthMin: number): number => {
  let scans = 0
  let at = 0
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) {
      at += 1
      continue
    }
    while (bytes[at] === 0xff) at += 1
    const marker = bytes[at]
    at += 1
    if (marker === undefined || marker === 0 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)) continue
    if (marker === 0xda) scans += 1
    at += Math.max(lengthMin, ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0))
  }
  return scans
}

const marker = fc.oneof(
  fc.constantFrom(0xda, 0xc0, 0xc2, 0xc4, 0xdb, 0xe1, 0xfe, 0x00, 0xd0, 0xd8, 0xd9, 0xff),
  fc.nat(255),
)
const length = fc.oneof(fc.constantFrom(0, 1, 2, 3, 8, 0xffff), fc.nat(64))
const segment = fc
  .tuple(
    fc.nat({ max: 4 }),
    marker,
    length,
    fc.array(fc.oneof(fc.constantFrom(0xff, 0xda, 0x00), fc.nat(255)), { maxLength: 12 }),
  )
  .map(([fill, code, size, content]) => [
    0xff,
    ...Array.from({ length: fill }, () => 0xff),
    code,
    size >> 8,
    size & 0xff,
    ...content,
  ])

/** Segments with lengths that are right, wrong, 0 or 1, cut off somewhere. */
const misleading = fc
  .tuple(fc.array(segment, { maxLength: 30 }), fc.nat({ max: 8 }))
  .map(([segments, cut]) => Uint8Array.from(segments.flat()).subarray(0, -cut || undefined))

describe("the scans of a JPEG", () => {
  it.each([0, 1, 2])(
    "upper bound: no reader that follows headers finds more, if it accepts lengths from %i on",
    (min) => {
      fc.assert(
        fc.property(misleading, (bytes) => {
          expect(jpegScans(bytes)).toBeGreaterThanOrEqual(followed(bytes, min))
        }),
        { numRuns: 1_000 },
      )
    },
  )

  it("additivity: two joined files have the scans of each, plus one if the joint forms a marker", () => {
    fc.assert(
      fc.property(misleading, misleading, (one, other) => {
        const joint = one.at(-1) === 0xff && other[0] === 0xda ? 1 : 0
        expect(jpegScans(Buffer.concat([one, other]))).toBe(jpegScans(one) + jpegScans(other) + joint)
      }),
    )
  })

  it.each([
    ["nothing", [], 0],
    ["half a marker", [0xff], 0],
    ["a marker alone", [0xff, 0xda], 1],
    ["a marker after fill bytes", [0xff, 0xff, 0xff, 0xda], 1],
    ["a length of 0", [0xff, 0xda, 0, 0, 0xff, 0xda], 2],
    ["a length of 1", [0xff, 0xe1, 0, 1, 0xff, 0xda], 1],
    ["a length beyond the end, behind which a scan hides", [0xff, 0xe1, 0xff, 0xff, 0xff, 0xda], 1],
    ["coded data that looks like a marker", [0xff, 0x00, 0xda], 0],
  ])("are counted in %s", (_, bytes, scans) => {
    expect(jpegScans(Uint8Array.from(bytes))).toBe(scans)
  })

  it("are counted in the most bytes of any picture, even if all of them begin a marker", () => {
    expect(jpegScans(new Uint8Array(2_097_152).fill(0xff))).toBe(0)
    expect(jpegScans(new Uint8Array(2_097_152).map((_, at) => (at % 2 === 0 ? 0xff : 0xda)))).toBe(1_048_576)
  })
})
