// API keys in the administration.
import { ApiKey, ApiKeyRefused, ApiKeyScope, scopesOfEarlierKeys } from "@vintem/domain/access"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { invalid } from "../invalid.ts"
import { apiKeyRefused, apiKeyView, decodeApiKey, newApiKeyView } from "./api-key.ts"

const apiKey = Schema.decodeSync(ApiKey)({
  id: 3,
  company: 1,
  name: "Loja virtual",
  hash: "a".repeat(64),
  lastDigits: "x4Qz",
  scopes: ["orders:read", "orders:refund"],
  expiresAt: Date.UTC(2027, 0, 1, 3) - 1,
  lastUsedAt: null,
  createdAt: Date.UTC(2026, 10, 21, 13),
})

describe("decodeApiKey", () => {
  it.each(["x", "x".repeat(100), " Loja "])("takes the name %j", (name) => {
    expect(decodeApiKey({ name })).toEqual(
      Result.succeed({ name: name.trim(), scopes: scopesOfEarlierKeys, expires_at: null }),
    )
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

describe("the scopes and the end of a new key", () => {
  const read = (body: object) => decodeApiKey({ name: "x", ...body })

  it("are read as sent", () => {
    expect(read({ scopes: ["orders:refund", " orders:read "], expires_at: "2026-12-31" })).toEqual(
      Result.succeed({
        name: "x",
        scopes: ["orders:refund", "orders:read"],
        expires_at: Date.UTC(2027, 0, 1, 3) - 1,
      }),
    )
  })

  it.each([
    [{ scopes: [] }, { scopes: ["The scopes must have at least 1 scope."] }],
    [{ scopes: "orders:read" }, { scopes: ["The scopes must be an array."] }],
    [{ scopes: Array(15).fill("orders:read") }, { scopes: ["The scopes may not have more than 14 scopes."] }],
    [{ scopes: ["keys:write"] }, { "scopes.0": [`The scopes.0 must be one of ${ApiKeyScope.literals.join(", ")}.`] }],
    [
      { expires_at: "soon" },
      { expires_at: ["The expires_at must be a date as YYYY-MM-DD or a time as YYYY-MM-DD HH:MM:SS."] },
    ],
  ])("are refused with %j", (body, errors) => {
    expect(Result.map(Result.flip(read(body)), (faults) => invalid(faults).response.errors)).toEqual(
      Result.succeed(errors),
    )
  })
})

describe("a refused key", () => {
  it.each([
    [
      { reason: "ScopesAboveOwn", scopes: ["orders:refund"] } as const,
      { scopes: ["The scopes may not include orders:refund: you do not have them yourself."] },
    ],
    [{ reason: "ExpiresInThePast", scopes: [] } as const, { expires_at: ["The expires_at must be in the future."] }],
    [
      { reason: "TooManyKeys", scopes: [] } as const,
      { api_keys: ["The api_keys may not be more than 50: revoke one that you do not use."] },
    ],
  ])("is a fault of its field: %j", (refused, errors) => {
    expect(invalid(apiKeyRefused(new ApiKeyRefused(refused))).response.errors).toEqual(errors)
  })
})

describe("an API key", () => {
  const shown = {
    id: 3,
    name: "Loja virtual",
    last_digits: "x4Qz",
    scopes: ["orders:read", "orders:refund"],
    expires_at: "2026-12-31 23:59:59",
    last_used_at: null,
    created_at: "2026-11-21 10:00:00",
  }

  it("is shown with the time of its last use", () => {
    expect(apiKeyView({ ...apiKey, lastUsedAt: apiKey.createdAt }).last_used_at).toBe("2026-11-21 10:00:00")
  })

  it("is shown with neither the key nor its hash", () => {
    expect(apiKeyView(apiKey)).toEqual(shown)
  })

  it("is shown with the key once", () => {
    expect(newApiKeyView(apiKey, "vtm_x4Qz")).toEqual({ ...shown, key: "vtm_x4Qz" })
  })
})
