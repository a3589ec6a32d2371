/**
 * Reads the customers of a batch from a sheet: the field of each column and the fault of each cell, before anything is
 * sent.
 *
 * Nothing is dropped silently. An unread column is listed, and blocks the sheet if it looks like an amount, a date or a
 * document. A row that is no customer is shown as left out.
 */
import { columnName, mappingFor, SheetField, type SheetMapping, type SheetMappings } from "@vintem/domain/batch"
import type { LocalDate } from "@vintem/domain/calendar"
import { addressLimits, parseEmail, parseFullName, parsePostalCode, parseTelephone } from "@vintem/domain/customer"
import { type Document, parseDocument, withLostZeros } from "@vintem/domain/documents"
import { linkTextLimits } from "@vintem/domain/payment-link"
import { parseText } from "@vintem/domain/text"
import * as Result from "effect/Result"
import type { DecimalMark } from "../reais.ts"
import { decimalMarkOf, readAmount } from "./amounts.ts"
import type { SheetLine } from "./cells.ts"
import { fieldNamed } from "./columns.ts"
import { dayOrderOf, readDay } from "./days.ts"
import { isDamaged } from "./decode.ts"
import { isExample } from "./model.ts"
import type { SheetTable, TableColumn } from "./table.ts"

/** A column and the source of its field: its name, the company's last sheet with these columns, or the user. */
export interface JudgedColumn extends TableColumn {
  /** Null if it is not read. */
  readonly field: SheetField | null
  readonly by: "name" | "company" | "person"
  /**
   * `repeated`: another column has this field. `unread`: the column is not read but looks important, and the user has
   * not yet said for this sheet that it is not: in the last sheet it may have held other data. `of_batch`: the batch
   * exists, and its last day cannot be changed.
   */
  readonly fault: "repeated" | "unread" | "of_batch" | null
}

/**
 * The fault of a cell.
 *
 * `damaged`: one of its letters was lost. `unclear`: it can be read in two ways. `past`: a day before today. `refused`:
 * the service refused it.
 */
export type CellFault = "missing" | "wrong" | "damaged" | "unclear" | "past" | "refused"

/** The reason why a row is no customer. `empty`: all its read cells are empty. */
export type Aside = "totals" | "example" | "empty"

export interface JudgedRow {
  readonly line: number
  /** Cells that were read or corrected; empty ones are left out. */
  readonly cells: Readonly<Partial<Record<SheetField, string>>>
  /** Reais; null if the row has no valid amount. */
  readonly amount: number | null
  readonly expiry: LocalDate | null
  readonly faults: ReadonlyMap<SheetField, CellFault>
  /** Its document with the zeros that it may have lost. */
  readonly repaired: Document | undefined
  /** True if the payer has to fill in the postal code, because the sheet's does not exist. */
  readonly isPostcodeLeft: boolean
  readonly aside: Aside | null
  readonly isLeftOut: boolean
}

export interface JudgedSheet {
  readonly columns: ReadonlyArray<JudgedColumn>
  readonly rows: ReadonlyArray<JudgedRow>
}

/** The user's decisions about a sheet. */
export interface SheetWork {
  /** Fields by column position; null for a column that is not used. */
  readonly chosen: ReadonlyMap<number, SheetField | null>
  /** Corrected cells by {@link cellKey}. */
  readonly corrected: ReadonlyMap<string, string>
  /** Rows by line that the user left out (true) or restored (false). */
  readonly leftOut: ReadonlyMap<number, boolean>
  /** Texts that the service refused, by {@link cellKey}: a fault until the user changes them. */
  readonly refused: ReadonlyMap<string, string>
}

export const noWork: SheetWork = { chosen: new Map(), corrected: new Map(), leftOut: new Map(), refused: new Map() }

export const cellKey = (line: number, field: SheetField): string => `${line} ${field}`

/** The context for judging a sheet. */
export interface Circumstances {
  readonly known: SheetMappings
  /** The decimal mark of the panel's language. */
  readonly decimalMark: DecimalMark
  readonly today: LocalDate
  /** True if the batch has an amount for customers without one. */
  readonly hasAmount: boolean
  /**
   * True if the customers are added to an existing batch: it has a last day and perhaps an amount that are unknown
   * here.
   */
  readonly isAdded: boolean
}

