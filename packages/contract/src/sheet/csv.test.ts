// Cells, as a spreadsheet and a CSV reader read them.
import { describe, expect, it } from "vitest"
import { csvMark, csvRow } from "./csv.ts"

describe("a row of CSV", () => {
  it.each([
    [["a", "b"], "a,b\r\n"],
    [["a", null, ""], "a,,\r\n"],
    [["Silva, Maria"], '"Silva, Maria"\r\n'],
    [['a "quoted" word'], '"a ""quoted"" word"\r\n'],
    [["two\nlines", "two\r\nlines"], '"two\nlines","two\r\nlines"\r\n'],
    [["São Paulo 🎻"], "São Paulo 🎻\r\n"],
  ])("with %j is %j", (cells, row) => {
    expect(csvRow(cells, "csv")).toBe(row)
  })

  it.each([
    ["=1+1", "'=1+1"],
    ["+55 11", "'+55 11"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "\"'\t'=1\""],
    ["\tAna", '"\'\tAna"'],
    ["\r\nAna", '"\'\r\nAna"'],
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
  ])("with the text %j, which might be a formula, is %j", (text, cell) => {
    expect(csvRow([text], "csv")).toBe(`${cell}\r\n`)
  })

  it("has unchanged numbers, including negative ones", () => {
    expect(csvRow([{ number: "-0.50" }, { number: "12" }], "csv")).toBe("-0.50,12\r\n")
  })
})

describe("a row of CSV for Brazil", () => {
  it("has decimal commas, days before months, and semicolons", () => {
    const cells = ["Aula", { number: "-1234.56" }, { time: "2026-11-09 08:05:00" }, null, { number: "3" }]
    expect(csvRow(cells, "csv-br")).toBe("Aula;-1234,56;09/11/2026 08:05:00;;3\r\n")
    expect(csvRow(cells, "csv")).toBe("Aula,-1234.56,2026-11-09 08:05:00,,3\r\n")
  })

  it.each([
    ["=1+1", "'=1+1"],
    ["a;=1", '"a;=1"'],
    ["Rua A, -3", '"Rua A, \'-3"'],
    ['x,"=cmd()', '"x,""\'=cmd()"'],
  ])("with the text %j is %j", (text, cell) => {
    expect(csvRow([text], "csv-br")).toBe(`${cell}\r\n`)
  })

  it("begins its file with a mark for UTF-8", () => {
    expect([csvMark("csv"), csvMark("csv-br")]).toEqual(["", "\uFEFF"])
  })
})
