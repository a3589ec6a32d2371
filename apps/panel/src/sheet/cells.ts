/** Splits a sheet into rows and cells: rows pasted from a spreadsheet, or the text of a CSV file. */

/** A row that is not empty. */
export interface SheetLine {
  /** Its row in the spreadsheet, from 1; empty rows count. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

export interface SheetCells {
  readonly rows: ReadonlyArray<SheetLine>
  /** True if there are more rows than requested. */
  readonly isCut: boolean
  /** True if a row has a value beyond the last column that is read. */
  readonly isWide: boolean
  /** The row whose quotation mark is never closed; null if there is none. */
  readonly openQuote: number | null
}

/** The most columns that are read. */
export const columnsMax = 100

/** Possible separators of cells. */
export const separators = ["\t", ";", ",", "|"] as const
export type Separator = (typeof separators)[number]

/** A row ends with LF, CRLF or CR, except within quotation marks. Two quotation marks stand for one. */
export const readCells = (text: string, separator: Separator, rowsMax: number): SheetCells => {
  const rows: Array<SheetLine> = []
  let [line, cells, cell, isBlank, isWide] = [1, [] as string[], "", true, false]
  let quotedSince: number | null = null
  const endCell = (): void => {
    const trimmed = cell.trim()
    if (cells.length < columnsMax) cells.push(trimmed)
    else isWide ||= trimmed !== ""
    cell = ""
    isBlank = true
  }
  const endRow = (): void => {
    endCell()
    if (cells.some((one) => one !== "")) rows.push({ line, cells })
    cells = []
    line += 1
  }
  let at = 0
  for (; at < text.length && rows.length <= rowsMax; at += 1) {
    const character = text.charAt(at)
    const next = text.charAt(at + 1)
    if (quotedSince !== null) {
      if (character === "\r") {
        if (next !== "\n") cell += "\n"
      } else if (character !== '"') cell += character
      else if (next === '"') {
        cell += '"'
        at += 1
      } else quotedSince = null
    } else if (character === '"' && isBlank) {
      cell = ""
      isBlank = false
      quotedSince = line
    } else if (character === separator) endCell()
    else if (character === "\n" || (character === "\r" && next !== "\n")) endRow()
    else if (character !== "\r") {
      cell += character
      isBlank &&= character.trim() === ""
    }
  }
  const isCut = rows.length > rowsMax
  if (!isCut) endRow()
  return {
    rows: rows.slice(0, rowsMax),
    isCut: isCut || rows.length > rowsMax,
    isWide,
    openQuote: isCut ? null : quotedSince,
  }
}
