import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { columnsMax } from "./cells.ts"
import { choicesKept, readTable, sheetRowsMax } from "./table.ts"

const titlesIn = (text: string) => Result.getOrThrow(readTable(text)).columns.map(({ title }) => title)
const rowsIn = (text: string) => Result.getOrThrow(readTable(text)).rows.map(({ cells, line }) => [line, ...cells])

describe("the table in a sheet", () => {
  it.each([
    ["tabs", "nome\tvalor\nAna Souza\t10,00"],
    ["semicolons", "Nome;Valor\r\nAna Souza;10,00\r\n"],
    ["commas", 'name,amount\n"Ana Souza","10,00"'],
    ["bars", "nome|valor\nAna Souza|10,00"],
    ["lines that end in CR", "nome;valor\rAna Souza;10,00\r"],
    ["commas in every line, and semicolons between the cells", "Nome, completo;Valor\nAna Souza;10,00"],
  ])("is read with %s", (_, text) => {
    expect(rowsIn(text)).toEqual([[2, "Ana Souza", "10,00"]])
  })

  it.each([
    ["sep=;\nnome;valor\nAna Souza;10,00", 2],
    ['"sep=;"\r\nnome;valor\r\nAna Souza;10,00', 2],
    ['\uFEFFSEP=,\r\nnome,valor\r\nAna Souza,"10,00"', 2],
    ["Cobranças de novembro, 2026;\n\nnome;valor\nAna Souza;10,00", 4],
    ["Escola;Unidade\nCobranças;\nnome;valor\nAna Souza;10,00", 4],
    ["Total a receber: 10,00\nnome;valor\nAna Souza;10,00", 3],
  ])("begins below the text above it: %j", (text, line) => {
    expect(rowsIn(text)).toEqual([[line, "Ana Souza", "10,00"]])
  })

  it("has the columns with a name or a value", () => {
    expect(titlesIn("nome;;valor;;\nAna Souza;x;10,00;;")).toEqual(["nome", "", "valor"])
  })

  it("may have unknown names: the user then chooses the fields", () => {
    expect(titlesIn("Quem;Quanto\nAna Souza;10,00")).toEqual(["Quem", "Quanto"])
    expect(titlesIn("Escola Exemplo\nQuem;Quanto\nAna Souza;10,00")).toEqual(["Quem", "Quanto"])
  })

  it.each([
    ["Ana Souza;10,00\nJosé Lima;20,00", "no_names", null],
    ["ana@example.com;x\njose@example.com;y", "no_names", null],
    ["Ana Souza\nJosé Lima", "no_names", null],
    ["nome;valor\n", "no_rows", null],
    ["nome;valor\n;\n", "no_rows", null],
    ['nome;valor\nAna;"10,00\nJosé;20,00', "open_quote", 2],
    [`nome;valor\n${"Ana Souza;10\n".repeat(sheetRowsMax + 4)}`, "rows", null],
    [`nome;valor\nAna;10${";x".repeat(columnsMax)}`, "columns", null],
    ["x".repeat(2_000_001), "large", null],
  ])("is refused with a reason: %#", (text, reason, line) => {
    expect(readTable(text)).toEqual(Result.fail({ reason, line }))
  })

  it.each([
    ["nome;valor\nAna;20", true],
    ["Título;\nNome;VALOR\nAna;20\nJosé;5", true],
    ["valor;nome\n10;Ana", false],
    ["nome;;valor\nAna;;10", false],
    ["Ana;10", false],
  ])("keeps choices if the columns are equal: %j, %j", (text, isSame) => {
    const chosen = new Map([[0, "name" as const]])
    expect(choicesKept(chosen, "nome;valor\nAna;10", text)).toEqual(isSame ? chosen : new Map())
  })

  it("asks again about an unused column that now looks important", () => {
    const chosen = new Map([
      [0, null],
      [1, null],
    ])
    expect(choicesKept(chosen, "Quem;Combinado\nAna;a ver", "Quem;Combinado\nAna;150,00")).toEqual(new Map([[0, null]]))
    expect(choicesKept(chosen, "Quem;Combinado\nAna;10,00", "Quem;Combinado\nAna;150,00")).toEqual(chosen)
  })

  it("has every row, or a reason: none is lost", () => {
    const cell = fc.constantFrom("", "Ana", '"', '"a', "10,00", "nome", "valor", "sep=;", ";", ",", "\t", "\r", "\n")
    fc.assert(
      fc.property(fc.array(cell), (pieces) => {
        const text = pieces.join("")
        const table = readTable(text)
        if (Result.isFailure(table)) return
        expect(table.success.rows.length).toBeGreaterThan(0)
        expect(table.success.columns.length).toBeGreaterThan(0)
        for (const { cells } of table.success.rows) expect(cells.some((one) => one !== "")).toBe(true)
      }),
    )
  })
})
