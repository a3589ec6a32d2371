// The slugs of a batch's links.

import { itemSlug } from "@vintem/domain/batch"
import { type BatchSecret, CompanyCode, ItemPosition } from "@vintem/domain/identifiers"
import { batchSecrets, exampleBatchDetails } from "@vintem/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

describe("itemSlug", () => {
  const company = CompanyCode.make("zc0de2")
  const positions = fc.integer({ min: 1, max: 0xff_ff_ff_ff }).map((position) => ItemPosition.make(position))

  it("permanence: never changes", () => {
    const batch = exampleBatchDetails()
    expect([1, 2, 50, 4_294_967_295].map((position) => itemSlug(company, batch, ItemPosition.make(position)))).toEqual([
      "zc0de21mtayy09s6vws2md1d6wj3b",
      "zc0de21mtayy0a35jssh4njrtpyyz",
      "zc0de21mtayy0x02anf3r4yqhf4sm",
      "zc0de21mtayy0znb052vz186nhj7a",
    ])
  })

  it("uniqueness: differs between batches, even if they were created in one second, and between items", () => {
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

  it("secrecy: neighbours share only the code, the second and chance characters, and none shows the secret", () => {
    const batch = exampleBatchDetails()
    const secrets = Array.from({ length: 200 }, (_, n) =>
      itemSlug(company, batch, ItemPosition.make(n + 1)).slice(6 + 7),
    )
    const alike = secrets
      .slice(1)
      .map((slug, n) => [...slug].filter((letter, at) => letter === secrets[n]?.[at]).length)
    // Two slugs of 16 letters out of 32 share half a letter by chance.
    expect(alike.reduce((sum, count) => sum + count, 0) / alike.length).toBeLessThan(0.8)
    for (const slug of secrets) expect(slug).not.toContain(batch.secret.slice(0, 4))
  })
})
