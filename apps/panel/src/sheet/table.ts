/**
 * Finds the table in a sheet: the row with the column names, and the rows below. Titles may stand above it, and a line
 * that names the separator (`sep=;`).
 */
import { columnName, type SheetField } from "@vintem/domain/batch"
import * as Result from "effect/Result"
import { readCells, type Separator, type SheetCells, type SheetLine, separators } from "./cells.ts"
import { fieldNamed, isValueLike, type Looks, looksOf } from "./columns.ts"
import { sheetSizeMax } from "./decode.ts"

/** The most rows of a sheet: twenty requests of fifty. */
export const sheetRowsMax = 1_000

/** A column with a name or a value. */
export interface TableColumn {
  /** Its position in a row's cells, from 0. */
  readonly at: number
  /** The title as written; empty for a column without one. */
  readonly title: string
  /** The title in the form that is compared between sheets. */
  readonly name: string
  readonly looks: Looks | null
}

export interface SheetTable {
  readonly columns: ReadonlyArray<TableColumn>
  readonly rows: ReadonlyArray<SheetLine>
}

/**
 * The reason why a text is no table.
 *
 * `no_names`: no row names the columns. `no_rows`: there is none below it. `open_quote`: a quotation mark is never
 * closed, so rows would be lost.
 */
export interface TableRefused {
  readonly reason: "large" | "no_names" | "no_rows" | "rows" | "columns" | "open_quote"
  /** The row of an open quotation mark. */
  readonly line: number | null
}

/** @param text - not blank */
export const readTable = (text: string): Result.Result<SheetTable, TableRefused> => {
  if (text.length > sheetSizeMax) return refused("large")
  const { separator, rest } = withSeparator(text)
  const cells = readCells(rest, separator ?? separatorOf(rest), titlesMax + sheetRowsMax + footersMax)
  if (cells.openQuote !== null) return refused("open_quote", cells.openQuote)
  if (cells.isWide) return refused("columns")
  const header = headerOf(cells)
  if (header === undefined) return refused("no_names")
  const rows = cells.rows.slice(cells.rows.indexOf(header) + 1)
  if (rows.length === 0) return refused("no_rows")
  if (cells.isCut || rows.length > sheetRowsMax + footersMax) return refused("rows")
  return Result.succeed({ columns: columnsOf(header, rows), rows })
}

/**
 * The choices for one text that also hold for another: all of them if the columns are equal. An unused column stays
 * unused only while it looks the same.
 */
export const choicesKept = (
  chosen: ReadonlyMap<number, SheetField | null>,
  text: string,
  other: string,
): ReadonlyMap<number, SheetField | null> => {
  const [columns = [], others = []] = [text, other].map((one) =>
    Result.match(readTable(one), { onFailure: () => [], onSuccess: (table) => table.columns }),
  )
  const namesOf = (all: ReadonlyArray<TableColumn>) => JSON.stringify(all.map(({ at, name }) => [at, name]))
  const looksAt = (all: ReadonlyArray<TableColumn>, place: number) => all.find(({ at }) => at === place)?.looks
  return new Map(
    namesOf(columns) === namesOf(others)
      ? [...chosen].filter(([at, field]) => field !== null || looksAt(columns, at) === looksAt(others, at))
      : [],
  )
}

const refused = (reason: TableRefused["reason"], line: number | null = null) => Result.fail({ reason, line })

/** The most rows above the column names. */
const titlesMax = 10
/** The most rows of totals, which are no customers. */
const footersMax = 3

/** Excel's separator line is no row of the spreadsheet. */
const withSeparator = (text: string): { readonly separator: Separator | undefined; readonly rest: string } => {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text
  const [line, sign] = /^"?sep=(.)"?[\t ;,]*(?:\r\n?|\n|$)/iu.exec(plain) ?? []
  const separator = separators.find((one) => one === sign)
  return line === undefined || separator === undefined
    ? { separator: undefined, rest: plain }
    : { separator, rest: plain.slice(line.length) }
}

/** The separator that gives the most columns a known name. If none does, the one that splits most of the first rows. */
const separatorOf = (text: string): Separator => {
  const tried = separators
    .filter((separator) => text.includes(separator))
    .map((separator) => {
      const cells = readCells(text, separator, titlesMax + 20)
      const header = headerOf(cells)
      return {
        separator,
        known: header === undefined ? 0 : knownIn(header),
        parted: cells.rows.filter((row) => filledIn(row).length > 1).length,
      }
    })
    .toSorted((one, another) => another.known - one.known || another.parted - one.parted)
  return tried[0]?.separator ?? ";"
}

const filledIn = ({ cells }: SheetLine): ReadonlyArray<string> => cells.filter((cell) => cell !== "")
const knownIn = (row: SheetLine): number => row.cells.filter((cell) => fieldNamed(cell) !== undefined).length

/**
 * The first row with the most known names. If there is none, the first of the widest rows: the user then chooses the
 * fields. A row with a value names nothing.
 */
const headerOf = ({ rows }: Pick<SheetCells, "rows">): SheetLine | undefined => {
  const first = rows.slice(0, titlesMax + 1).filter((row) => !row.cells.some(isValueLike))
  const known = Math.max(...first.map(knownIn), 0)
  if (known > 0) return first.find((row) => knownIn(row) === known)
  const widest = Math.max(...rows.slice(0, titlesMax + 1).map((row) => filledIn(row).length), 0)
  return widest < 2 ? undefined : first.find((row) => filledIn(row).length === widest)
}

const columnsOf = ({ cells }: SheetLine, rows: ReadonlyArray<SheetLine>): ReadonlyArray<TableColumn> => {
  const width = Math.max(cells.length, ...rows.map((row) => row.cells.length))
  return Array.from({ length: width }, (_, at) => {
    const title = cells[at] ?? ""
    return { at, title, name: columnName(title), looks: looksOf(rows.map((row) => row.cells[at] ?? "")) }
  }).filter(({ at, title }) => title !== "" || rows.some((row) => (row.cells[at] ?? "") !== ""))
}
