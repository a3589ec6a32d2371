import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readTlv, writeTlv } from "./tlv.ts"

const read = (text: string) => {
  const objects = readTlv(text)
  return objects === undefined ? undefined : [...objects]
}

describe("readTlv", () => {
  it("reads objects in their written order", () => {
    expect(read("000201540512.342602AB")).toEqual([
      ["00", "01"],
      ["54", "12.34"],
      ["26", "AB"],
    ])
  })

  it("finds no objects in an empty text", () => {
    expect(read("")).toEqual([])
  })

  it.each([
    ["000", "a head cut short"],
    ["000301", "a value cut short"],
    ["0002013", "something left over"],
    ["A0205abcd", "something before an id"],
    ["0000", "an empty value"],
    ["000201000201", "an id named twice"],
    ["0A0201", "an id that is no number"],
    ["00+201", "a length that is no number"],
    ["00 201", "a length with a space"],
  ])("refuses %j: %s", (text) => {
    expect(read(text)).toBeUndefined()
  })

  it("round trip: written objects are read back", () => {
    const id = fc.nat({ max: 99 }).map((number) => String(number).padStart(2, "0"))
    const objects = fc.uniqueArray(fc.tuple(id, fc.string({ minLength: 1, maxLength: 99 })), {
      selector: ([first]) => first,
    })
    fc.assert(
      fc.property(objects, (written) => {
        expect(read(written.map(([id, value]) => writeTlv(id, value)).join(""))).toEqual(written)
      }),
    )
  })
})

describe("writeTlv", () => {
  it("writes the length in two digits", () => {
    expect(writeTlv("59", "Ana")).toBe("5903Ana")
    expect(writeTlv("26", "x".repeat(99))).toBe(`2699${"x".repeat(99)}`)
  })

  it.each(["", "x".repeat(100)])("throws on a value whose length needs three digits", (value) => {
    expect(() => writeTlv("02", value)).toThrow(RangeError)
  })
})
