import { describe, expect, it } from "vitest"
import { either, footnotes, markdownTable } from "./markdown.ts"

describe("markdownTable", () => {
  it("has a line for the head, the rule and each row, and keeps a bar inside its cell", () => {
    expect(markdownTable(["a", "b"], [[1, "x|y"]])).toBe("| a | b |\n| --- | --- |\n| 1 | x\\|y |\n")
  })
})

describe("either", () => {
  it.each([
    [["a"], "a"],
    [["a", "b"], "a or b"],
    [["a", "b", "c"], "a, b or c"],
  ])("%j is %s", (texts, text) => {
    expect(either(texts)).toBe(text)
  })
})

describe("footnotes", () => {
  it("numbers its notes, and breaks the line after each but the last", () => {
    expect(
      footnotes(Array.from({ length: 10 }, () => "so."))
        .split("\n")
        .slice(8),
    ).toEqual(["⁹ so.\\", "¹⁰ so.", ""])
  })
})
