// What a period costs.
import { describe, expect, it } from "vitest"
import { exampleSubscriptionDetails } from "../../testing/subscription/example-subscription.ts"
import { centavos, centavosMax } from "../money/centavos.ts"
import { renewalAmount } from "./renewal-amount.ts"

describe("renewalAmount", () => {
  const { item } = exampleSubscriptionDetails()
  it.each([
    ["one of a product", centavos(4_990), 1, 4_990],
    ["three of it", centavos(4_990), 3, 14_970],
    ["nothing, where no order could be so large", centavos(centavosMax), 2, 0],
  ])("is the price of %s", (_, unitPrice, quantity, amount) => {
    expect(renewalAmount({ item: { ...item, unitPrice, quantity } })).toBe(amount)
  })
})
