// Failures as the panel reads them: by codes, whatever the sentences say.
import { type FaultReason, fault, invalidBody } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { failureOf } from "../browser/ask/failure.ts"

/** A failure of the typed client, with sentences that say nothing. */
const refused = (path: string, reason: FaultReason) => {
  const { codes } = invalidBody({ faults: [fault(path, reason)] }).response
  return { _tag: "Invalid", hasError: true, response: { message: "?", errors: { [path]: ["?"] }, codes } }
}

describe("a failure", () => {
  it("has the code of each field's first fault, with its fields", () => {
    const { faults, kind } = failureOf(refused("title", { code: "too_long", max: 150 }))
    expect([kind, ...faults]).toEqual(["invalid", ["title", { code: "too_long", max: 150 }]])
  })

  it("may be done already if the key was used for something else, and is only wrong if the key is", () => {
    expect(failureOf(refused("Idempotency-Key", { code: "idempotency_key_reused" })).kind).toBe("mayBeDone")
    expect(failureOf(refused("Idempotency-Key", { code: "holds_card_number" })).kind).toBe("invalid")
  })

  it("without codes is about no field", () => {
    const { faults, kind } = failureOf({ _tag: "Invalid", response: { errors: { title: ["The title is wrong."] } } })
    expect([kind, faults.size]).toEqual(["invalid", 0])
  })
})
