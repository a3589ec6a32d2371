/**
 * A sheet that was pasted: rows of a spreadsheet, or the text of a CSV file.
 */

/** The cells of each row, also of those that are empty. Cells are parted by tabs, semicolons or commas: whichever the first row has. */
export const readSheet = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const separator = separatorOf(text)
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  let cell = ""
  let isQuoted = false
  const endCell = (): void => {
    row.push(cell.trim())
    cell = ""
  }
  const endRow = (): void => {
    endCell()
    rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (isQuoted) {
      // Two quotes stand for one; a quote alone ends what is quoted.
      if (character !== '"') cell += character
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell.trim() === "") {
      cell = ""
      isQuoted = true
    } else if (character === separator) endCell()
    else if (character === "\n") endRow()
    else if (character !== "\r") cell += character
  }
  if (row.length > 0 || cell !== "") endRow()
  return rows
}

const separatorOf = (text: string): string => {
  const end = text.indexOf("\n")
  const first = end === -1 ? text : text.slice(0, end)
  return ["\t", ";"].find((one) => first.includes(one)) ?? ","
}

/** A sheet that spreadsheets open in Brazil: semicolons, and a mark that says UTF-8. */
export const printSheet = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  `\uFEFF${rows.map((row) => `${row.map(printedCell).join(";")}\r\n`).join("")}`

/** A cell that a spreadsheet would take for a formula gets a mark that makes it text. */
const printedCell = (cell: string): string => {
  const safe = /^[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
