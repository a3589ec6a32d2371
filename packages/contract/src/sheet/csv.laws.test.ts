// No cell that we write runs in a spreadsheet, wherever it splits the text. The tests use a small model of a
// spreadsheet.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Cell, CsvFormat, csvMark, csvRow } from "./csv.ts"

/**
 * The rows that a spreadsheet makes from a text. Like Excel and LibreOffice: a cell that begins with a quote ends at
 * the closing quote, and anything directly after that quote belongs to the cell. Elsewhere a quote is a normal
 * character.
 *
 * @param separators - the characters at which the spreadsheet splits
 */
const rowsIn = (text: string, separators: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = [[]]
  let cell = ""
  let isQuoted = false
  let isEmpty = true
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ""
    isEmpty = true
  }
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charAt(position)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[position + 1] === '"') cell += text.charAt(++position)
      else isQuoted = false
    } else if (isEmpty && character === '"') {
      isQuoted = true
      isEmpty = false
    } else if (separators.includes(character)) {
      endCell()
    } else if (lineBreak.test(character)) {
      if (character === "\r" && text[position + 1] === "\n") position += 1
      endCell()
      rows.push([])
    } else {
      cell += character
      isEmpty = false
    }
  }
  endCell()
  return rows
}

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/u

/**
 * True if a spreadsheet would calculate. It drops invisible characters, and may read full-width forms as plain ones.
 */
const isFormula = (cell: string): boolean =>
  /^[=+\-@−]/u.test(cell.replace(/^[\p{Z}\p{C}]+/u, "").normalize("NFKC")) && !/^-\d+([.,]\d+)?$/u.test(cell)

const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...";|\t\n\r\v\f\u0085\u2028\"', =+-@＝＋－＠−⁼﹦\u00a0\u3000\u200b\ufeff") },
  { weight: 1, arbitrary: fc.constantFrom("cmd|' /C calc'!A0", "HYPERLINK(A1)", "Maria", "；", "，", "1", "\r\n") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 3 }) },
)
const texts = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(""))
const decimals = fc.integer({ min: -99_999, max: 99_999 }).map((centavos) => (centavos / 100).toFixed(2))
const wholes = fc.integer({ min: -99_999, max: 99_999 }).map(String)

