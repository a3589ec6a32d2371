import type { SheetField, SheetMappings } from "@vintem/domain/batch"
import { LocalDate } from "@vintem/domain/calendar"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { printSheet } from "../sheet.ts"
import {
  type Circumstances,
  cellKey,
  customerOf,
  judgeSheet,
  mappingOf,
  noWork,
  type SheetWork,
} from "./batch-sheet.ts"
import { modelSheet } from "./model.ts"
import { readTable, sheetRowsMax } from "./table.ts"

const usual: Circumstances = {
  known: [],
  decimalMark: ",",
  today: LocalDate.make("2026-11-26"),
  hasAmount: false,
  isAdded: false,
}

const judge = (lines: ReadonlyArray<string>, given: Partial<Circumstances> = {}, work: Partial<SheetWork> = {}) =>
  judgeSheet(Result.getOrThrow(readTable(lines.join("\n"))), { ...noWork, ...work }, { ...usual, ...given })

const sentIn = ({ rows }: ReturnType<typeof judge>) => rows.filter(({ isLeftOut }) => !isLeftOut).map(customerOf)
const columnsIn = ({ columns }: ReturnType<typeof judge>) => columns.map(({ fault, field }) => [field, fault])
const faultsIn = ({ rows }: ReturnType<typeof judge>) => rows.map(({ faults }) => Object.fromEntries(faults))

