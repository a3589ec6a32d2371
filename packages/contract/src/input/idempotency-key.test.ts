// The header that makes asking twice safe.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { invalid } from "./fault.ts"
import { decodeIdempotencyKey, idempotencyKeyReused } from "./idempotency-key.ts"

describe("decodeIdempotencyKey", () => {
  it.each([null, "a", "k".repeat(255)])("takes %j", (header) => {
    expect(decodeIdempotencyKey(header)).toEqual(Result.succeed(header))
  })

  it.each(["", "k".repeat(256)])("refuses %j", (header) => {
    const refused = Result.flip(decodeIdempotencyKey(header))
    expect(Result.map(refused, (faults) => invalid(faults).response.errors)).toEqual(
      Result.succeed({ "Idempotency-Key": ["The Idempotency-Key must have 1 to 255 characters."] }),
    )
  })
})

describe("idempotencyKeyReused", () => {
  it("stands under the header's name", () => {
    expect(invalid(idempotencyKeyReused()).response.errors).toEqual({
      "Idempotency-Key": ["The Idempotency-Key was used for another request."],
    })
  })
})
