import { bodyBytesMax } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { hostileInput } from "./hostile-input.ts"
import { seedsFrom } from "./hostile-run.ts"
import { hostilePatterns, hostileText } from "./hostile-text.ts"
import { leavesIn } from "./json-value.ts"
import { type OpenShop, parametersOf } from "./open-shop.ts"
import { operations } from "./operations.ts"

const nowhere: OpenShop = { apiKey: "k", adminToken: "t", names: new Map() }
const inputs = seedsFrom(7, 5_000).map((seed) => hostileInput(seed, nowhere))

describe("the operations that are tried", () => {
  it("cover every side", () => {
    expect(new Set(operations.map(({ side }) => side))).toEqual(
      new Set(["public", "payer", "admin", "sandbox", "gateway", "acquirer"]),
    )
    expect(operations.length).toBeGreaterThan(80)
  })

  it("have bodies with every field, including those of cards and reminders", () => {
    const pay = operations.find(({ path }) => path === "/public/v1/payment-links/{slug}/pay")
    const fields = new Set(pay?.bodies.flatMap((body) => leavesIn(body)).map((path) => path.join(".")))
    for (const field of ["customer.fullname", "address.complement", "payment.card.holder", "payment.expiration"]) {
      expect(fields).toContain(field)
    }
  })
})

describe("hostile inputs", () => {
  it("are equal for equal seeds", () => {
    for (const { seed, ...input } of inputs.slice(0, 200))
      expect(hostileInput(seed, nowhere)).toEqual({ seed, ...input })
  })

  it("try every operation", () => {
    const tried = new Set(inputs.map(({ operation }) => operation))
    expect(operations.filter((operation) => !tried.has(operation))).toEqual([])
  })

  it("have bodies of the maximal length, and a few longer ones", () => {
    const lengths = inputs.flatMap(({ body }) => (body === null ? [] : [body.length]))
    expect(lengths.filter((length) => length > bodyBytesMax - 4_096 && length <= bodyBytesMax).length).toBeGreaterThan(
      300,
    )
    expect(lengths.filter((length) => length > bodyBytesMax).length).toBeGreaterThan(10)
  })

  it("fit into the head that a server accepts", () => {
    for (const { headers, path } of inputs) {
      expect(path).toMatch(/^[!-~]+$/u)
      const head = [path, ...Object.entries(headers).flat()].join("    ")
      expect(head.length).toBeLessThan(16_000)
    }
  })

  it("leave no parameter in a path unfilled", () => {
    for (const { path } of inputs) expect(parametersOf(path)).toEqual([])
  })
})

describe("a hostile text", () => {
  it.each(Object.keys(hostilePatterns))("has about the requested length: %s", (name) => {
    const { length } = hostileText(name, 1_000)
    expect(length).toBeGreaterThan(900)
    expect(length).toBeLessThanOrEqual(1_000)
  })
})
