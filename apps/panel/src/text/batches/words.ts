/**
 * What making a batch from a sheet says, in one language. It comes with the pages of batches.
 */
import type { ItemFailure, SheetField } from "@vintem/domain/batch"
import type { Aside, CellFault } from "../../sheet/batch-sheet.ts"
import type { Looks } from "../../sheet/columns.ts"
import type { FileRefusal } from "../../sheet/decode.ts"
import type { TableRefused } from "../../sheet/table.ts"

export interface BatchWords {
  /** What the boxes of the sheet say. */
  readonly paste: Readonly<
    Record<"fileHint" | "sheetHint" | "rowsWrong" | "nothingToSend" | "amountForAll" | "titleForAll" | "file", string>
  > & {
    readonly read: (rows: number, faults: number) => string
  }
  readonly steps: Readonly<Record<"file" | "check" | "send", string>>
  readonly model: string
  /** Without its ending. */
  readonly modelName: string
  readonly fileRefused: Readonly<Record<FileRefusal | "unreadable", string>>
  readonly tableRefused: Readonly<Record<Exclude<TableRefused["reason"], "rows" | "open_quote">, string>> & {
    readonly rows: (most: number) => string
    readonly open_quote: (line: number) => string
  }
  /** What a column can hold, and the titles of the model sheet. */
  readonly fields: Readonly<Record<SheetField, string>>
  /** Why a customer has no link. */
  readonly failures: Readonly<Record<ItemFailure, string>>
  readonly columns: {
    readonly title: string
    /** @param place - from 1 */
    readonly unnamed: (place: number) => string
    readonly holds: (title: string) => string
    readonly unread: string
    readonly unused: string
    readonly remembered: string
    readonly example: (cell: string) => string
    readonly notRead: (titles: ReadonlyArray<string>) => string
    readonly faults: Readonly<Record<"repeated" | "of_batch" | "nothing", string>> & {
      readonly unread: Readonly<Record<Looks, string>>
    }
    readonly wrong: string
  }
  readonly cells: {
    readonly name: (field: string, line: number) => string
    readonly wrong: Readonly<Record<SheetField, string>>
    readonly unclear: Readonly<Record<"amount" | "expired_at", string>>
    readonly faults: Readonly<Record<Exclude<CellFault, "wrong" | "unclear">, string>>
    readonly postcodeLeft: string
    readonly repair: (document: string) => string
    readonly repairAll: (count: number) => string
  }
  readonly rows: {
    readonly send: string
    readonly sendOf: (line: number) => string
    readonly edit: string
    readonly editOf: (line: number) => string
    readonly made: string
    readonly asides: Readonly<Record<Aside, string>>
    readonly leaveWrong: (count: number) => string
    readonly leftOut: (count: number) => string
    /** @param count - of those that are shown */
    readonly shown: (count: number, all: number) => string
  }
  readonly options: {
    readonly lastDay: string
    readonly more: string
    readonly isLogoShown: string
    readonly areFieldsHidden: string
    readonly ofCompany: string
  }
  readonly plan: {
    readonly title: string
    readonly several: (count: number) => string
    /** @param day - as it is shown; null for none */
    readonly batch: (links: number, day: string | null) => string
    readonly nameWithDay: (name: string, day: string) => string
    readonly made: (links: number, day: string | null) => string
    readonly rest: string
  }
}
