/**
 * Rows of a table as CSV (RFC 4180), safe to open in a spreadsheet.
 *
 * A spreadsheet splits the text where it was told to: at commas, at semicolons (the usual setting in Brazil), at tabs or bars. A
 * spreadsheet that splits at semicolons does not see our quotes, because they are not where its cells begin. So a cell must be harmless as
 * a whole, and so must each part that such a spreadsheet would take for a cell.
 */

/** A number is given as its text in `number`: it may begin with a minus, unless it is the first of its row. */
export type Cell = string | null | { readonly number: string }

/** One record, with the line break that ends it. */
export const csvRow = (cells: ReadonlyArray<Cell>): string => `${cells.map(csvCell).join(",")}\r\n`

const csvCell = (cell: Cell): string => {
  if (cell === null) return ""
  return typeof cell === "string" ? quoted(defused(cell)) : cell.number
}

/**
 * Puts an apostrophe before every sign that could begin a formula: a spreadsheet would run it, with whatever a payer wrote into a name.
 *
 * A formula could begin with the cell, or after a separator in it. What a spreadsheet drops or does not show may stand between.
 *
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const defused = (text: string): string =>
  text.replace(signAfterGap, (whole, gap: string, sign: string, position: number) =>
    sign !== "" && (position === 0 || separator.test(gap)) ? `${gap}'${sign}` : whole,
  )

/** What may separate cells or rows in a text, besides the comma, for which our quotes work. */
const separator = /[;|\t\n\v\f\r\u0085\u2028\u2029]/u

/**
 * The start of the text, or a run of separators, spaces, control and format characters and quotes; then a sign, if there is one. Each run
 * is read once.
 *
 * The signs are `=`, `+`, `-`, `@`, and every other character that Unicode folds into one of them or into the minus sign `−`: some
 * spreadsheets read the full-width forms as the plain ones.
 */
const signAfterGap = /([;|\p{Z}\p{C}"]+|^)([=+\-@−⁺⁻⁼₊₋₌⩵⩶﬩﹢﹣﹦﹫＋－＝＠]?)/gu

/** Quotes every text that a spreadsheet could split or trim. */
const quoted = (text: string): string =>
  /[",;|\p{C}\p{Zl}\p{Zp}]|^\p{Z}|\p{Z}$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
