// What PostgreSQL means by a failure, in whatever language its text is.
import { DatabaseError } from "pg"
import { describe, expect, it } from "vitest"
import { failureOf, isOutdatedPlan } from "./sql-state.ts"

const failed = (code: string, routine: string, text: string) =>
  failureOf(Object.assign(new DatabaseError(text, text.length, "error"), { code, routine }))

describe("an outdated plan", () => {
  it.each(["cached plan must not change result type", "plano em cache não deve mudar tipo de resultado"])(
    "is known by where it failed: %s",
    (text) => {
      expect(isOutdatedPlan(failed("0A000", "RevalidateCachedQuery", text))).toBe(true)
    },
  )

  it("is no other thing that the server does not do", () => {
    expect(isOutdatedPlan(failed("0A000", "ATPrepAlterColumnType", "cached plan"))).toBe(false)
  })
})
