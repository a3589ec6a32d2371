// The list of statuses.
import { expect, it } from "vitest"
import { orderStatusList } from "./order-status-list.ts"

it("lists the eleven statuses, each once, each with a title", () => {
  const statuses = orderStatusList.data.map(({ status }) => status)
  expect(new Set(statuses).size).toBe(11)
  expect(statuses).toHaveLength(11)
  expect(orderStatusList.data.every(({ title }) => title !== "")).toBe(true)
  expect(orderStatusList.data).toContainEqual({ status: "waiting_payment", title: "Aguardando pagamento" })
})
