/** The field of each column of a sheet, and choosing it by hand. A column that is not read says so. */
import { SheetField } from "@vintem/domain/batch"
import type { JudgedColumn } from "../../../src/sheet/batch-sheet.ts"
import { type BatchWords, batchWords } from "../../../src/text/batches/words.ts"
import { Choice } from "../../parts/field.tsx"
import { useWordsOf } from "../../state/language.ts"

interface SheetColumnsProps {
  readonly columns: ReadonlyArray<JudgedColumn>
  /** A cell of the column, for recognition. */
  readonly exampleOf: (column: JudgedColumn) => string
  /** @param field - null for a column that is not used */
  readonly onChoice: (column: JudgedColumn, field: SheetField | null) => void
}

/** The choices besides a field. */
type Choosable = SheetField | "unread" | "unused"

export const titleOf = ({ at, title }: JudgedColumn, own: BatchWords): string =>
  title === "" ? own.columns.unnamed(at + 1) : title

export const SheetColumns = ({ columns, exampleOf, onChoice }: SheetColumnsProps) => {
  const own = useWordsOf(batchWords)
  const fields: ReadonlyArray<readonly [Choosable, string]> = SheetField.literals.map((field) => [
    field,
    own.fields[field],
  ])
  return (
    <fieldset>
      <legend>{own.columns.title}</legend>
      <div class="row">
        {columns.map((column) => {
          const isUnread = column.field === null && (column.by === "name" || column.fault !== null)
          const example = exampleOf(column)
          const hints = [
            ...(column.by === "company" ? [own.columns.remembered] : []),
            ...(example === "" ? [] : [own.columns.example(example)]),
          ]
          return (
            <Choice<Choosable>
              key={column.at}
              label={own.columns.holds(titleOf(column, own))}
              hint={hints.length === 0 ? undefined : hints.join(" ")}
              value={column.field ?? (isUnread ? "unread" : "unused")}
              options={[
                ...(isUnread ? [["unread", own.columns.unread] as const] : []),
                ["unused", own.columns.unused],
                ...fields,
              ]}
              onValue={(value) => {
                if (value !== "unread") onChoice(column, value === "unused" ? null : value)
              }}
              fault={faultOf(column, own)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

const faultOf = ({ fault, looks }: JudgedColumn, { columns }: BatchWords): string | undefined => {
  if (fault === null) return undefined
  if (fault !== "unread") return columns.faults[fault]
  return looks === null ? undefined : columns.faults.unread[looks]
}
