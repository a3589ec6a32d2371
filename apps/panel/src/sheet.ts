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
