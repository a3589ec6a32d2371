// API keys in the administration.
import { ApiKey } from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { invalid } from "../input/fault.ts"
import { apiKeyView, decodeApiKey, newApiKeyView } from "./api-key.ts"

const apiKey = Schema.decodeSync(ApiKey)({
  id: 3,
  company: 1,
  name: "Loja virtual",
  hash: "a".repeat(64),
  lastDigits: "x4Qz",
  createdAt: Date.UTC(2026, 10, 21, 13),
})

describe("decodeApiKey", () => {
  it.each(["x", "x".repeat(100), " Loja "])("takes the name %j", (name) => {
    expect(decodeApiKey({ name })).toEqual(Result.succeed({ name: name.trim() }))
  })

  it.each([
    [{}, "The name field is required."],
    [{ name: " " }, "The name field is required."],
    [{ name: "x".repeat(101) }, "The name may not be longer than 100 characters."],
    [{ name: 1 }, "The name must be a string."],
  ])("refuses %j", (body, message) => {
    const refused = Result.flip(decodeApiKey(body))
    expect(Result.map(refused, (faults) => invalid(faults).response.errors)).toEqual(
      Result.succeed({ name: [message] }),
    )
  })
})

describe("an API key", () => {
  const shown = { id: 3, name: "Loja virtual", last_digits: "x4Qz", created_at: "2026-11-21 10:00:00" }

  it("is shown without the key and without its hash", () => {
    expect(apiKeyView(apiKey)).toEqual(shown)
  })

  it("is shown with the key once", () => {
    expect(newApiKeyView(apiKey, "vtm_x4Qz")).toEqual({ ...shown, key: "vtm_x4Qz" })
  })
})
