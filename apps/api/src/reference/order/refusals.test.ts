import {
  allowedCommands,
  OrderCommandName,
  OrderRefusal,
  OrderStatus,
  orderMachine,
  orderRefusalMeaning,
} from "@vintem/domain"
import { describe, expect, it } from "vitest"
import { plainNow } from "./plain-order.ts"
import { orderRefusalsPage } from "./refusals.ts"
import { ordersShowing } from "./ways.ts"

const { body } = orderRefusalsPage()
const [byPrecedence = "", byStatus = ""] = body.split("## By status")

describe("the page on refusals", () => {
  it("has every refusal in order of precedence, with its meaning and the commands it refuses", () => {
    for (const [index, reason] of OrderRefusal.literals.entries()) {
      expect(byPrecedence).toContain(`| ${index + 1} | \`${reason}\` | ${orderRefusalMeaning[reason]} | \``)
    }
  })

  it("finds a status in which each refusal arises", () => {
    for (const reason of OrderRefusal.literals) expect(byStatus).toMatch(new RegExp(`\\b${reason}\\b`, "u"))
  })

  it.each(OrderStatus.literals)("%s accepts what the machine says it allows", (status) => {
    const row = byStatus.split("\n").find((line) => line.startsWith(`| \`${status}\` |`))
    const answers = row?.split("|").slice(2, -1) ?? []
    expect(answers).toHaveLength(OrderCommandName.literals.length)
    const accepted = OrderCommandName.literals.filter((_, index) => answers[index]?.includes("accepted"))
    const allowed = ordersShowing(status).flatMap((order) => allowedCommands(orderMachine, order, plainNow))
    expect(accepted).toEqual(OrderCommandName.literals.filter((command) => allowed.includes(command)))
  })
})
