import BetterSqlite from "better-sqlite3"
import { describe, expect, it } from "vitest"
import { randomFrom } from "../random.ts"
import { placing } from "../single-order/scenario.ts"
import { everyAnswerIsSound, oneOrderPerKey, type PlacedOrders } from "./checks.ts"
import { type Outcome, purchaseAt } from "./purchase.ts"

/** The orders after a first purchase with this outcome. */
const ordersAfter = (outcome: Outcome): PlacedOrders => {
  const one = { ...purchaseAt(placing, 0, randomFrom(1)), outcome }
  const kept = { noun: "single orders", origin: "single", keyPath: "$.items[0].sku" } as const
  return { ...kept, purchases: [one], requests: [one.request] }
}

const acknowledged: Outcome = { _tag: "acknowledged", order: "A", status: "paid" }

/** A file with the orders of these keys. */
const evidenceWith = (...keys: ReadonlyArray<string>) => {
  const database = new BetterSqlite(":memory:")
  database.exec("create table orders (number text, details text)")
  const insert = database.prepare("insert into orders values (?, ?)")
  for (const [place, sku] of keys.entries())
    insert.run(`${place}`, JSON.stringify({ origin: "single", items: [{ sku }] }))
  return { file: ":memory:", database, now: 0 }
}

describe("a client's finding", () => {
  it("is an impossible answer to a valid request", async () => {
    const foundAfter = (outcome: Outcome) => everyAnswerIsSound(ordersAfter(outcome)).contradictions(evidenceWith())
    expect(await foundAfter({ _tag: "surprise" })).toHaveLength(1)
    expect(await foundAfter({ _tag: "refused" })).toEqual([])
    expect(await foundAfter(acknowledged)).toEqual([])
  })

  it("is an order that was refused and exists", async () => {
    const foundIn = (outcome: Outcome, ...keys: ReadonlyArray<string>) =>
      oneOrderPerKey(ordersAfter(outcome)).contradictions(evidenceWith(...keys))
    expect(await foundIn(acknowledged, "single-1")).toEqual([])
    expect(await foundIn({ _tag: "refused" })).toEqual([])
    expect(await foundIn({ _tag: "refused" }, "single-1")).toEqual([expect.stringContaining("was refused")])
  })
})
