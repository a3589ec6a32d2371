/** Makes a batch in three steps: paste or choose a sheet, check its columns and cells, send the correct rows. */
import { panelOperations } from "@vintem/contract"
import type { SheetField } from "@vintem/domain/batch"
import { instant, saoPauloDate } from "@vintem/domain/calendar"
import { formatDocument } from "@vintem/domain/documents"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { useMemo, useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import {
  type Circumstances,
  cellKey,
  type JudgedSheet,
  judgeSheet,
  mappingOf,
  noWork,
  type SheetWork,
} from "../../../src/sheet/batch-sheet.ts"
import { amountsOf, type BatchDraft, newBatchDraft, termsOf } from "../../../src/sheet/batch-terms.ts"
import { type MadeBatch, type PlannedPart, planBatches } from "../../../src/sheet/plan.ts"
import { choicesKept, readTable, sheetRowsMax, type TableRefused } from "../../../src/sheet/table.ts"
import { type BatchWords, batchWords } from "../../../src/text/batches/words.ts"
import { failureOf } from "../../ask/failure.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { LongField, Tick } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { BatchOptions } from "./batch-options.tsx"
import { MadeBatches, PlannedBatches } from "./planned-batches.tsx"
import { sendPlan } from "./send-plan.ts"
import { SheetColumns, titleOf } from "./sheet-columns.tsx"
import { SheetFile } from "./sheet-file.tsx"
import { SheetRows } from "./sheet-rows.tsx"

const nothingRead: JudgedSheet = { columns: [], rows: [] }

export const NewBatchPage = () => {
  const words = useWords()
  const own = useWordsOf(batchWords)
  const { client, company } = usePanel()
  const { query, route } = useLocation()
  const { batch = "" } = query
  const isAdded = batch !== ""
  const all = pathTo(companyPaths.batches, { company })
  const command = useCommand()
  const { asked } = useAsked(client.sheetMappings.list({ params: { company } }), company)
  const [draft, setDraft] = useState(newBatchDraft)
  const [text, setText] = useState("")
  const [work, setWork] = useState(noWork)
  const [isLeavingWrong, setLeavingWrong] = useState(false)
  const [isTried, setTried] = useState(false)
  const before: ReadonlyArray<MadeBatch> = isAdded ? [{ lastDay: null, token: batch, lines: [] }] : []
  const [made, setMade] = useState(before)

  const known = asked._tag === "Answered" ? asked.value.data : null
  const amounts = amountsOf(draft, words.decimalMark)
  const hasAmount = typeof amounts.amount === "number"
  const table = useMemo(() => (text.trim() === "" ? null : readTable(text)), [text])
  const sheet = useMemo(() => {
    if (table === null || Result.isFailure(table)) return nothingRead
    const given: Circumstances = {
      known: known?.map(({ columns }) => columns) ?? [],
      decimalMark: words.decimalMark,
      today: saoPauloDate(instant(Date.now())),
      hasAmount,
      isAdded,
    }
    return judgeSheet(table.success, work, given)
  }, [table, work, known, words, hasAmount, isAdded])
  const plan = planBatches(sheet.rows, draft.lastDay === "" ? null : draft.lastDay, made)
  const count = plan.reduce((sum, one) => sum + one.count, 0)
  const madeLines = new Set(made.flatMap(({ lines }) => lines))
  const isBegun = madeLines.size > 0
  const wrong = sheet.rows.filter(
    ({ faults, isLeftOut, line }) => !isLeftOut && faults.size > 0 && !madeLines.has(line),
  )

  const change = (changed: Partial<SheetWork>): void => setWork((was) => ({ ...was, ...changed }))
  const changeSheet = (changed: string): void => {
    setText(changed)
    setWork({ ...noWork, chosen: choicesKept(work.chosen, text, changed) })
    setLeavingWrong(false)
    command.forget() // The failure was about other rows.
  }
  const correct = (cells: ReadonlyArray<readonly [line: number, field: SheetField, text: string]>): void => {
    command.forget()
    change({
      corrected: new Map([
        ...work.corrected,
        ...cells.map(([line, field, cell]) => [cellKey(line, field), cell] as const),
      ]),
    })
  }

  const columnsWrong = sheet.columns.some(({ fault }) => fault !== null)
  const isNothingRead = sheet.columns.length > 0 && sheet.columns.every(({ field }) => field === null)
  const areRowsWrong = wrong.length > 0 && !isLeavingWrong
  /** Columns and cells show their own faults. */
  const sheetFault = ((): string | undefined => {
    if (table === null) return own.paste.nothingToSend
    if (Result.isFailure(table)) return refusalOf(table.failure, own)
    if (isNothingRead) return own.columns.faults.nothing
    return columnsWrong || areRowsWrong || count > 0 ? undefined : own.paste.nothingToSend
  })()
  const areAmountsWrong = !isAdded && (amounts.amount === undefined || amounts.additional === undefined)

  const send = (): void => {
    setTried(true)
    if (sheetFault !== undefined || columnsWrong || areRowsWrong || areAmountsWrong) {
      command.forget()
      return
    }
    const mapping = mappingOf(sheet.columns)
    // The batch is made even if the mapping cannot be saved.
    if (mapping !== null) {
      Effect.runFork(Effect.ignore(client.sheetMappings.keep({ params: { company }, payload: { columns: mapping } })))
    }
    command.run(
      (key) =>
        sendPlan({
          client,
          company,
          plan,
          made,
          key,
          terms: termsOf(draft, words.decimalMark),
          nameOf: (lastDay) => nameOf(draft, plan.length > 1 ? lastDay : null),
          onMade: setMade,
          onRefused: (part, error) => setWork((was) => ({ ...was, refused: refusedCells(part, error) })),
        }),
      (done) => {
        const [only, another] = done
        route(
          only === undefined || another !== undefined
            ? all
            : pathTo(companyPaths.batch, { company, token: only.token }),
        )
      },
    )
  }
  const nameOf = ({ name }: BatchDraft, lastDay: string | null): string =>
    lastDay === null ? name.trim() : own.plan.nameWithDay(name.trim(), words.day(lastDay))

  const unread = sheet.columns.filter(({ field }) => field === null)
  const leftOut = sheet.rows.filter(({ isLeftOut }) => isLeftOut).length + (isLeavingWrong ? wrong.length : 0)
  const repairs = wrong.flatMap(({ faults, line, repaired }) =>
    faults.has("document") && repaired !== undefined ? [[line, "document", formatDocument(repaired)] as const] : [],
  )
  const firstCellOf = (at: number): string => {
    if (table === null || Result.isFailure(table)) return ""
    return (table.success.rows.find(({ cells }) => (cells[at] ?? "") !== "")?.cells[at] ?? "").slice(0, 60)
  }
  return (
    <>
      <PageTitle title={isAdded ? words.batch.add : words.batch.make}>
        <a href={all}>{words.batch.all}</a>
      </PageTitle>
      <Allowed to={panelOperations.paymentLinkBulk.create}>
        <CommandForm class="card" command={command} verb={words.batch.send(count)} look={all} onSubmit={send}>
          {isBegun ? (
            <MadeBatches made={made} isRunning={command.isRunning} />
          ) : (
            <>
              <h2>{own.steps.file}</h2>
              <LongField
                label={words.batch.sheet}
                hint={own.paste.sheetHint}
                rows={8}
                value={text}
                onValue={changeSheet}
                fault={isTried ? sheetFault : undefined}
              />
              <SheetFile onSheet={changeSheet} />
            </>
          )}
          <h2>{own.steps.check}</h2>
          <p role="status">
            {saidOf({ sheet, table, wrong: wrong.length, leftOut, columnsWrong, unread }, own)}
            {isTried && areRowsWrong ? ` ${own.paste.rowsWrong}` : ""}
          </p>
          {isBegun || sheet.columns.length === 0 ? null : (
            <SheetColumns
              columns={sheet.columns}
              exampleOf={({ at }) => firstCellOf(at)}
              onChoice={({ at }, field) => change({ chosen: new Map([...work.chosen, [at, field]]) })}
            />
          )}
          {sheet.rows.length === 0 ? null : (
            <SheetRows
              rows={sheet.rows}
              work={work}
              isTried={isTried}
              made={madeLines}
              onCell={(line, field, cell) => correct([[line, field, cell]])}
              onLeftOut={(line, isLeftOut) => change({ leftOut: new Map([...work.leftOut, [line, isLeftOut]]) })}
            />
          )}
          {repairs.length === 0 ? null : (
            <button type="button" onClick={() => correct(repairs)}>
              {own.cells.repairAll(repairs.length)}
            </button>
          )}
          {wrong.length === 0 ? null : (
            <Tick label={own.rows.leaveWrong(wrong.length)} isOn={isLeavingWrong} onChange={setLeavingWrong} />
          )}
          <h2>{own.steps.send}</h2>
          {isAdded || isBegun ? null : (
            <BatchOptions
              draft={draft}
              onDraft={(changed) => setDraft((was) => ({ ...was, ...changed }))}
              refused={command.failure?.faults}
              isTried={isTried}
            />
          )}
          <PlannedBatches plan={plan} />
        </CommandForm>
      </Allowed>
    </>
  )
}

const refusalOf = ({ line, reason }: TableRefused, { tableRefused }: BatchWords): string => {
  if (reason === "rows") return tableRefused.rows(sheetRowsMax)
  return reason === "open_quote" ? tableRefused.open_quote(line ?? 1) : tableRefused[reason]
}

interface Summary extends Record<"wrong" | "leftOut", number> {
  readonly sheet: JudgedSheet
  readonly table: ReturnType<typeof readTable> | null
  readonly columnsWrong: boolean
  readonly unread: JudgedSheet["columns"]
}

/** A summary of what was read from the sheet, and what was not. */
const saidOf = ({ columnsWrong, leftOut, sheet, table, unread, wrong }: Summary, own: BatchWords): string => {
  if (table === null) return ""
  if (Result.isFailure(table)) return refusalOf(table.failure, own)
  return [
    columnsWrong ? own.columns.wrong : own.paste.read(sheet.rows.length, wrong),
    ...(leftOut === 0 ? [] : [own.rows.leftOut(leftOut)]),
    ...(unread.length === 0 ? [] : [own.columns.notRead(unread.map((column) => titleOf(column, own)))]),
  ].join(" ")
}

/** The cells that the service refused: `customers.4.amount` is the amount in a part's fifth row. */
const refusedCells = ({ rows }: PlannedPart, error: unknown): ReadonlyMap<string, string> => {
  const { faults } = failureOf(error)
  return new Map(
    rows.flatMap(({ cells, line }, at) =>
      Object.entries(cells).flatMap(([field, cell]) => {
        const isOfRow = faults.has(`customers.${at}.${field}`) || (field === "expired_at" && faults.has(field))
        return isOfRow ? [[`${line} ${field}`, cell] as const] : []
      }),
    ),
  )
}
