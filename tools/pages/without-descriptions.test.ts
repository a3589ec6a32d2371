// Browsers load no text of the API's descriptions; the rest of the contract is unchanged.
import { describe, expect, it } from "vitest"
import { withoutDescriptions } from "./without-descriptions.ts"

describe("a source of the contract", () => {
  it.each([
    ['{ description: "A name.", max: 3 }', '{ description: "", max: 3 }'],
    ['{ description:\n  "One " +\n  "two, {three}." }', '{ description: "" }'],
    [String.raw`{ description: "He said \"}\".", max: 3 }`, '{ description: "", max: 3 }'],
    ['{ description: computed("A name.") }', '{ description: computed("A name.") }'],
    ['{ description: "At most " + max }', '{ description: "" + max }'],
    ['{ summary: "List links", description }', '{ summary: "", description }'],
    ["{ description: readDescription }", "{ description: readDescription }"],
    ['{ title: "description: none" }', '{ title: "description: none" }'],
  ])("%s becomes %s", (source, expected) => {
    expect(withoutDescriptions(source)).toBe(expected)
  })
})
