import { evolve, figuresOf, type Order, placed, statusOf } from "@vintem/domain/order"
import { histories } from "@vintem/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { addedUp } from "../engine/sums.ts"
import { dayOf } from "./order-day.ts"
import { orderSums } from "./order-sums.ts"

it("conservation: after any steps, the added sums equal those of the order in its current state", () => {
  fc.assert(
    fc.property(histories, ({ cast, steps }) => {
      let order: Order = placed(cast.placing)
      const added = [...orderSums(null, order)]
      for (const { changes } of steps) {
        const before = order
        order = changes.reduce(evolve, before)
        added.push(...orderSums(before, order))
      }
      expect(addedUp(added)).toEqual(addedUp(orderSums(null, order)))
    }),
  )
})

it("counts a new order as it is, by the day it was placed", () => {
  const [first] = fc.sample(histories, 1)
  if (first === undefined) throw new Error("There is no history.")
  const order = placed(first.cast.placing)
  const { company, placedAt } = order.details
  expect(orderSums(null, order)).toEqual([
    { table: "order_count", key: [company, statusOf(order), dayOf(placedAt)], count: 1, amount: 0 },
  ])
  expect(figuresOf(order)).toEqual([])
  expect(orderSums(order, order)).toEqual([])
})
