import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { RefundWay } from "./refund-way.ts"

describe("RefundWay", () => {
  it("is on the same rail, or a transfer", () => {
    expect(["reversal", "transfer", "", "pix"].filter(Schema.is(RefundWay))).toEqual(["reversal", "transfer"])
  })
})
