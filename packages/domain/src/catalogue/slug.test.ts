import { describe, expect, it } from "vitest"
import { slugOf } from "./slug.ts"

describe("slugOf", () => {
  it.each([
    ["Camiseta Azul", "camiseta-azul"],
    ["  Café & Pão — 500 g!", "cafe-pao-500-g"],
    ["ação", "acao"],
    ["ac\u0327a\u0303o", "acao"],
    ["日本", "item"],
    ["---", "item"],
  ])("makes %j into %j", (title, slug) => {
    expect(slugOf(title)).toBe(slug)
  })
})
