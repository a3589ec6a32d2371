/** The format of exported rows: people get what their spreadsheet reads, programs get what they always got. */
import { CsvFormat } from "@vintem/contract"
import { Effect, Option, Stdio } from "effect"
import { Flag } from "effect/cli"

export type ExportFormat = CsvFormat | "jsonl"

/** The requested format. `json` is the earlier name of `--format jsonl`. */
export const formatFlags = {
  format: Flag.Literals("format", [...CsvFormat.literals, "jsonl"]).pipe(
    Flag.withDescription(
      "csv: RFC 4180, UTF-8. csv-br: for spreadsheets in Brazil. jsonl: one object per line. csv-br on a terminal, csv elsewhere, if " +
        "absent",
    ),
    Flag.optional,
  ),
  json: Flag.Boolean("json").pipe(Flag.withDescription("The same as --format jsonl"), Flag.withDefault(false)),
} as const

interface Asked {
  readonly format: Option.Option<ExportFormat>
  readonly json: boolean
}

/** A program that reads the output gets commas, unless it asks for another separator. */
export const exportFormat = Effect.fnUntraced(function* ({
  format,
  json,
}: Asked): Effect.fn.Return<ExportFormat, never, Stdio.Stdio> {
  if (Option.isSome(format)) return format.value
  if (json) return "jsonl"
  const { stdoutIsTerminal } = yield* Stdio.Stdio
  return (yield* stdoutIsTerminal) ? "csv-br" : "csv"
})
