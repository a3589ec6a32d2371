// What absence means for a field, and what is said of a field that must be there.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { fault, missing } from "./fault.ts"
import { clearable, optional, required, withDefault } from "./field.ts"
import { readInteger } from "./integer.ts"
import { part } from "./part.ts"

describe("fields", () => {
  const read = readInteger({ min: 1, max: 9 })
  const decode = part(
    Schema.Struct({
      must: required(Schema.Int, read),
      may: optional(Schema.Int, read),
      else: withDefault(Schema.Int, read, 5),
      clear: clearable(Schema.Int, read),
    }),
  )

  it.each([
    [
      { must: 1, may: 2, else: 3, clear: 4 },
      { must: 1, may: 2, else: 3, clear: 4 },
    ],
    [{ must: "1" }, { must: 1, else: 5 }],
    [
      { must: 1, may: "", else: " ", clear: "" },
      { must: 1, else: 5 },
    ],
    [
      { must: 1, may: null, else: null, clear: null },
      { must: 1, else: 5, clear: null },
    ],
    [
      { must: 1, other: "ignored" },
      { must: 1, else: 5 },
    ],
  ])("read %j as %j", (input, value) => {
    expect(decode(input, "it")).toEqual(Result.succeed(value))
  })

  it.each([{}, { must: "" }, { must: " \t" }, { must: null }])("miss what must be there in %j", (input) => {
    expect(decode(input, "it")).toEqual(Result.fail([missing("it.must")]))
  })

  it("tell all their faults", () => {
    expect(decode({ must: 0, may: 0, else: 0, clear: 0 }, "it")).toEqual(
      Result.fail(["must", "may", "else", "clear"].map((name) => fault(`it.${name}`, "must be between 1 and 9."))),
    )
  })

  it.each([undefined, null, ""])("are one fault where the whole part is %j", (input) => {
    expect(decode(input, "it")).toEqual(Result.fail([missing("it")]))
  })
})
