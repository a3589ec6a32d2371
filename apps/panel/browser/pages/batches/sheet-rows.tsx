/** The rows of a sheet. A wrong cell shows its fault, and can be corrected in place. */
import { SheetField } from "@vintem/domain/batch"
import { formatDocument } from "@vintem/domain/documents"
import { useId, useState } from "preact/hooks"
import { cellKey, type JudgedRow, type SheetWork } from "../../../src/sheet/batch-sheet.ts"
import { type BatchWords, batchWords } from "../../../src/text/batches/words.ts"
import { Table } from "../../parts/table.tsx"
import { useWords, useWordsOf } from "../../state/language.ts"

/** The number of rows shown, those that need attention first. More would make typing slow. */
const rowsShown = 100

interface SheetRowsProps {
  readonly rows: ReadonlyArray<JudgedRow>
  readonly work: SheetWork
  /** Lines that are in a batch already, and so cannot change. */
  readonly made: ReadonlySet<number>
  /** True once the user has tried to send the rows: from then on the first fault is read aloud. */
  readonly isTried: boolean
  readonly onCell: (line: number, field: SheetField, text: string) => void
  readonly onLeftOut: (line: number, isLeftOut: boolean) => void
}

export const SheetRows = ({ isTried, made, onCell, onLeftOut, rows, work }: SheetRowsProps) => {
  const words = useWords()
  const own = useWordsOf(batchWords)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [typedIn, setTypedIn] = useState<number | null>(null)
  // A row that is being corrected keeps its place when it becomes right, so that the focus stays in it.
  const rankOf = (row: JudgedRow): number => {
    if (isWrong(row, made) || row.line === typedIn || opened.has(row.line)) return 0
    return row.aside === null ? 2 : 1
  }
  const ordered = [0, 1, 2].flatMap((rank) => rows.filter((row) => rankOf(row) === rank))
  const firstWrong = ordered.find((row) => isWrong(row, made))
  const fields = SheetField.literals.filter((field) =>
    rows.some(({ cells, faults }) => cells[field] !== undefined || faults.has(field)),
  )
  return (
    <>
      <Table
        label={words.batch.sheet}
        keyOf={({ line }) => line}
        rows={ordered.slice(0, rowsShown)}
        columns={[
          { title: words.batch.row, cell: ({ line }) => line, isNumber: true },
          {
            title: own.rows.send,
            cell: (row) =>
              made.has(row.line) ? (
                own.rows.made
              ) : (
                <Sent row={row} onLeftOut={(isLeftOut) => onLeftOut(row.line, isLeftOut)} />
              ),
          },
          ...fields.map((field) => ({
            title: own.fields[field],
            cell: (row: JudgedRow) => (
              <Cell
                row={row}
                field={field}
                isOpen={
                  !made.has(row.line) &&
                  (opened.has(row.line) || work.corrected.has(cellKey(row.line, field)) || isWrongIn(row, field))
                }
                isAloud={isTried && row === firstWrong && firstFaultOf(row) === field}
                onText={(text) => {
                  setTypedIn(row.line)
                  onCell(row.line, field, text)
                }}
              />
            ),
          })),
          {
            title: own.rows.edit,
            cell: ({ line }) =>
              made.has(line) ? null : (
                <button
                  type="button"
                  class="plain"
                  aria-label={own.rows.editOf(line)}
                  aria-pressed={opened.has(line)}
                  onClick={() => setOpened(toggled(opened, line))}
                >
                  {own.rows.edit}
                </button>
              ),
          },
        ]}
        empty={null}
      />
      {ordered.length > rowsShown ? <p class="soft">{own.rows.shown(rowsShown, ordered.length)}</p> : null}
    </>
  )
}

const toggled = (lines: ReadonlySet<number>, line: number): ReadonlySet<number> => {
  const others = new Set(lines)
  if (!others.delete(line)) others.add(line)
  return others
}

/** A row that is not sent needs no correction. */
const isWrongIn = ({ faults, isLeftOut }: JudgedRow, field: SheetField): boolean => !isLeftOut && faults.has(field)

const isWrong = ({ faults, isLeftOut, line }: JudgedRow, made: ReadonlySet<number>): boolean =>
  !isLeftOut && faults.size > 0 && !made.has(line)

const firstFaultOf = ({ faults }: JudgedRow): SheetField | undefined =>
  SheetField.literals.find((field) => faults.has(field))

interface SentProps {
  readonly row: JudgedRow
  readonly onLeftOut: (isLeftOut: boolean) => void
}

const Sent = ({ onLeftOut, row: { aside, isLeftOut, line } }: SentProps) => {
  const own = useWordsOf(batchWords)
  return (
    <>
      <input
        type="checkbox"
        aria-label={own.rows.sendOf(line)}
        checked={!isLeftOut}
        onChange={(event) => onLeftOut(!event.currentTarget.checked)}
      />
      {aside !== null && isLeftOut ? <span class="mark"> {own.rows.asides[aside]}</span> : null}
    </>
  )
}

interface CellProps {
  readonly row: JudgedRow
  readonly field: SheetField
  readonly isOpen: boolean
  readonly isAloud: boolean
  readonly onText: (text: string) => void
}

const Cell = ({ field, isAloud, isOpen, onText, row }: CellProps) => {
  const own = useWordsOf(batchWords)
  const id = useId()
  const shown = useShown(row, field)
  if (!isOpen) return <>{shown}</>
  const { cells, line, repaired } = row
  const fault = isWrongIn(row, field) ? saidOf(row, field, own) : null
  const offer = field === "document" && fault !== null ? repaired : undefined
  return (
    <>
      <label class="unseen" for={id}>
        {own.cells.name(own.fields[field], line)}
      </label>
      <input
        id={id}
        value={cells[field] ?? ""}
        autocomplete="off"
        {...(fault === null ? {} : { "aria-invalid": "true" as const, "aria-describedby": `${id}-fault` })}
        onInput={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter would send the batch.
          if (event.key === "Enter") event.preventDefault()
        }}
      />
      {fault === null ? null : (
        <span class="fault" id={`${id}-fault`} role={isAloud ? "alert" : undefined}>
          {fault}
        </span>
      )}
      {offer === undefined ? null : (
        <button type="button" class="plain" onClick={() => onText(formatDocument(offer))}>
          {own.cells.repair(formatDocument(offer))}
        </button>
      )}
    </>
  )
}

/** Shows the value that was read, so that a person who meant another amount or day sees it. */
const useShown = ({ amount, cells, expiry, isPostcodeLeft }: JudgedRow, field: SheetField): string => {
  const words = useWords()
  const own = useWordsOf(batchWords)
  if (field === "amount" && amount !== null) return words.money(amount)
  if (field === "expired_at" && expiry !== null) return words.day(expiry)
  const text = cells[field] ?? "–"
  return field === "cep" && isPostcodeLeft ? `${text} (${own.cells.postcodeLeft})` : text
}

const saidOf = ({ faults }: JudgedRow, field: SheetField, { cells }: BatchWords): string => {
  const fault = faults.get(field) ?? "wrong"
  if (fault === "wrong") return cells.wrong[field]
  if (fault !== "unclear") return cells.faults[fault]
  return field === "expired_at" ? cells.unclear.expired_at : cells.unclear.amount
}