export const judgeSheet = (table: SheetTable, work: SheetWork, given: Circumstances): JudgedSheet => {
  const columns = judgedColumns(table, work, given)
  const places = SheetField.literals.map(
    (field) => [field, columns.find((one) => one.field === field)?.at ?? -1] as const,
  )
  const lines = table.rows.map((row) => ({ line: row.line, cells: cellsOf(row, places, work), raw: row.cells }))
  const of = (field: SheetField) => lines.flatMap(({ cells }) => cells[field] ?? [])
  const mark = decimalMarkOf(of("amount"), given.decimalMark)
  const order = dayOrderOf(of("expired_at"))
  const asides = asidesOf(lines, mark)
  const rows = lines.map(({ cells, line }): JudgedRow => {
    const aside = asides.get(line) ?? null
    const amount = cells.amount === undefined ? null : readAmount(cells.amount, mark)
    const expiry = cells.expired_at === undefined ? null : readDay(cells.expired_at, order)
    const faults = faultsOf({ line, cells, amount, expiry }, work, given)
    return {
      line,
      cells,
      amount: amount === "unclear" ? null : amount,
      expiry: expiry === "unclear" ? null : expiry,
      faults,
      repaired: faults.has("document") ? withLostZeros(cells.document ?? "") : undefined,
      isPostcodeLeft: cells.cep !== undefined && Result.isFailure(parsePostalCode(cells.cep)),
      aside,
      isLeftOut: work.leftOut.get(line) ?? aside !== null,
    }
  })
  return { columns, rows }
}

const judgedColumns = (
  { columns, rows }: SheetTable,
  { chosen }: SheetWork,
  { isAdded, known }: Circumstances,
): ReadonlyArray<JudgedColumn> => {
  const kept = mappingFor(
    known,
    columns.map(({ name }) => name),
  )
  const cellsAt = (at: number) => rows.map(({ cells }) => cells[at] ?? "")
  const read = columns.map((column, place) => {
    const byPerson = chosen.get(column.at)
    if (byPerson !== undefined) return { ...column, field: byPerson, by: "person" as const }
    if (kept !== undefined) return { ...column, field: kept[place] ?? null, by: "company" as const }
    return { ...column, field: fieldNamed(column.title, cellsAt(column.at)) ?? null, by: "name" as const }
  })
  return read.map((column): JudgedColumn => {
    const isRepeated = read.filter(({ field }) => field === column.field).length > 1
    const fault = (): JudgedColumn["fault"] => {
      if (column.field === null) return column.by !== "person" && column.looks !== null ? "unread" : null
      if (column.field === "expired_at" && isAdded) return "of_batch"
      return isRepeated ? "repeated" : null
    }
    return { ...column, fault: fault() }
  })
}

/** If two columns have one field, the first is shown. The sheet is blocked until the user chooses one. */
const cellsOf = (
  { cells, line }: SheetLine,
  places: ReadonlyArray<readonly [field: SheetField, at: number]>,
  { corrected }: SheetWork,
): JudgedRow["cells"] => {
  const found: Partial<Record<SheetField, string>> = {}
  for (const [field, at] of places) {
    const text = (corrected.get(cellKey(line, field)) ?? cells[at] ?? "").trim()
    if (text !== "") found[field] = text
  }
  return found
}

interface ReadLine {
  readonly line: number
  readonly cells: JudgedRow["cells"]
  /** Unparsed cells, in column order. */
  readonly raw: ReadonlyArray<string>
}

/** The beginnings of a totals row's label. A customer may have such a name, too. */
const total = /^(?:(?:valor|sub|grand) ?)?(?:tota(?:ls?|is)|soma|sum)(?: geral| a receber)?\b/u

const isTotal = (cell: string): boolean => total.exec(columnName(cell))?.[0] === columnName(cell)

/** Rows that are no customers, by line. */
const asidesOf = (lines: ReadonlyArray<ReadLine>, mark: DecimalMark | null): ReadonlyMap<number, Aside> => {
  const named = lines.flatMap((line): ReadonlyArray<readonly [number, Aside]> => {
    const aside = asideNamed(line)
    return aside === null ? [] : [[line.line, aside]]
  })
  const found = new Map(named)
  const last = lines.findLast(({ line }) => !found.has(line))
  const others = lines.filter(({ line }) => line !== last?.line && !found.has(line))
  return last !== undefined && isSum(last, others, mark) ? found.set(last.line, "totals") : found
}

