import { csvRow } from "@vintem/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { customerOf, readBatchSheet as readIn, withFaults } from "./batch-sheet.ts"
import { readSheet } from "./sheet.ts"

const readBatchSheet = (text: string) => readIn(text, ",")

describe("a sheet that was pasted", () => {
  it.each([
    ["nome\tvalor\nAna Souza\t10,00", "tabs"],
    ["Nome;Valor\r\nAna Souza;10,00\r\n", "semicolons"],
    ['name,amount\n"Ana Souza","10,00"', "commas"],
  ])("%j is read: %s", (text) => {
    expect(readBatchSheet(text)).toEqual([
      { line: 2, cells: { name: "Ana Souza", amount: "10,00" }, amount: 10, faults: [] },
    ])
  })

  it("is judged row by row", () => {
    const text = [
      "Nome;E-mail;CPF;Telefone;Valor;Referência;Observação",
      "Ana Souza;ana@example.com;529.982.247-25;(11) 98765-4321;R$ 1.234,50;aluna-1;não é lida",
      "A;ana@;52998224726;99;zero;;",
      ";;;;;;",
      "José Lima;;;;;;",
    ].join("\n")
    expect(readBatchSheet(text).map(({ faults, line }) => [line, faults])).toEqual([
      [2, []],
      [3, ["name", "email", "document", "phone", "amount"]],
      [5, []],
    ])
    expect(readBatchSheet(text).map(customerOf)[0]).toEqual({
      name: "Ana Souza",
      email: "ana@example.com",
      document: "529.982.247-25",
      phone: "(11) 98765-4321",
      amount: 1234.5,
      reference: "aluna-1",
    })
  })

  it.each([
    ["19,90", 19.9, null],
    ["19.90", null, 19.9],
    ["19,900", null, 19900],
    ["19.900", 19900, null],
    ["0,125", null, null],
    ["0,00", null, null],
    ["99999999999,99", 99_999_999_999.99, null],
    ["100000000000", null, null],
  ])("with the amount %j is read in the language of the panel, or not at all", (cell, inPortuguese, inEnglish) => {
    const amounts = ([",", "."] as const).map((mark) => {
      const [row] = readIn(`nome;valor\nAna Souza;${cell}`, mark)
      expect(row?.faults).toEqual(row?.amount === null ? ["amount"] : [])
      return row?.amount
    })
    expect(amounts).toEqual([inPortuguese, inEnglish])
  })

  it("has the faults that the service would find in its texts", () => {
    const [row] = readBatchSheet(`nome;titulo;referencia\nAna Souza;${"x".repeat(151)};"a\nb"`)
    expect(row?.faults).toEqual(["title", "reference"])
  })

  it("is told what the service refused by the rows of the part that was sent", () => {
    const rows = readBatchSheet(`nome\n${"Ana Souza\n".repeat(5)}`)
    const faults = new Map([
      ["customers.1.email", "must be a valid e-mail address."],
      ["customers.1.cep", "is no column."],
      ["amount", "is of the whole batch."],
    ])
    expect(withFaults(rows, 3, faults).map((row) => row.faults)).toEqual([[], [], [], [], ["email"]])
  })

  it("without names of columns has no rows", () => {
    expect(readBatchSheet("Ana Souza;10,00\nJosé Lima;20,00")).toEqual([])
    expect(readBatchSheet("")).toEqual([])
  })

  it("is read as it was printed, quotes and line breaks included", () => {
    const cell = fc.stringMatching(/^[a-z";,\n ]{0,9}$/u).map((text) => text.replaceAll("\r", "").trim())
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant("x"), cell, fc.constant("y")), { minLength: 1 }), (rows) => {
        const printed = [["a", "b", "c"], ...rows].map((row) => csvRow(row, "csv-br")).join("")
        expect(readSheet(printed).slice(1)).toEqual(rows)
      }),
    )
  })

  it("of any length is read in time", () => {
    const text = `nome;valor\n${'Ana "Souza";10\n'.repeat(20_000)}`
    expect(readBatchSheet(text)).toHaveLength(20_000)
    expect(readBatchSheet(`nome;valor\n"${"a".repeat(1_000_000)}`)).toHaveLength(1)
  })
})
