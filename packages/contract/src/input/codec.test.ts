// The meaning of a missing field, how faults are reported, and when rules run.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { choice } from "./choice.ts"
import { andThen, bodyOf, clearable, list, object, optional, present, refused, required, withDefault } from "./codec.ts"
import { fault, missing } from "./fault.ts"
import { integer } from "./integer.ts"

const digit = integer({ min: 1, max: 9 })

/** The result of reading, or all its faults. */
const told = <A, E extends { readonly faults: unknown }>(read: Result.Result<A, E>) =>
  Result.isSuccess(read) ? read.success : read.failure.faults

describe("fields", () => {
  const part = object({
    must: required(digit),
    may: optional(digit),
    else: withDefault(digit, 5),
    clear: clearable(digit),
  })
  const decode = bodyOf(object({ it: required(part) }))

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
    expect(told(decode({ it: input }))).toEqual({ it: value })
  })

  it.each([{}, { must: "" }, { must: " \t" }, { must: null }])("report missing fields in %j", (input) => {
    expect(told(decode({ it: input }))).toEqual([missing("it.must")])
  })

  it("report all their faults, in order", () => {
    expect(told(decode({ it: { clear: 0, else: 0, may: 0, must: 0 } }))).toEqual(
      ["must", "may", "else", "clear"].map((name) => fault(`it.${name}`, { code: "out_of_range", min: 1, max: 9 })),
    )
  })

  it.each([undefined, null, ""])("are one fault if the whole part is %j", (input) => {
    expect(told(decode({ it: input }))).toEqual([missing("it")])
  })

  it.each([[[]], [4], ["text"], [null]])("are not read in %j", (body) => {
    expect(told(decode(body))).toEqual([fault("", { code: "wrong_type", expected: "object" })])
  })

  it("never repeat sent values", () => {
    const secret = "4242424242424242"
    expect(JSON.stringify(told(decode({ it: { must: secret, may: [secret], [secret]: secret } })))).not.toContain(
      secret,
    )
  })
})

describe("rules between fields", () => {
  const ordered = object(
    { from: required(digit), to: required(digit), word: required(choice(Schema.Literals(["a", "b"]))) },
    {
      to: ({ from, to }) =>
        from !== undefined && to !== undefined && to < from ? fault("to", { code: "ends_before_start" }) : undefined,
    },
  )
  const decode = bodyOf(ordered)

  it("come after their field, and are reported with all other faults", () => {
    expect(told(decode({ from: 2, to: 1, word: "c" }))).toEqual([
      fault("to", { code: "ends_before_start" }),
      fault("word", { code: "unknown_value", allowed: ["a", "b"] }),
    ])
  })

  it("ignore fields that could not be read", () => {
    expect(told(decode({ from: 0, to: 1, word: "a" }))).toEqual([
      fault("from", { code: "out_of_range", min: 1, max: 9 }),
    ])
  })
})

describe("lists", () => {
  const decode = bodyOf(object({ list: required(list(present(digit), { min: 1, max: 2, of: "item" })) }))

  it.each([
    [[1, "2"], { list: [1, 2] }],
    [[], [fault("list", { code: "too_few", min: 1, of: "item" })]],
    [[0, 0, 0], [fault("list", { code: "too_many", max: 2, of: "item" })]],
    [{}, [fault("list", { code: "wrong_type", expected: "array" })]],
    [
      [null, 10],
      [missing("list.0"), fault("list.1", { code: "out_of_range", min: 1, max: 9 })],
    ],
  ])("with %j are %j", (input, value) => {
    expect(told(decode({ list: input }))).toEqual(value)
  })
})

describe("andThen", () => {
  const even = andThen(digit, (read, at, faults) => {
    if (read % 2 === 0) return read
    faults.push(fault(at, { code: "invalid" }))
    return refused
  })
  const decode = bodyOf(object({ n: required(even) }))

  it("checks readable values only", () => {
    expect([{ n: 2 }, { n: 3 }, { n: 0 }].map((body) => told(decode(body)))).toEqual([
      { n: 2 },
      [fault("n", { code: "invalid" })],
      [fault("n", { code: "out_of_range", min: 1, max: 9 })],
    ])
  })
})
