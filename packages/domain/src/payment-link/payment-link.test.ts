// What a link may ask for, and how it is named.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { exampleLinkTerms } from "../../testing/payment-link/example-link.ts"
import { instant, instantMax } from "../calendar/instant.ts"
import { LinkSlug, linkSlugBytes, linkSlugFrom } from "../identifiers/payment-link.ts"
import { centavos, centavosMax } from "../money/centavos.ts"
import { HexColor } from "./hex-color.ts"
import { LinkTerms, linkTotal } from "./payment-link.ts"

const isTerms = Schema.is(LinkTerms)

describe("the terms of a link", () => {
  it.each([
    ["a plain link", {}, true],
    ["one centavo", { amount: 1 }, true],
    ["nothing", { amount: 0 }, false],
    ["a discount", { additionalAmount: -1 }, false],
    ["as much as there is", { amount: centavosMax }, true],
    ["more than there is", { amount: centavosMax, additionalAmount: 1 }, false],
    ["a title of 150", { title: "🙂".repeat(150) }, true],
    ["a title of 151", { title: "x".repeat(151) }, false],
    ["no title", { title: "" }, false],
    ["a description of 1000", { description: "x".repeat(1_000) }, true],
    ["a description of 1001", { description: "x".repeat(1_001) }, false],
    ["a reference of 100", { reference: "x".repeat(100) }, true],
    ["a reference of 101", { reference: "x".repeat(101) }, false],
    ["an empty reference", { reference: "" }, false],
    ["twelve installments", { installments: 12 }, true],
    ["thirteen installments", { installments: 13 }, false],
    ["no method", { methods: { credit: false, bank_slip: false, pix: false } }, false],
  ])("may be %j: %j, %s", (_, change, isAccepted) => {
    expect(isTerms({ ...exampleLinkTerms(), ...change })).toBe(isAccepted)
  })

  it("ask for the amount and what is added to it", () => {
    expect(linkTotal(exampleLinkTerms({ amount: centavos(9_990), additionalAmount: centavos(15) }))).toBe(10_005)
  })
})

describe("HexColor", () => {
  it.each([
    ["#fff", true],
    ["#00Aa88", true],
    ["fff", false],
    ["#ffff", false],
    ["#00aa88ff", false],
    ["#ggg", false],
    ["#fff;}", false],
  ])("takes %j: %s", (color, isTaken) => {
    expect(Schema.is(HexColor)(color)).toBe(isTaken)
  })
})

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
