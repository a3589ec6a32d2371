import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CheckoutSlug, checkoutSlugOf } from "./checkout.ts"

const isSlug = Schema.is(CheckoutSlug)

describe("CheckoutSlug", () => {
  it.each([
    ["curso-online", true],
    ["Curso_2", true],
    ["7", true],
    ["x".repeat(100), true],
    ["x".repeat(101), false],
    ["", false],
    ["-curso", false],
    ["_curso", false],
    ["curso online", false],
    ["curso/online", false],
    ["ação", false],
  ])("takes %j: %s", (slug, isTaken) => {
    expect(isSlug(slug)).toBe(isTaken)
  })
})

describe("checkoutSlugOf", () => {
  it.each([
    ["Curso de Violão", 1, "curso-de-violao"],
    ["Curso de Violão", 2, "curso-de-violao-2"],
    ["日本", 1, "item"],
    ["x".repeat(120), 1, "x".repeat(100)],
    ["x".repeat(120), 12, `${"x".repeat(97)}-12`],
    [`${"x".repeat(97)} yyy`, 12, `${"x".repeat(97)}-12`],
    [`${"x".repeat(99)} y`, 1, "x".repeat(99)],
  ])("for %j, number %i, is %j", (title, ordinal, slug) => {
    expect(checkoutSlugOf(title, ordinal)).toBe(slug)
  })

  it("distinctness: another number gives another slug for one title", () => {
    const ordinal = fc.integer({ min: 1, max: 99_999 })
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), ordinal, ordinal, (title, one, other) => {
        const isSame = checkoutSlugOf(title, one) === checkoutSlugOf(title, other)
        expect(isSame).toBe(one === other)
      }),
    )
  })
})
