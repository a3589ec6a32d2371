// Booleans of requests.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readBoolean } from "./boolean.ts"

describe("readBoolean", () => {
  it.each([
    [true, true],
    [1, true],
    ["1", true],
    [false, false],
    [0, false],
    ["0", false],
  ])("reads %j as %j", (input, value) => {
    expect(readBoolean(input)).toEqual(Result.succeed(value))
  })

  it.each(["true", "false", "yes", 2, -1, "2", [], {}])("refuses %j", (input) => {
    expect(readBoolean(input)).toEqual(Result.fail({ code: "not_a_boolean" }))
  })
})
