// API keys: which scopes they may get, and when they expire.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { instant } from "../calendar/instant.ts"
import { CompanyId } from "../identifiers/company.ts"
import { decideApiKey, isExpired } from "./api-key.ts"
import { ApiKeyScope } from "./api-key-scope.ts"
import type { Grant } from "./grant.ts"

const company = CompanyId.make(1)
const now = instant(1_000)
const as = (role: "owner" | "developer" | "support", of = company): ReadonlyArray<Grant> => [
  { _tag: "company", company: of, role },
]
const operator: ReadonlyArray<Grant> = [{ _tag: "platform", role: "operator" }]

const asked = (actor: ReadonlyArray<Grant>, scopes: ReadonlyArray<ApiKeyScope>, expiresAt: number | null = null) =>
  decideApiKey({ actor, company, scopes, expiresAt: expiresAt === null ? null : instant(expiresAt), now, present: 0 })

describe("decideApiKey", () => {
  it.each([["owner", as("owner")] as const, ["operator", operator] as const])(
    "lets an %s give any scope",
    (_, actor) => {
      expect(asked(actor, ApiKeyScope.literals)).toEqual(Result.succeed(ApiKeyScope.literals))
    },
  )

  it("returns each scope once, in the order of `ApiKeyScope`", () => {
    expect(asked(operator, ["orders:refund", "orders:read", "orders:refund"])).toEqual(
      Result.succeed(["orders:read", "orders:refund"]),
    )
  })

  it("lets a developer make a key that places orders, but not one that refunds or settles disputes", () => {
    expect(Result.isSuccess(asked(as("developer"), ["orders:write"]))).toBe(true)
    expect(asked(as("developer"), ["orders:write", "orders:resolve", "orders:refund"])).toMatchObject({
      failure: { reason: "ScopesAboveOwn", scopes: ["orders:refund", "orders:resolve"] },
    })
  })

  it.each([
    ["of a role that makes no keys", as("support")],
    ["of the owner of another company", as("owner", CompanyId.make(2))],
    ["of nobody", []],
  ])("refuses every scope %s", (_, actor) => {
    for (const scope of ApiKeyScope.literals) expect(Result.isFailure(asked(actor, [scope]))).toBe(true)
  })

  it("refuses a key that has expired already, or expires now", () => {
    expect(asked(operator, [], 999)).toMatchObject({ failure: { reason: "ExpiresInThePast", scopes: [] } })
    expect(Result.isSuccess(asked(operator, [], 1_000))).toBe(true)
  })
})

describe("isExpired", () => {
  it.each([
    [null, false],
    [999, true],
    [1_000, false],
    [1_001, false],
  ])("for a key that lasts through %s, at 1000, is %s", (expiresAt, is) => {
    expect(isExpired({ expiresAt: expiresAt === null ? null : instant(expiresAt) }, now)).toBe(is)
  })
})
