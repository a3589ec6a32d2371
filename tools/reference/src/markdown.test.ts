import { describe, expect, it } from "vitest"
import { markdownTable } from "./markdown.ts"

describe("markdownTable", () => {
  it("has a line for the head, the rule and each row, and keeps a bar inside its cell", () => {
    expect(markdownTable(["a", "b"], [[1, "x|y"]])).toBe("| a | b |\n| --- | --- |\n| 1 | x\\|y |\n")
  })
})
