// The slugs of a batch's links, and the stream they come from.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { batchSecrets } from "../../testing/batch/arbitraries.ts"
import { exampleBatchDetails } from "../../testing/batch/example-batch.ts"
import { type BatchSecret, ItemPosition } from "../identifiers/batch.ts"
import { CompanyCode } from "../identifiers/company-code.ts"
import { itemSlug } from "./item-slug.ts"
import { keyStreamBlock } from "./key-stream.ts"

const hexadecimal = (bytes: Uint8Array): string =>
  bytes.reduce((text, byte) => text + byte.toString(16).padStart(2, "0"), "")

describe("keyStreamBlock", () => {
  it("is the block function of RFC 8439, section 2.3.2", () => {
    const key = Array.from({ length: 8 }, (_, word) => {
      const byte = word * 4
      return (byte | ((byte + 1) << 8) | ((byte + 2) << 16) | ((byte + 3) << 24)) >>> 0
    })
    expect(hexadecimal(keyStreamBlock(key, 1, [0x09_00_00_00, 0x4a_00_00_00, 0]))).toBe(
      [
        ...["10f1e7e4d13b5915500fdd1fa32071c4", "c7d1f4c733c068030422aa9ac3d46c4e"],
        ...["d2826446079faa0914c2d705d98b02a2", "b5129cd1de164eb9cbd083e8a2503c4e"],
      ].join(""),
    )
  })

  it("is the stream of zeros of RFC 8439, appendix A.1", () => {
    const zeros = Array.from({ length: 8 }, () => 0)
    expect(hexadecimal(keyStreamBlock(zeros, 0))).toMatch(/^76b8e0ada0f13d90405d6ae55386bd28/u)
    expect(hexadecimal(keyStreamBlock(zeros, 1))).toMatch(/^9f07e7be5551387a98ba977c732d080d/u)
  })
})

describe("itemSlug", () => {
  const company = CompanyCode.make("zc0de2")
  const positions = fc.integer({ min: 1, max: 0xff_ff_ff_ff }).map((position) => ItemPosition.make(position))

  it("permanence: is the same for ever", () => {
    const batch = exampleBatchDetails()
    expect([1, 2, 50, 4_294_967_295].map((position) => itemSlug(company, batch, ItemPosition.make(position)))).toEqual([
      "zc0de21mtayy09s6vws2md1d6wj3b",
      "zc0de21mtayy0a35jssh4njrtpyyz",
      "zc0de21mtayy0x02anf3r4yqhf4sm",
      "zc0de21mtayy0znb052vz186nhj7a",
    ])
  })

  it("uniqueness: tells batches apart, though they were created in one second, and items", () => {
    const { createdAt } = exampleBatchDetails()
    fc.assert(
      fc.property(batchSecrets, batchSecrets, positions, positions, (one, other, left, right) => {
        const slug = (secret: BatchSecret, position: ItemPosition) => itemSlug(company, { secret, createdAt }, position)
        expect(slug(one, left)).toBe(slug(one, left))
        if (left !== right) expect(slug(one, left)).not.toBe(slug(one, right))
        if (one !== other) expect(slug(one, left)).not.toBe(slug(other, left))
      }),
    )
  })

  it("secrecy: neighbours have no more in common than the code, the second and chance, and none shows the secret", () => {
    const batch = exampleBatchDetails()
    const secrets = Array.from({ length: 200 }, (_, n) =>
      itemSlug(company, batch, ItemPosition.make(n + 1)).slice(6 + 7),
    )
    const alike = secrets
      .slice(1)
      .map((slug, n) => [...slug].filter((letter, at) => letter === secrets[n]?.[at]).length)
    // Of 16 letters out of 32, half of one is alike by chance.
    expect(alike.reduce((sum, count) => sum + count, 0) / alike.length).toBeLessThan(0.8)
    for (const slug of secrets) expect(slug).not.toContain(batch.secret.slice(0, 4))
  })
})
