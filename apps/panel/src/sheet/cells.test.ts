import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { printSheet } from "../sheet.ts"
import { columnsMax, readCells, separators } from "./cells.ts"

const cellsOf = (text: string, separator: (typeof separators)[number] = ";") =>
  readCells(text, separator, 1_000).rows.map(({ cells, line }) => [line, ...cells])

describe("the cells of a sheet", () => {
  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR alone", "\r"],
  ])("stand in rows that end with %s", (_, end) => {
    expect(cellsOf(["a;b", "", " c ;d"].join(end))).toEqual([
      [1, "a", "b"],
      [3, "c", "d"],
    ])
  })

  it.each(separators)("are separated by %j", (separator) => {
    expect(cellsOf(`a${separator}"b${separator}""c"""\n`, separator)).toEqual([[1, "a", `b${separator}"c"`]])
  })

  it("may have several lines within quotation marks, with any line ending", () => {
    for (const end of ["\n", "\r\n", "\r"])
      expect(cellsOf(`"a${end}b";c${end}d;e`)).toEqual([
        [1, "a\nb", "c"],
        [2, "d", "e"],
      ])
  })

  it("keep a quotation mark in the middle of a text", () => {
    expect(cellsOf('12" de tubo;"Bar" do Zé\nb;c')).toEqual([
      [1, '12" de tubo', "Bar do Zé"],
      [2, "b", "c"],
    ])
  })

  it("report a quotation mark that is never closed", () => {
    expect(readCells('a;b\nc;"d\ne;f', ";", 10).openQuote).toBe(2)
    expect(readCells('a;b\nc;"d"\ne;f', ";", 10).openQuote).toBeNull()
  })

  it("are limited to the requested rows, and report that", () => {
    expect(readCells("a\nb\n\nc", ";", 3)).toMatchObject({ isCut: false, rows: { length: 3 } })
    expect(readCells("a\nb\n\nc\nd", ";", 3)).toMatchObject({ isCut: true, rows: { length: 3 } })
    expect(readCells("a\n".repeat(1_000_000), ";", 3).rows).toHaveLength(3)
  })

  it("are limited to the read columns; further empty ones do no harm", () => {
    const wide = Array.from({ length: columnsMax }, () => "x").join(";")
    expect(readCells(`${wide};;; ;`, ";", 10)).toMatchObject({ isWide: false })
    expect(readCells(`${wide};y`, ";", 10)).toMatchObject({ isWide: true })
    expect(readCells(";".repeat(2_000_000), ";", 10)).toMatchObject({ rows: [], isWide: false })
  })

  it("are read as they were printed, with quotation marks and line breaks", () => {
    const cell = fc.stringMatching(/^[a-z";,\n ]{0,9}$/u).map((text) => text.trim())
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant("x"), cell, fc.constant("y")), { minLength: 1 }), (rows) => {
        expect(readCells(printSheet(rows).replace("\uFEFF", ""), ";", 1_000).rows.map(({ cells }) => cells)).toEqual(
          rows,
        )
      }),
    )
  })

  it.each(['"', 'a"', ' "', ";", "\r", '""', "a "])("of any length are read fast: %j", (piece) => {
    expect(readCells(piece.repeat(1_000_000), ";", 1_000).rows.length).toBeLessThanOrEqual(1)
  })
})
