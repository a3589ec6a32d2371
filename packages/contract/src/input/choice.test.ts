// Words of requests: one of a few.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readChoice } from "./choice.ts"

describe("readChoice", () => {
  const read = readChoice(["pix", "credit"])

  it("reads a word, in its exact spelling", () => {
    expect(read(" pix ")).toEqual(Result.succeed("pix"))
  })

  it.each(["Pix", "boleto", 1, null, ["pix"]])("offers its words instead of %j", (input) => {
    expect(read(input)).toEqual(Result.fail({ code: "unknown_value", allowed: ["pix", "credit"] }))
  })
})
