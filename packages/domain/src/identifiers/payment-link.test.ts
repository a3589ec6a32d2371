// How a payment link is named.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { instant, instantMax } from "../calendar/instant.ts"
import { LinkSlug, linkSlugBytes, linkSlugFrom } from "./payment-link.ts"

describe("linkSlugFrom", () => {
  const at = instant(Date.UTC(2026, 2, 2, 12))
  const zeros = new Uint8Array(linkSlugBytes)

  it("takes the second, and five bits of each byte, without a letter that looks like a digit", () => {
    expect(
      linkSlugFrom(
        at,
        zeros.map((_, n) => n),
      ),
    ).toBe("1mtayy00123456789abcdef")
    expect(
      linkSlugFrom(
        at,
        zeros.map((_, n) => 255 - n),
      ),
    ).toBe("1mtayy0zyxwvtsrqpnmkjhg")
    expect(linkSlugFrom(instant(0), zeros)).toBe("00000000000000000000000")
  })

  it("order: of a later second sorts after every earlier one, as long as there are instants", () => {
    const seconds = fc.integer({ min: 0, max: Math.floor(Date.UTC(3058, 0, 1) / 1_000) })
    const least = (second: number) => linkSlugFrom(instant(second * 1_000), zeros)
    const most = (second: number) =>
      linkSlugFrom(instant(second * 1_000 + 999), new Uint8Array(linkSlugBytes).fill(255))
    fc.assert(
      fc.property(seconds, seconds, (one, other) => {
        fc.pre(one !== other)
        expect(most(Math.min(one, other)) < least(Math.max(one, other))).toBe(true)
      }),
    )
    expect(Schema.is(LinkSlug)(linkSlugFrom(instant(instantMax), zeros))).toBe(true)
  })

  it("makes every letter equally often of bytes that are", () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte += 1) {
      const letter = linkSlugFrom(at, new Uint8Array(linkSlugBytes).fill(byte)).at(-1) ?? ""
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    expect(new Set(counts.values())).toEqual(new Set([8]))
    expect(counts.size).toBe(32)
  })

  it.each(["0123456789ABCDEFGHJK", "short", "x".repeat(33), "with-hyphen-in-it"])("makes nothing like %j", (text) => {
    expect(Schema.is(LinkSlug)(text)).toBe(false)
  })
})