/** The first cell of our rows: the id of a company. */
const tablesOf = (numbers: fc.Arbitrary<string>) => {
  const cells: fc.Arbitrary<Cell> = fc.oneof(
    { weight: 4, arbitrary: texts },
    { weight: 2, arbitrary: numbers.map((number) => ({ number })) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
  const rows = fc.array(cells, { maxLength: 6 }).map((others): ReadonlyArray<Cell> => [{ number: "7" }, ...others])
  return fc.array(rows, { minLength: 1, maxLength: 4 })
}
const tables = tablesOf(decimals)

const settings = [",", ";", "\t", "|", ",;", ",;\t", ",;\t|"]

type Table = ReadonlyArray<ReadonlyArray<Cell>>

const written = (table: Table, format: CsvFormat): string => table.map((row) => csvRow(row, format)).join("")

const separatorOf = { csv: ",", "csv-br": ";" } as const

/**
 * The rows of a file for a strict reader of RFC 4180; null if it is invalid. A line break outside of quotes is CRLF.
 */
const strictlyRead = (file: string, separator: string): ReadonlyArray<ReadonlyArray<string>> | null => {
  const field = new RegExp(String.raw`(?:"((?:[^"]|"")*)"|([^"\r\n${separator}]*))(${separator}|\r\n)`, "uy")
  const rows: Array<Array<string>> = [[]]
  while (field.lastIndex < file.length) {
    const found = field.exec(file)
    if (found === null) return null
    const [, inQuotes, plain = "", end] = found
    rows.at(-1)?.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'))
    if (end === "\r\n") rows.push([])
  }
  return rows.slice(0, -1)
}

/** The content of each cell, without apostrophes. */
const saidIn = (table: Table, format: CsvFormat) =>
  table.map((row) =>
    row.map((cell) => {
      if (cell === null) return ""
      if (typeof cell === "string") return cell.replaceAll("'", "")
      if ("time" in cell) throw new Error("no table of the laws has times")
      return format === "csv" ? cell.number : cell.number.replace(".", ",")
    }),
  )

describe.each(CsvFormat.literals)("a file of %s", (format) => {
  it("is read back by a strict reader of RFC 4180, apart from apostrophes", () => {
    fc.assert(
      fc.property(tables, (table) => {
        const read = strictlyRead(written(table, format), separatorOf[format])
        expect(read?.map((row) => row.map((cell) => cell.replaceAll("'", "")))).toEqual(saidIn(table, format))
      }),
      { numRuns: 3000 },
    )
  })

  it("has no cell whose beginning could begin a formula", () => {
    fc.assert(
      fc.property(tables, (table) => {
        const read = strictlyRead(written(table, format), separatorOf[format]) ?? []
        const begins = read
          .flat()
          .filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/u.test(cell) && !/^-\d+([.,]\d+)?$/u.test(cell))
        expect(begins).toEqual([])
      }),
      { numRuns: 3000 },
    )
  })

  it("begins with its mark, as a part of the first cell", () => {
    expect(strictlyRead(csvMark(format) + csvRow(["a"], format), separatorOf[format])).toEqual([
      [`${csvMark(format)}a`],
    ])
  })
})

describe.each(CsvFormat.literals)("a table of %s in a spreadsheet", (format) => {
  it.each(settings)("has no formula if it splits at any of %j", (separators) => {
    fc.assert(
      fc.property(tables, (table) => {
        expect(rowsIn(written(table, format), separators).flat().filter(isFormula)).toEqual([])
      }),
      { numRuns: 3000 },
    )
  })

  it.each(settings.filter((separators) => separators.includes(separatorOf[format])))(
    "has every cell in its place if it splits at any of %j, with numbers unchanged and texts unchanged apart from apostrophes",
    (separators) => {
      const plain = (text: string) => text.replaceAll("'", "")
      // A number with a decimal comma is split if the spreadsheet also splits at commas.
      const areWhole = format === "csv-br" && separators.includes(",")
      fc.assert(
        fc.property(areWhole ? tablesOf(wholes) : tables, (table) => {
          const shown = rowsIn(written(table, format), separators).slice(0, -1)
          expect(shown.map((row) => row.map(plain))).toEqual(saidIn(table, format))
          const numbersOf = (row: ReadonlyArray<Cell>) =>
            row.map((cell) =>
              typeof cell === "object" && cell !== null && "number" in cell
                ? format === "csv"
                  ? cell.number
                  : cell.number.replace(".", ",")
                : undefined,
            )
          const shownNumbers = table.map((row, line) =>
            numbersOf(row).map((number, column) => (number === undefined ? undefined : shown[line]?.[column])),
          )
          expect(shownNumbers).toEqual(table.map(numbersOf))
        }),
        { numRuns: 1000 },
      )
    },
  )

  it("has no formula after any character that Unicode folds into a sign", () => {
    const signs: Array<string> = []
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code)
      if (isFormula(character)) signs.push(character)
    }
    expect(signs.length).toBeGreaterThan(15)
    expect(signs.filter((sign) => csvRow([sign], format) !== `'${sign}\r\n`)).toEqual([])
  })
})

describe("the spreadsheet of these laws", () => {
  it.each([
    ["7,=cmd()\r\n", ","],
    ["7,x;=cmd()\r\n", ";"],
    ['7,"x;=cmd()"\r\n', ";"],
    ['7,"x;""=cmd()"\r\n', ";"],
    ['7,"x\n=cmd()"\r\n', ";"],
    ['7,"x\t＝cmd()"\r\n', "\t"],
    ["7, =cmd()\r\n", ","],
  ])("runs %j if it splits at %j", (text, separators) => {
    expect(rowsIn(text, separators).flat().some(isFormula)).toBe(true)
  })
})
