/**
 * Writes a sheet as the text of a CSV file that spreadsheets in Brazil open.
 */
import { csvMark, csvRow } from "@vintem/contract"

export const printSheet = (rows: ReadonlyArray<Parameters<typeof csvRow>[0]>): string =>
  rows.reduce((file, row) => file + csvRow(row, "csv-br"), csvMark("csv-br"))
