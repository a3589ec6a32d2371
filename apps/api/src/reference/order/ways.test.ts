import { OrderStatus, statusOf } from "@vintem/domain"
import { describe, expect, it } from "vitest"
import { ordersShowing, usualOrder } from "./ways.ts"

describe("the ways to a status", () => {
  it.each(OrderStatus.literals)("%s is what all its orders show, the usual one first", (status) => {
    const orders = ordersShowing(status)
    expect(orders[0]).toEqual(usualOrder(status))
    for (const order of orders) expect(statusOf(order)).toBe(status)
  })
})
