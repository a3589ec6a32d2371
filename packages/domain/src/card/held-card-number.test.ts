import { describe, expect, it } from "vitest"
import { holdsCardNumber } from "./held-card-number.ts"

describe("holdsCardNumber", () => {
  it.each([
    "4111111111111111",
    "order-4111111111111111",
    "12345-5555555555554444",
    "4111-1111-1111-1111",
    "4111 1111 1111 1111/3",
    "3782-822463-10005",
    "3056.930902.5904",
    "6362970000457013_retry",
  ])("is true of %j", (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })

  it.each([
    "",
    "4111111111111112", // the check digit differs
    "1764166371000", // milliseconds
    "20261126141251000017", // a time and a number: longer than any card number
    "1000000000000008", // the check digit fits, but no brand matches
    "12345678901234567890123456789012",
    "0b7f6f5e-9c1d-4a35-8f6e-2d1f3a5c7b90",
    "pedido 4111",
  ])("is false of %j", (text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })
})
