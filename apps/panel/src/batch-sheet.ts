/**
 * The customers of a batch, read from a sheet and judged row by row before anything is sent.
 */
import { parseEmail, parseFullName, parseTelephone } from "@vintem/domain/customer"
import { parseDocument } from "@vintem/domain/documents"
import { linkTextLimits } from "@vintem/domain/payment-link"
import * as Result from "effect/Result"
import { readReais } from "./reais.ts"
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

/** Rows without any cell are left out. A sheet whose first row names no column has none. */
export const readBatchSheet = (text: string): ReadonlyArray<SheetRow> => {
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
    return row.every((cell) => cell === "") ? [] : { line: index + 2, cells, faults: faultsOf(cells) }
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

const faultsOf = (cells: Cells): ReadonlyArray<SheetColumn> =>
  sheetColumns.filter((column) => {
    const cell = cells[column]
    return cell !== undefined && !isGood[column](cell)
  })

/** By the rules that the service reads with. */
const isGood: Readonly<Record<SheetColumn, (cell: string) => boolean>> = {
  name: (cell) => Result.isSuccess(parseFullName(cell)),
  email: (cell) => Result.isSuccess(parseEmail(cell)),
  document: (cell) => Result.isSuccess(parseDocument(cell)),
  phone: (cell) => Result.isSuccess(parseTelephone(cell)),
  amount: (cell) => (readReais(cell) ?? 0) >= 0.01,
  title: (cell) => [...cell].length <= linkTextLimits.title.max,
  reference: (cell) => [...cell].length <= linkTextLimits.reference.max,
}

/** A row as requests write a customer. */
export const customerOf = ({ cells }: SheetRow) => {
  const { amount, ...texts } = cells
  const reais = amount === undefined ? null : readReais(amount)
  return { ...texts, ...(reais === null ? {} : { amount: reais }) }
}