describe("a batch's sheet", () => {
  it("is read by the usual names of its columns", () => {
    const sheet = judge([
      "Nome do cliente;CPF / CNPJ;E-mail do cliente;Fone;Valor (R$);Descrição;CEP;Nº;Código;Vencimento",
      "José Lima;529.982.247-25;jose@example.com;(11) 98765-4321;150,00;Aulas;01310-100;15 A;aluno-1;31/12/2026",
    ])
    expect(sentIn(sheet)).toEqual([
      {
        name: "José Lima",
        document: "529.982.247-25",
        email: "jose@example.com",
        phone: "(11) 98765-4321",
        amount: 150,
        description: "Aulas",
        cep: "01310-100",
        number: "15 A",
        reference: "aluno-1",
      },
    ])
    expect(sheet.rows[0]?.expiry).toBe("2026-12-31")
  })

  it("lists each column that is not read, and is blocked by one that looks important", () => {
    const lines = ["nome;Combinado;Nascimento;RG ou CPF;Turma", "Ana Souza;150,00;01/02/1990;529.982.247-25;3º B"]
    expect(columnsIn(judge(lines))).toEqual([
      ["name", null],
      [null, "unread"],
      [null, "unread"],
      [null, "unread"],
      [null, null],
    ])
    const chosen = new Map<number, SheetField | null>([
      [1, "amount"],
      [2, null],
      [3, "document"],
    ])
    const mapped = judge(lines, {}, { chosen })
    expect(mapped.columns.filter(({ fault }) => fault !== null)).toEqual([])
    expect(sentIn(mapped)).toEqual([{ name: "Ana Souza", amount: 150, document: "529.982.247-25" }])
  })

  it("is blocked by two columns for one field, until the user chooses one", () => {
    const lines = ["Nome;Valor;Total", "José Lima;50,00;600,00"]
    expect(columnsIn(judge(lines))).toEqual([
      ["name", null],
      ["amount", "repeated"],
      ["amount", "repeated"],
    ])
    const sheet = judge(lines, {}, { chosen: new Map([[2, null]]) })
    expect(columnsIn(sheet).map(([, fault]) => fault)).toEqual([null, null, null])
    expect(sentIn(sheet)).toEqual([{ name: "José Lima", amount: 50 }])
  })

  it("remembers choices for columns with these names", () => {
    const lines = ["Quem;Combinado;Obs", "Ana Souza;150,00;"]
    const chosen = new Map<number, SheetField | null>([
      [0, "name"],
      [1, "amount"],
    ])
    const mapping = mappingOf(judge(lines, {}, { chosen }).columns)
    const known: SheetMappings = mapping === null ? [] : [mapping]
    expect(mapping).toEqual([
      { name: "quem", field: "name" },
      { name: "combinado", field: "amount" },
      { name: "obs", field: null },
    ])
    const again = judge(["QUEM;OBS;COMBINADO", "José Lima;;R$ 10"], { known })
    expect(sentIn(again)).toEqual([{ name: "José Lima", amount: 10 }])
    expect(mappingOf(again.columns)).toBeNull()
    expect(judge(["Quem;Combinado", "Ana Souza;150,00"], { known }).columns.map(({ field }) => field)).toEqual([
      null,
      null,
    ])
  })

  it("asks again about a column that was unused in the last sheet, if it now looks important", () => {
    const names = "Nome;Combinado;Turma"
    const known: SheetMappings = [
      [
        { name: "nome", field: "name" },
        { name: "combinado", field: null },
        { name: "turma", field: null },
      ],
    ]
    const unreadIn = (cell: string, chosen: SheetWork["chosen"] = new Map()) =>
      judge([names, `Ana Souza;${cell};3º B`], { known, hasAmount: true }, { chosen }).columns.map(({ fault }) => fault)
    expect(unreadIn("a ver")).toEqual([null, null, null])
    for (const cell of ["150,00", "-10,00", "10/12", "31/12/2026", "529.982.247-26"]) {
      expect(unreadIn(cell)).toEqual([null, "unread", null])
      expect(unreadIn(cell, new Map([[1, null]]))).toEqual([null, null, null])
    }
  })

  it("is blocked by an installment's amount, until the user says that it is the link's price", () => {
    const lines = ["Nome;Valor da parcela;Parcelas", "Ana Souza;50,00;12"]
    expect(columnsIn(judge(lines, { hasAmount: true }))).toEqual([
      ["name", null],
      [null, "unread"],
      [null, "unread"],
    ])
    const chosen = new Map<number, SheetField | null>([
      [1, "amount"],
      [2, null],
    ])
    expect(sentIn(judge(lines, {}, { chosen }))).toEqual([{ name: "Ana Souza", amount: 50 }])
  })

  it("takes no last day if the batch exists and has its own", () => {
    const lines = ["nome;vencimento", "Ana Souza;31/12/2026"]
    expect(columnsIn(judge(lines, { isAdded: true }))).toEqual([
      ["name", null],
      ["expired_at", "of_batch"],
    ])
    expect(columnsIn(judge(lines, { isAdded: true }, { chosen: new Map([[1, null]]) }))[1]).toEqual([null, null])
  })

  it.each([
    [[";;Total;150,00"], 0],
    [["Total;;;150,00"], 0],
    [["TOTAL GERAL;;;R$ 150,00"], 0],
    [["Total:;;;", "Soma;;;150,00"], 0],
    [[";;;150,00"], 1],
    [["Total Comércio Ltda;;;150,00"], 1],
    [["Total;total@example.com;;150,00"], 1],
  ])("leaves out a footer of totals, and nothing else: %j", (footer, more) => {
    const sheet = judge(["Nome;E-mail;Referência;Valor", "Ana Souza;ana@example.com;;150,00", ...footer])
    expect(sentIn(sheet)).toHaveLength(1 + more)
  })

  it.each([
    ["Total do mês;;150,00", 2],
    ["Total (2);;150,00", 2],
    ["Total R$;;150,00", 2],
    ["Soma total;;150,00", 2],
    ["Valor a cobrar;;150,00", 2],
    ["Total do mês;;149,00", 3],
    ["Total Ltda;total@example.com;150,00", 3],
  ])("leaves out a footer by its sum, whatever its label: %s", (footer, customers) => {
    const sheet = judge(["Nome;E-mail;Valor", "Ana;ana@example.com;100,00", "Rui;rui@example.com;50,00", footer])
    expect(sheet.rows.filter(({ aside }) => aside === null)).toHaveLength(customers)
  })

  it("leaves out a footer by its sum only if its label says so, if the sheet has no contacts", () => {
    const customersOf = (last: string) =>
      judge(["Nome;Referência;Valor", "Ana;A-1;100,00", "Rui;A-2;50,00", last]).rows.filter(
        ({ aside }) => aside === null,
      )
    expect(customersOf("Bia;A-3;150,00")).toHaveLength(3)
    expect(customersOf("Total de 2;A-3;150,00")).toHaveLength(2)
  })

  it("leaves out a last amount that is the sum of several others, unless the user restores it", () => {
    const lines = ["nome;valor", "Ana Souza;100,00", "José Lima;50,50", ";150,50"]
    expect(judge(lines).rows.map(({ aside, isLeftOut }) => [aside, isLeftOut])).toEqual([
      [null, false],
      [null, false],
      ["totals", true],
    ])
    expect(sentIn(judge(lines, {}, { leftOut: new Map([[4, false]]) }))).toHaveLength(3)
    expect(sentIn(judge([...lines.slice(0, -1), ";150,51"]))).toHaveLength(3)
  })

  it("leaves out rows with no value in a column that is read", () => {
    expect(judge(["nome;Obs", "Ana Souza;", ";Gerado às 10h"]).rows.map(({ aside }) => aside)).toEqual([null, "empty"])
  })

  it("has faults per cell, so that one row does not block the others", () => {
    const sheet = judge([
      "nome;e-mail;cpf;telefone;valor;título;referência;vencimento;número",
      "Ana Souza;ana@example.com;529.982.247-25;(11) 98765-4321;R$ 1.234,50;;;31/12/2026;",
      `A;ana@;52998224726;99;zero;${"x".repeat(151)};${"x".repeat(101)};31/02/2027;${"9".repeat(21)}`,
      "José Lima;;;;;;;25/11/2026;",
      "Concei\uFFFD\uFFFDo Lima;;;;10;;;;",
    ])
    expect(faultsIn(sheet)).toEqual([
      {},
      {
        name: "wrong",
        email: "wrong",
        document: "wrong",
        phone: "wrong",
        amount: "wrong",
        title: "wrong",
        reference: "wrong",
        number: "wrong",
        expired_at: "wrong",
      },
      { amount: "missing", expired_at: "past" },
      { name: "damaged" },
    ])
  })

  it("needs no amount in a row if the batch has one, or exists already", () => {
    expect(faultsIn(judge(["nome;valor", "Ana Souza;"], { hasAmount: true }))).toEqual([{}])
    expect(faultsIn(judge(["nome;valor", "Ana Souza;"], { isAdded: true }))).toEqual([{}])
  })

  it("reads an amount by the others in its column", () => {
    const amountsOf = (...cells: ReadonlyArray<string>) =>
      judge(["nome\tvalor", ...cells.map((cell) => `Ana Souza\t${cell}`)]).rows.map(
        ({ amount, faults }) => faults.get("amount") ?? amount,
      )
    expect(amountsOf("1.234", "150")).toEqual([1234, 150])
    expect(amountsOf("1.234", "19.90")).toEqual(["unclear", 19.9])
    expect(amountsOf("1,234", "19.90")).toEqual([1234, 19.9])
    expect(amountsOf("1,234", "19,90")).toEqual(["unclear", 19.9])
  })

  it("can be corrected per cell, also after a refusal by the service", () => {
    const lines = ["nome;e-mail;valor", "Ana Souza;ana@;10"]
    const key = cellKey(2, "email")
    const corrected = new Map([[key, "ana@example.com"]])
    expect(faultsIn(judge(lines, {}, { corrected }))).toEqual([{}])
    expect(faultsIn(judge(lines, {}, { corrected, refused: new Map([[key, "ana@example.com"]]) }))).toEqual([
      { email: "refused" },
    ])
    expect(faultsIn(judge(lines, {}, { corrected, refused: new Map([[key, "ana@"]]) }))).toEqual([{}])
    expect(sentIn(judge(lines, {}, { corrected: new Map([[key, ""]]) }))).toEqual([{ name: "Ana Souza", amount: 10 }])
    expect(
      sentIn(judge(["nome;valor", "Ana Souza;"], {}, { corrected: new Map([[cellKey(2, "amount"), "10"]]) })),
    ).toEqual([{ name: "Ana Souza", amount: 10 }])
  })

  it("offers a document with the zeros that a spreadsheet dropped, and does not apply it by itself", () => {
    const sheet = judge(["nome;cpf;valor", "Ana Souza;1234567890;10", "José Lima;1234567891;10"])
    expect(sheet.rows.map(({ repaired }) => repaired)).toEqual(["01234567890", undefined])
    expect(faultsIn(sheet)).toEqual([{ document: "wrong" }, { document: "wrong" }])
  })

  it("leaves a non-existent postal code to the payer, and says so", () => {
    const [row, good] = judge(["nome;cep;valor", "Ana Souza;123;10", "José Lima;01310-100;10"]).rows
    expect([row?.isPostcodeLeft, row?.faults.size, good?.isPostcodeLeft]).toEqual([true, 0, false])
    expect(row === undefined ? null : customerOf(row)).toEqual({ name: "Ana Souza", amount: 10 })
  })

  it.each([
    ["pt-BR", ","],
    ["en", "."],
  ] as const)("reads the downloaded model completely, and does not send its example: %s", (language, decimalMark) => {
    const titles = {
      name: "Nome",
      email: "E-mail",
      document: "CPF ou CNPJ",
      phone: "Telefone",
      amount: "Valor",
      title: "Título",
      description: "Descrição",
      cep: "CEP",
      number: "Número",
      reference: "Referência",
      expired_at: "Último dia",
    }
    const printed = printSheet(modelSheet(language, titles))
    const sheet = judge([printed], { decimalMark })
    expect(sheet.columns.map(({ fault }) => fault)).toEqual(sheet.columns.map(() => null))
    expect(new Set(sheet.columns.map(({ field }) => field)).size).toBe(11)
    expect(faultsIn(sheet)).toEqual([{}])
    expect(sheet.rows.map(({ aside, isLeftOut }) => [aside, isLeftOut])).toEqual([["example", true]])
  })

  it("loses no row, whatever it contains", () => {
    const cell = fc.oneof(
      fc.constantFrom("Total", "10,00", "ana@example.com", "", "Ana Souza"),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }), (rows) => {
        const table = readTable(printSheet([["nome", "e-mail", "valor"], ...rows]))
        if (Result.isFailure(table)) return
        const sheet = judgeSheet(table.success, noWork, usual)
        expect(sheet.rows).toHaveLength(table.success.rows.length)
        for (const { aside, isLeftOut } of sheet.rows) expect(isLeftOut).toBe(aside !== null)
      }),
    )
  })

  it("with the most rows and columns is judged fast enough for typing", () => {
    const columns = Array.from({ length: 90 }, (_, at) => `coluna ${at}`).join(";")
    const cells = Array.from({ length: 90 }, () => "150,00").join(";")
    const lines = [`nome;valor;${columns}`, ...Array.from({ length: sheetRowsMax }, () => `Ana Souza;10;${cells}`)]
    const table = Result.getOrThrow(readTable(lines.join("\n")))
    const before = performance.now()
    expect(judgeSheet(table, noWork, usual).rows).toHaveLength(sheetRowsMax)
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})
