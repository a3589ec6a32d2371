/**
 * Rows of a table as CSV, safe to open in a spreadsheet: the one writer of the API, the command line and the panel.
 *
 * `csv` is RFC 4180 and has numbers and times as programs read them. `csv-br` is what spreadsheets in Brazil open by a double click: a mark
 * that says UTF-8, semicolons, decimal commas, and days before months.
 *
 * A spreadsheet splits the text where it was told to: at commas, at semicolons, at tabs or bars. A spreadsheet that splits elsewhere than we
 * do does not see our quotes, because they are not where its cells begin. So a cell must be harmless as a whole, and so must each part that
 * such a spreadsheet would take for a cell.
 *
 * @see docs/decisions/engineering.md#0338
 */
import * as Schema from "effect/Schema"

/** The form of a file: `csv` for programs, `csv-br` for spreadsheets in Brazil. */
export const CsvFormat = Schema.Literals(["csv", "csv-br"])
/** The form of a file. */
export type CsvFormat = typeof CsvFormat.Type

/**
 * A number is given as its text in `number`, with a decimal point: it may begin with a minus, unless it is the first of its row. A time is
 * given as `YYYY-MM-DD HH:MM:SS`.
 */
export type Cell = string | null | { readonly number: string } | { readonly time: string }

interface CsvForm {
  /** What the file begins with. */
  readonly mark: string
  readonly separator: string
  readonly number: (text: string) => string
  readonly time: (text: string) => string
  /** Where the cell begins, or a part that another separator would make a cell; what a spreadsheet drops or does not show; then a sign. */
  readonly signAfterGap: RegExp
  /** What may separate cells or rows in a text, besides the separator that our quotes work for. */
  readonly separates: RegExp
}

const same = (text: string): string => text

// The signs are `=`, `+`, `-`, `@`, and every other character that Unicode folds into one of them or into the minus sign `−`: some spreadsheets
// read the full-width forms as the plain ones. Each run of separators, spaces, control and format characters and quotes is read once.
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

/** What a file of this format begins with. */
export const csvMark = (format: CsvFormat): string => forms[format].mark

/** One record, with the line break that ends it. */
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
 * Puts an apostrophe before every sign that could begin a formula: a spreadsheet would run it, with whatever a payer wrote into a name. And
 * before a tab or a line break at the start, behind which some spreadsheets look for one.
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
