import { describe, expect, it } from "vitest"
import { soughtBy } from "./orders-search.ts"

describe("the search for an order", () => {
  it.each([
    ["", { _tag: "everything" }],
    ["  ", { _tag: "everything" }],
    ["529.982.247-25", { _tag: "document", document: "52998224725" }],
    [" 52998224725 ", { _tag: "document", document: "52998224725" }],
    ["7k3m9q2x5r8t", { _tag: "number", number: "7K3M9Q2X5R8T", reference: "7k3m9q2x5r8t" }],
    ["1M7YJD5YY14CE9K", { _tag: "number", number: "1M7YJD5YY14CE9K", reference: "1M7YJD5YY14CE9K" }],
    ["52998224726", { _tag: "reference", reference: "52998224726" }], // wrong check digits
    ["pedido-1234", { _tag: "reference", reference: "pedido-1234" }],
    ["x".repeat(100_000), { _tag: "reference", reference: "x".repeat(100_000) }],
  ])("%j", (text, sought) => {
    expect(soughtBy(text)).toEqual(sought)
  })
})
