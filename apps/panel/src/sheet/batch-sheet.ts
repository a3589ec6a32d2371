/**
 * The customers of a batch, read from a sheet and judged row by row before anything is sent.
 */
import { parseEmail, parseFullName, parseTelephone } from "@vintem/domain/customer"
import { parseDocument } from "@vintem/domain/documents"
import { linkTextLimits } from "@vintem/domain/payment-link"
import { parseText } from "@vintem/domain/text"
import * as Result from "effect/Result"
import { type DecimalMark, readReais } from "./reais.ts"
import { readSheet } from "./sheet.ts"

/** What a column can hold. */
export const sheetColumns = ["name", "email", "document", "phone", "amount", "title", "reference"] as const
type SheetColumn = (typeof sheetColumns)[number]

/** Most rows of a sheet: twenty requests of fifty. */
export const sheetRowsMax = 1_000

/** A row as it was read. */
export interface SheetRow {
  /** Its row in the sheet, from 1; the row of the names is 1. */
  readonly line: number
  readonly cells: Readonly<Partial<Record<SheetColumn, string>>>
  /** Reais; null where the row has none, or none that can be taken. */
  readonly amount: number | null
  /** Columns whose cell cannot be taken. */
  readonly faults: ReadonlyArray<SheetColumn>
}

/** Names of columns as people write them, without accents and capitals. */
const names: Readonly<Record<SheetColumn, ReadonlyArray<string>>> = {
  name: ["nome", "name", "cliente", "customer", "nome completo", "fullname"],
  email: ["email", "e-mail"],
  document: ["cpf", "cnpj", "cpf/cnpj", "cpf ou cnpj", "documento", "document"],
  phone: ["telefone", "celular", "phone", "telephone", "whatsapp"],
  amount: ["valor", "amount", "preco", "price", "total"],
  title: ["titulo", "title", "descricao"],
  reference: ["referencia", "reference", "ref", "codigo"],
}

/**
 * Rows without any cell are left out. A sheet whose first row names no column has none.
 *
 * @param decimalMark - that of the language in which its amounts are read
 */
export const readBatchSheet = (text: string, decimalMark: DecimalMark): ReadonlyArray<SheetRow> => {
  const [first = [], ...rest] = readSheet(text)
  const columns = first.map(columnNamed)
  if (columns.every((column) => column === undefined)) return []
  return rest.flatMap((row, index) => {
    const cells = Object.fromEntries(
      columns.flatMap((column, at) => {
        const cell = row[at] ?? ""
        return column === undefined || cell === "" ? [] : [[column, cell] as const]
      }),
    )
    return row.every((cell) => cell === "") ? [] : rowOf(index + 2, cells, decimalMark)
  })
}

const columnNamed = (title: string): SheetColumn | undefined => {
  const plain = title
    .trim()
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
  return sheetColumns.find((column) => names[column].includes(plain))
}

type Cells = SheetRow["cells"]

const rowOf = (line: number, cells: Cells, decimalMark: DecimalMark): SheetRow => {
  const read = readReais(cells.amount ?? "", decimalMark)
  const amount = read === 0 ? null : read
  const isGood = { ...isGoodText, amount: () => amount !== null }
  const faults = sheetColumns.filter((column) => {
    const cell = cells[column]
    return cell !== undefined && !isGood[column](cell)
  })
  return { line, cells, amount, faults }
}

/** By the rules that the service reads with. */
const isGoodText: Readonly<Record<Exclude<SheetColumn, "amount">, (cell: string) => boolean>> = {
  name: (cell) => Result.isSuccess(parseFullName(cell)),
  email: (cell) => Result.isSuccess(parseEmail(cell)),
  document: (cell) => Result.isSuccess(parseDocument(cell)),
  phone: (cell) => Result.isSuccess(parseTelephone(cell)),
  title: (cell) => Result.isSuccess(parseText(cell, linkTextLimits.title)),
  reference: (cell) => Result.isSuccess(parseText(cell, linkTextLimits.reference)),
}

/**
 * The rows with what the service found wrong: `customers.4.amount` is the amount of the fifth row that was sent.
 *
 * @param from - how many rows stand before those that were sent
 */
export const withFaults = (
  rows: ReadonlyArray<SheetRow>,
  from: number,
  faults: ReadonlyMap<string, string> | undefined,
): ReadonlyArray<SheetRow> =>
  rows.map((row, at) => {
    const found = sheetColumns.filter((column) => faults?.has(`customers.${at - from}.${column}`) === true)
    return found.length === 0 ? row : { ...row, faults: found }
  })

/** A row as requests write a customer. */
export const customerOf = ({ amount, cells }: SheetRow) => {
  const { amount: _, ...texts } = cells
  return { ...texts, ...(amount === null ? {} : { amount }) }
}
