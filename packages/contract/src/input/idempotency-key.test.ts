// The header that makes repeated requests safe.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { invalid } from "../invalid.ts"
import { decodeIdempotencyKey, idempotencyKeyReused } from "./idempotency-key.ts"

describe("decodeIdempotencyKey", () => {
  it.each([null, "a", "k".repeat(255), "1764166371000", "4111111111111112"])("accepts %j", (header) => {
    expect(decodeIdempotencyKey(header)).toEqual(Result.succeed(header))
  })

  it.each(["2670a911f6a4b4254929493087c460f6", "0C03AF9F-5472-4450-8928-8745BC535447"])(
    "accepts %j, a random key that happens to look like a card number",
    (header) => {
      expect(decodeIdempotencyKey(header)).toEqual(Result.succeed(header))
    },
  )

  it.each(["", "k".repeat(256)])("refuses %j", (header) => {
    const refused = Result.flip(decodeIdempotencyKey(header))
    expect(Result.map(refused, (faults) => invalid(faults).response.errors)).toEqual(
      Result.succeed({ "Idempotency-Key": ["The Idempotency-Key must have 1 to 255 characters."] }),
    )
  })
})

it.each(["4111111111111111", "pedido 4111-1111-1111-1111"])("refuses %j, which may be a card number", (header) => {
  const refused = Result.flip(decodeIdempotencyKey(header))
  expect(Result.map(refused, (faults) => invalid(faults).response.errors)).toEqual(
    Result.succeed({ "Idempotency-Key": ["The Idempotency-Key may not contain a card number, because it is stored."] }),
  )
})

describe("idempotencyKeyReused", () => {
  it("is reported under the header's name", () => {
    expect(invalid(idempotencyKeyReused()).response.errors).toEqual({
      "Idempotency-Key": ["The Idempotency-Key was used for another request."],
    })
  })
})
