import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { requestIdFrom } from "./request-id.ts"

describe("a request id from the caller", () => {
  it.each([
    "abc",
    "A-1.b_2",
    "2026-11-21.8",
    "01JD5Z8Q2V7RNSXW4T6M3K9B0C",
    "3d0f7f0a-52b3-4d0e-9f0e-123456789012",
    "4bf92f3577b34da6a3ce929d0e0e4736",
    "00000000000000000000123456789012",
    "x".repeat(128),
  ])("is kept: %s", (id) => {
    expect(requestIdFrom(id)).toBe(id)
  })

  it.each([
    "",
    "a b",
    "x".repeat(129),
    "4242424242424242",
    "4242-4242-4242-4242",
    "order-4242.4242.4242.4242-12-2030",
    "378282246310005",
    "vintem_5CnXKD5rS0iJw0NtPNfjKQ6fJ7W0uQmbcm8VYH0dPzE",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ])("is replaced: %s", (id) => {
    expect(requestIdFrom(id)).toBeUndefined()
  })

  it("is never a card number, whatever is around it", () => {
    const around = fc.stringMatching(/^[A-Za-z_.-]{0,10}$/u)
    const card = fc.stringMatching(/^[2-6]\d{11,18}$/u)
    fc.assert(
      fc.property(around, card, around, fc.constantFrom("", "-", ".", "_"), (before, number, after, between) => {
        const written = number.replace(/\d{4}(?=\d)/gu, (four) => four + between)
        expect(requestIdFrom(before + written + after)).toBeUndefined()
      }),
    )
  })
})
