// Masks secrets and card numbers in a text from outside.
import { describe, expect, it } from "vitest"
import { masked, withoutSecrets } from "./without-secrets.ts"

describe("withoutSecrets", () => {
  it("shows that something is masked", () => {
    expect(withoutSecrets("chave vintem_test_abc, obrigada")).toBe("chave (masked), obrigada")
  })

  it.each([
    "vintem_live_Ab9",
    "whsec_Ab9+/=-_z",
    "vintem_", // the beginning of a key
    "424242424242",
    "4242424242424242",
    "4242 4242 4242 4242",
    "4242-4242.4242_4242",
    "4242  4242  4242  4242",
    "4242 - 4242 - 4242 - 4242",
    "4242/4242/4242/4242",
    "4242\u00a04242\u00a04242\u00a04242",
    "378282246310005",
  ])("masks %j, and nothing around it", (secret) => {
    expect(withoutSecrets(`antes ${secret}; depois`)).toBe(`antes ${masked}; depois`)
  })

  it.each([
    "Saldo insuficiente",
    "pedido 12345678901", // eleven digits: a CPF
    "4242    4242    4242    4242", // four spaces between
    "vintem sem chave",
  ])("leaves %j unchanged", (text) => {
    expect(withoutSecrets(text)).toBe(text)
  })
})
