// The slug of a payment link.

import { instant, instantMax } from "@vintem/domain/calendar"
import { CompanyCode, companyCodeOf, LinkSlug, linkSlugBytes, linkSlugFrom } from "@vintem/domain/identifiers"
import { companyCodes, instants } from "@vintem/testing"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

describe("linkSlugFrom", () => {
  const code = CompanyCode.make("zc0de2")
  const at = instant(Date.UTC(2026, 2, 2, 12))
  const zeros = new Uint8Array(linkSlugBytes)

  it("contains the code, the second, and five bits of each byte, without letters that look like a digit", () => {
    expect(
      linkSlugFrom(
        code,
        at,
        zeros.map((_, n) => n),
      ),
    ).toBe("zc0de21mtayy00123456789abcdef")
    expect(
      linkSlugFrom(
        code,
        at,
        zeros.map((_, n) => 255 - n),
      ),
    ).toBe("zc0de21mtayy0zyxwvtsrqpnmkjhg")
    expect(linkSlugFrom(code, instant(0), zeros)).toBe("zc0de200000000000000000000000")
  })

  it("leads back to the company, whatever its code", () => {
    fc.assert(
      fc.property(companyCodes, instants, fc.uint8Array({ minLength: 16, maxLength: 16 }), (company, now, bytes) => {
        const slug = linkSlugFrom(company, now, bytes)
        expect(Option.getOrNull(companyCodeOf(slug))).toBe(company)
        expect(Schema.is(LinkSlug)(slug)).toBe(true)
      }),
    )
  })

  it("order: a company's slug of a later second sorts after every earlier one, for all instants", () => {
    const seconds = fc.integer({ min: 0, max: Math.floor(Date.UTC(3058, 0, 1) / 1_000) })
    const least = (second: number) => linkSlugFrom(code, instant(second * 1_000), zeros)
    const most = (second: number) =>
      linkSlugFrom(code, instant(second * 1_000 + 999), new Uint8Array(linkSlugBytes).fill(255))
    fc.assert(
      fc.property(seconds, seconds, (one, other) => {
        fc.pre(one !== other)
        expect(most(Math.min(one, other)) < least(Math.max(one, other))).toBe(true)
      }),
    )
    expect(Schema.is(LinkSlug)(linkSlugFrom(code, instant(instantMax), zeros))).toBe(true)
  })

  it("makes every letter equally often if bytes are equally likely", () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte += 1) {
      const letter = linkSlugFrom(code, at, new Uint8Array(linkSlugBytes).fill(byte)).at(-1) ?? ""
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    expect(new Set(counts.values())).toEqual(new Set([8]))
    expect(counts.size).toBe(32)
  })

  it.each(["0123456789ABCDEFGHJK", "short", "x".repeat(33), "with-hyphen-in-it"])("makes no slug like %j", (text) => {
    expect(Schema.is(LinkSlug)(text)).toBe(false)
  })
})
