import { OrderStatus } from "@vintem/domain/order"
import { describe, expect, it } from "vitest"
import { orderPages } from "./pages.ts"

const [, transitions] = orderPages()

const rows = (transitions?.body ?? "")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .slice(2)

describe("the table of transitions of an order", () => {
  it("parks what is reported of refunds and cases until there is a payment, and nothing else", () => {
    const isParkable = (event = "") => /^(refund settled|dispute|chargeback|case)/u.test(event)
    for (const [event, ...printed] of rows) {
      const parked = OrderStatus.literals.filter((_, index) => printed[index] === "p")
      const unpaid = ["created", "pending", "risk_analysis", "waiting_payment", "unpaid", "canceled"]
      expect(parked).toEqual(isParkable(event) ? unpaid : [])
    }
  })

  it("leads out of every status", () => {
    for (const column of OrderStatus.literals.keys()) {
      expect(rows.some((row) => OrderStatus.literals.some((status) => row[column + 1]?.startsWith(status)))).toBe(true)
    }
  })
})
