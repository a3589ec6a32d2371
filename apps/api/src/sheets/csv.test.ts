// What a spreadsheet and a CSV reader make of cells.
import { describe, expect, it } from "vitest"
import { csvRow } from "./csv.ts"

describe("a row of CSV", () => {
  it.each([
    [["a", "b"], "a,b\r\n"],
    [["a", null, ""], "a,,\r\n"],
    [["Silva, Maria"], '"Silva, Maria"\r\n'],
    [['a "quoted" word'], '"a ""quoted"" word"\r\n'],
    [["two\nlines", "two\r\nlines"], '"two\nlines","two\r\nlines"\r\n'],
    [["São Paulo 🎻"], "São Paulo 🎻\r\n"],
  ])("of %j is %j", (cells, row) => {
    expect(csvRow(cells)).toBe(row)
  })

  it.each([
    ["=1+1", "'=1+1"],
    ["+55 11", "'+55 11"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", '"\t\'=1"'],
    [" =1", '" \'=1"'],
    ["x;=cmd()", '"x;\'=cmd()"'],
    ['x;"=cmd()', '"x;""\'=cmd()"'],
    ["x\r=cmd()", '"x\r\'=cmd()"'],
    ["＝1+1", "'＝1+1"],
    ["\u200b@A1", '"\u200b\'@A1"'],
    ['=HYPERLINK("http://a.b","c")', '"\'=HYPERLINK(""http://a.b"",""c"")"'],
    ["a=1", "a=1"],
    ["Rua A, -3", '"Rua A, -3"'],
    ["a;b", '"a;b"'],
  ])("of a text %j, which might be a formula, is %j", (text, cell) => {
    expect(csvRow([text])).toBe(`${cell}\r\n`)
  })

  it("has numbers as they are, also below zero", () => {
    expect(csvRow([{ number: "-0.50" }, { number: "12" }])).toBe("-0.50,12\r\n")
  })
})
