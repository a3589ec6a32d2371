/**
 * Writes a sheet as the text of a CSV file.
 */

/** A sheet that spreadsheets open in Brazil: semicolons, and a mark that says UTF-8. */
export const printSheet = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  `\uFEFF${rows.map((row) => `${row.map(printedCell).join(";")}\r\n`).join("")}`

/** A cell that a spreadsheet would take for a formula gets a mark that makes it text. */
const printedCell = (cell: string): string => {
  const safe = /^[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
