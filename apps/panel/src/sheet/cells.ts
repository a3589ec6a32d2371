/**
 * A sheet taken apart into the cells of its rows: rows of a spreadsheet that were pasted, or the text of a CSV file.
 */

/** A row that has something in it. */
export interface SheetLine {
  /** Its row in the spreadsheet, from 1; empty rows count. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

export interface SheetCells {
  readonly rows: ReadonlyArray<SheetLine>
  /** Whether there are more rows than were asked for. */
  readonly isCut: boolean
  /** Whether a row has something beyond the last column that is read. */
  readonly isWide: boolean
  /** The row whose quotation mark is never closed; null if each one is. */
  readonly openQuote: number | null
}

/** Most columns that are read. */
export const columnsMax = 100

/** What can part the cells of a row. */
export const separators = ["\t", ";", ",", "|"] as const
export type Separator = (typeof separators)[number]

/** A row ends with LF, CRLF or CR. Within quotation marks nothing ends, and two of them stand for one. */
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