const isSomebody = ({ cells }: ReadLine): boolean =>
  cells.email !== undefined || cells.document !== undefined || cells.phone !== undefined

const asideNamed = (line: ReadLine): Aside | null => {
  const { cells, raw } = line
  if (!isSomebody(line) && raw.some(isTotal)) return "totals"
  if (isExample(cells)) return "example"
  return Object.keys(cells).length === 0 ? "empty" : null
}

/**
 * True if the last row is a footer: it names nobody, and its amount is the sum of all others. It has only an amount; or
 * a label of its own, if all other rows have contacts; or a label that begins like a total's.
 */
const isSum = (last: ReadLine, others: ReadonlyArray<ReadLine>, mark: DecimalMark | null): boolean => {
  const centavosOf = ({ cells }: ReadLine): number => {
    const amount = readAmount(cells.amount ?? "", mark)
    return typeof amount === "number" ? Math.round(amount * 100) : 0
  }
  const isAlone = last.raw.filter((cell) => cell !== "").length === 1 && last.cells.amount !== undefined
  const haveMore = others.length > 1 && others.every(({ cells }) => Object.keys(cells).length > 1)
  const isLabelled = others.every(isSomebody) || last.raw.some((cell) => total.test(columnName(cell)))
  const isFooter = last.cells.amount !== undefined && !isSomebody(last) && (isAlone || isLabelled)
  return isFooter && haveMore && centavosOf(last) === others.reduce((sum, one) => sum + centavosOf(one), 0)
}

interface ReadRow {
  readonly line: number
  readonly cells: JudgedRow["cells"]
  readonly amount: ReturnType<typeof readAmount>
  readonly expiry: ReturnType<typeof readDay>
}

const faultsOf = (
  { amount, cells, expiry, line }: ReadRow,
  { refused }: SheetWork,
  { hasAmount, isAdded, today }: Circumstances,
): JudgedRow["faults"] => {
  const faultOf = (field: SheetField): CellFault | null => {
    const cell = cells[field]
    if (cell === undefined) return field === "amount" && !hasAmount && !isAdded ? "missing" : null
    if (isDamaged(cell)) return "damaged"
    if (refused.get(cellKey(line, field)) === cell) return "refused"
    if (field === "amount") return faultOfRead(amount)
    if (field === "expired_at") return faultOfRead(expiry) ?? (expiry !== null && expiry < today ? "past" : null)
    return isGoodText[field](cell) ? null : "wrong"
  }
  return new Map(
    SheetField.literals.flatMap((field) => {
      const fault = faultOf(field)
      return fault === null ? [] : [[field, fault] as const]
    }),
  )
}

const faultOfRead = (read: number | string | null): CellFault | null => {
  if (read === "unclear") return "unclear"
  return read === null ? "wrong" : null
}

/** The service's own rules. A postal code that does not exist is left to the payer, as there. */
const isGoodText: Readonly<Record<Exclude<SheetField, "amount" | "expired_at">, (cell: string) => boolean>> = {
  name: (cell) => Result.isSuccess(parseFullName(cell)),
  email: (cell) => Result.isSuccess(parseEmail(cell)),
  document: (cell) => Result.isSuccess(parseDocument(cell)),
  phone: (cell) => Result.isSuccess(parseTelephone(cell)),
  title: (cell) => Result.isSuccess(parseText(cell, linkTextLimits.title)),
  description: (cell) => Result.isSuccess(parseText(cell, linkTextLimits.description)),
  cep: () => true,
  number: (cell) => Result.isSuccess(parseText(cell, addressLimits.number)),
  reference: (cell) => Result.isSuccess(parseText(cell, linkTextLimits.reference)),
}

/** A row as a customer in a request. */
export const customerOf = ({ amount, cells, isPostcodeLeft }: JudgedRow) => {
  const { amount: _amount, cep, expired_at: _expiry, ...texts } = cells
  return {
    ...texts,
    ...(cep === undefined || isPostcodeLeft ? {} : { cep }),
    ...(amount === null ? {} : { amount }),
  }
}

/** The mapping to store for the company's sheets with these columns; null if nothing was chosen by hand. */
export const mappingOf = (columns: ReadonlyArray<JudgedColumn>): SheetMapping | null =>
  columns.some(({ by }) => by === "person") ? columns.map(({ field, name }) => ({ name, field })) : null
