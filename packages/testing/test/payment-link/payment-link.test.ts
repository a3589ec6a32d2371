// The amount of a link.

import { centavos, centavosMax } from "@vintem/domain/money"
import { LinkTerms, linkTotal } from "@vintem/domain/payment-link"
import { exampleLinkTerms } from "@vintem/testing"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

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

  it("ask for the amount and the additional amount", () => {
    expect(linkTotal(exampleLinkTerms({ amount: centavos(9_990), additionalAmount: centavos(15) }))).toBe(10_005)
  })
})
