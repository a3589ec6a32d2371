/**
 * Rows of a table as CSV (RFC 4180), safe to open in a spreadsheet.
 */

/** A number is given as its text in `number`: it may begin with a minus. */
export type Cell = string | null | { readonly number: string }

/** One record, with the line break that ends it. */
export const csvRow = (cells: ReadonlyArray<Cell>): string => `${cells.map(csvCell).join(",")}\r\n`

const csvCell = (cell: Cell): string => {
  if (cell === null) return ""
  return typeof cell === "string" ? quoted(defused(cell)) : cell.number
}

/**
 * A text that a spreadsheet would take for a formula, and run with whatever a payer wrote into a name, gets an apostrophe before it.
 *
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const defused = (text: string): string => (/^[=+\-@\t\r]/u.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
