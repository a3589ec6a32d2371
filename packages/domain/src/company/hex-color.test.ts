// Which texts are colors.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { HexColor } from "./hex-color.ts"

describe("HexColor", () => {
  it.each([
    ["#fff", true],
    ["#00Aa88", true],
    ["fff", false],
    ["#ffff", false],
    ["#00aa88ff", false],
    ["#ggg", false],
    ["#fff;}", false],
  ])("takes %j: %s", (color, isTaken) => {
    expect(Schema.is(HexColor)(color)).toBe(isTaken)
  })
})
