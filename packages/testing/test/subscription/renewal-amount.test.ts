// The price of a period.

import { centavos, centavosMax } from "@vintem/domain/money"
import { renewalAmount } from "@vintem/domain/subscription"
import { exampleSubscriptionDetails } from "@vintem/testing"
import { describe, expect, it } from "vitest"

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
