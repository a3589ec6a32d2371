/**
 * Rows of a table as CSV, safe to open in a spreadsheet: the one writer for the API, the command line and the panel.
 *
 * `csv` is RFC 4180, with numbers and times for programs. `csv-br` opens by a double click in Brazilian spreadsheets: a
 * mark for UTF-8, semicolons, decimal commas, and days before months.
 *
 * A spreadsheet splits the text by its settings: at commas, semicolons, tabs or bars. One that splits elsewhere than we
 * do does not recognise our quotes, because its cells do not begin there. So a cell must be harmless as a whole, and so
 * must each part that such a spreadsheet would take for a cell.
 *
 * @see docs/decisions/engineering.md#0338
 */
import * as Schema from "effect/Schema"

/** The format of a file: `csv` for programs, `csv-br` for spreadsheets in Brazil. */
export const CsvFormat = Schema.Literals(["csv", "csv-br"])
/** The format of a file. */
export type CsvFormat = typeof CsvFormat.Type

/**
 * A number is its text in `number`, with a decimal point. It may begin with a minus, unless it is the first of its row.
 * A time is `YYYY-MM-DD HH:MM:SS`.
 */
export type Cell = string | null | { readonly number: string } | { readonly time: string }

interface CsvForm {
  /** The beginning of the file. */
  readonly mark: string
  readonly separator: string
  readonly number: (text: string) => string
  readonly time: (text: string) => string
  /**
   * Matches the beginning of a cell, or of a part that another separator would make a cell; then anything that a
   * spreadsheet drops or hides; then a sign.
   */
  readonly signAfterGap: RegExp
  /** The characters that may separate cells or rows in a text, besides our own separator, which our quotes protect. */
  readonly separates: RegExp
}

const same = (text: string): string => text

// The signs are `=`, `+`, `-`, `@`, and every other character that Unicode folds into one of them or into the minus
// sign `−`: some spreadsheets read the full-width forms as the plain ones. Each run of separators, spaces, control and
// format characters and quotes is read once.
const forms: Readonly<Record<CsvFormat, CsvForm>> = {
  csv: {
    mark: "",
    separator: ",",
    number: same,
    time: same,
    signAfterGap: /([;|\p{Z}\p{C}"]+|^)([=+\-@−⁺⁻⁼₊₋₌⩵⩶﬩﹢﹣﹦﹫＋－＝＠]?)/gu,
    separates: /[;|\t\n\v\f\r\u0085\u2028\u2029]/u,
  },
  "csv-br": {
    mark: "\uFEFF",
    separator: ";",
    number: (text) => text.replace(".", ","),
    time: (text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)/u, "$3/$2/$1"),
    signAfterGap: /([,|\p{Z}\p{C}"]+|^)([=+\-@−⁺⁻⁼₊₋₌⩵⩶﬩﹢﹣﹦﹫＋－＝＠]?)/gu,
    separates: /[,|\t\n\v\f\r\u0085\u2028\u2029]/u,
  },
}

/** The beginning of a file in this format. */
export const csvMark = (format: CsvFormat): string => forms[format].mark

/** One record with its line break. */
export const csvRow = (cells: ReadonlyArray<Cell>, format: CsvFormat): string => {
  const form = forms[format]
  return `${cells.map((cell) => csvCell(cell, form)).join(form.separator)}\r\n`
}

const csvCell = (cell: Cell, form: CsvForm): string => {
  if (cell === null) return ""
  if (typeof cell === "string") return quoted(defused(cell, form))
  return "number" in cell ? form.number(cell.number) : form.time(cell.time)
}

/**
 * Puts an apostrophe before every sign that could begin a formula: otherwise a spreadsheet would run whatever a payer
 * wrote into a name. Also before a tab or a line break at the start, because some spreadsheets look for a formula after
 * it.
 *
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const defused = (text: string, { separates, signAfterGap }: CsvForm): string =>
  text
    .replace(signAfterGap, (whole, gap: string, sign: string, position: number) =>
      sign !== "" && (position === 0 || separates.test(gap)) ? `${gap}'${sign}` : whole,
    )
    .replace(/^[\t\r\n]/u, "'$&")

/** Quotes every text that a spreadsheet could split or trim. */
const quoted = (text: string): string =>
  /[",;|\p{C}\p{Zl}\p{Zp}]|^\p{Z}|\p{Z}$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
