import { describe, expect, it } from "vitest"
import { isWithin, keyIn, soughtBy } from "./orders-search.ts"

describe("the search for an order", () => {
  it.each([
    ["", { _tag: "everything" }],
    ["  ", { _tag: "everything" }],
    ["529.982.247-25", { _tag: "document", document: "52998224725" }],
    [" 52998224725 ", { _tag: "document", document: "52998224725" }],
    ["7k3m9q2x5r8t", { _tag: "number", number: "7K3M9Q2X5R8T", reference: "7k3m9q2x5r8t" }],
    ["C0MPAN1M7YJD5YY14CE9K", { _tag: "number", number: "C0MPAN1M7YJD5YY14CE9K", reference: "C0MPAN1M7YJD5YY14CE9K" }],
    ["\u202A529.982.247\u201325\u202C", { _tag: "document", document: "52998224725" }],
    ["\uFEFF7k3m9q2x5r8t\u200B", { _tag: "number", number: "7K3M9Q2X5R8T", reference: "7k3m9q2x5r8t" }],
    ["\u200BMaria@Example.com;", { _tag: "email", email: "Maria@Example.com" }],
    [" Maria@Example.com ", { _tag: "email", email: "Maria@Example.com" }],
    ["52998224726", { _tag: "reference", reference: "52998224726" }], // wrong check digits
    ["pedido-1234", { _tag: "reference", reference: "pedido-1234" }],
    ["x".repeat(100_000), { _tag: "reference", reference: "x".repeat(100_000) }],
  ])("%j", (text, sought) => {
    expect(soughtBy(text)).toEqual(sought)
  })
})

describe("an order that was found by its number", () => {
  const order = { status: "paid", created_at: "2026-11-19 23:59:59" } as const

  it.each([
    [{}, true],
    [{ status: ["paid"] }, true],
    [{ status: ["unpaid"] }, false],
    [{ from: "2026-11-19", to: "2026-11-19" }, true],
    [{ from: "2026-11-20" }, false],
    [{ to: "2026-11-18" }, false],
  ] as const)("that is within %j: %s", (range, isIn) => {
    expect(isWithin(order, range)).toBe(isIn)
  })
})

describe("an order's name in a payer's text", () => {
  it.each([
    ["", null],
    [" / ", null],
    ["7k3m9q2x5r8t", "7K3M9Q2X5R8T"],
    ["\u200B7k3m9q2x5r8t\u00A0\u200B", "7K3M9Q2X5R8T"],
    [" exemplo_publicKey_0001 ", "exemplo_publicKey_0001"],
    ["https://pay.example.com/pay/exemplo_publicKey_0001?x=1#y", "exemplo_publicKey_0001"],
    ["https://pay.example.com/pay/exemplo_publicKey_0001/", "exemplo_publicKey_0001"],
    ["x".repeat(100_000), "x".repeat(100)],
  ])("%j is %j", (text, key) => {
    expect(keyIn(text)).toBe(key)
  })
})
