/**
 * Making a batch: a sheet is pasted, each row is judged while one looks, and only a sheet without faults is sent.
 */
import { panelOperations } from "@vintem/contract"
import { batchNameLimits, customersPerRequest } from "@vintem/domain/batch"
import { linkTextLimits } from "@vintem/domain/payment-link"
import * as Effect from "effect/Effect"
import { useMemo, useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import {
  customerOf,
  readBatchSheet,
  type SheetRow,
  sheetColumns,
  sheetRowsMax,
  withFaults,
} from "../../../src/batch-sheet.ts"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { readReais, reaisMax } from "../../../src/reais.ts"
import type { Client } from "../../ask/panel-client.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Field, LongField, Tick } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { RuleChoice } from "../links/rule-choice.tsx"
import { SheetFile } from "./sheet-file.tsx"

/** What is said of the batch as requests write it, for every link. */
interface Whole {
  readonly name?: string
  readonly title?: string
  readonly amount?: number
  readonly expired_at?: string
  readonly payment_link_rule_token?: string
  readonly expire_after_payment?: boolean
}

type Customer = ReturnType<typeof customerOf>

/** A batch that has some rows of the sheet and may lack others: the service takes a part at a time. */
interface Begun {
  readonly token: string
  /** The customers of the first rows, as they were sent. */
  readonly taken: ReadonlyArray<Customer>
}

/** Rows that are shown: those with faults first. More would make typing slow. */
const rowsShown = 100

export const NewBatchPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const { query, route } = useLocation()
  const { batch = "" } = query
  const all = pathTo(companyPaths.batches, { company })
  const command = useCommand()
  const [name, setName] = useState("")
  const [title, setTitle] = useState("")
  const [amount, setAmount] = useState("")
  const [sheet, setSheet] = useState("")
  const [lastDay, setLastDay] = useState("")
  const [rule, setRule] = useState("")
  const [isPaidOnce, setPaidOnce] = useState(false)
  const [begun, setBegun] = useState<Begun | null>(batch === "" ? null : { token: batch, taken: [] })
  const [isTried, setTried] = useState(false)
  const rows = useMemo(() => readBatchSheet(sheet, words.decimalMark), [sheet, words])
  const amountForAll = readReais(amount, words.decimalMark)
  const isAmountGood = amountForAll !== null && amountForAll > 0
  const lacksAmount = ({ cells }: SheetRow): boolean => cells.amount === undefined && !isAmountGood && batch === ""
  const isWrong = (row: SheetRow): boolean => row.faults.length > 0 || lacksAmount(row)
  const from = begun?.taken.length ?? 0
  const judged = withFaults(rows, from, command.failure?.faults)
  const wrong = judged.filter(isWrong)
  const isAmountWrong = begun === null && amount.trim() !== "" && !isAmountGood
  const sheetFaultOf = (read: ReadonlyArray<SheetRow>): string | undefined => {
    const taken = read.slice(0, from).map(customerOf)
    if (begun !== null && JSON.stringify(taken) !== JSON.stringify(begun.taken)) return words.batch.begun(from)
    if (read.length === from) return words.batch.nothingToSend
    if (read.length > sheetRowsMax) return words.batch.tooMany(sheetRowsMax)
    return read.some(isWrong) ? words.batch.rowsWrong : undefined
  }
  const changeSheet = (text: string): void => {
    setSheet(text)
    command.forget() // It was about other rows.
  }
  const { long } = words.link.faults
  const faultOf = (field: string, says: string): string | undefined =>
    command.failure?.faults.has(field) === true ? says : undefined
  const whatIsWrong = (row: SheetRow): string =>
    [
      ...row.faults.map((column) => words.batch.rowFaults[column]),
      ...(lacksAmount(row) ? [words.batch.amountMissing] : []),
    ].join(", ")
  const send = (): void => {
    setTried(true)
    if (isAmountWrong || sheetFaultOf(rows) !== undefined) {
      command.forget()
      return
    }
    const whole: Whole = {
      ...(name.trim() === "" ? {} : { name }),
      ...(title.trim() === "" ? {} : { title }),
      ...(amountForAll === null ? {} : { amount: amountForAll }),
      ...(lastDay === "" ? {} : { expired_at: lastDay }),
      ...(rule === "" ? {} : { payment_link_rule_token: rule }),
      ...(isPaidOnce ? { expire_after_payment: true } : {}),
    }
    command.run(
      (key) => sent(client, company, whole, rows.map(customerOf), begun, key, setBegun),
      (done) => {
        if (done !== null) route(pathTo(companyPaths.batch, { company, token: done.token }))
      },
    )
  }
  return (
    <>
      <PageTitle title={batch === "" ? words.batch.make : words.batch.add}>
        <a href={all}>{words.batch.all}</a>
      </PageTitle>
      <Allowed to={panelOperations.paymentLinkBulk.create}>
        <CommandForm
          class="card"
          command={command}
          verb={words.batch.send(Math.max(rows.length - from, 0))}
          look={all}
          onSubmit={send}
        >
          {begun === null ? (
            <>
              <Field
                label={words.batch.name}
                value={name}
                onValue={setName}
                fault={faultOf("name", long(batchNameLimits.max))}
              />
              <div class="row">
                <Field
                  label={words.batch.titleForAll}
                  value={title}
                  onValue={setTitle}
                  fault={faultOf("title", long(linkTextLimits.title.max))}
                />
                <Field
                  label={words.batch.amountForAll}
                  value={amount}
                  onValue={setAmount}
                  inputMode="decimal"
                  fault={isTried && isAmountWrong ? words.link.faults.amount(words.money(reaisMax)) : undefined}
                />
              </div>
              <div class="row">
                <Field
                  label={words.link.lastDay}
                  type="date"
                  value={lastDay}
                  onValue={setLastDay}
                  fault={faultOf("expired_at", words.link.faults.lastDay)}
                />
                <RuleChoice chosen={rule} onChoice={setRule} />
              </div>
              <Tick label={words.link.once} isOn={isPaidOnce} onChange={setPaidOnce} />
            </>
          ) : command.isRunning || from === 0 ? null : (
            <p class="notice bad" role="alert">
              <a href={pathTo(companyPaths.batch, { company, token: begun.token })}>{words.batch.begun(from)}</a>
            </p>
          )}
          <LongField
            label={words.batch.sheet}
            hint={words.batch.sheetHint}
            rows={8}
            value={sheet}
            onValue={changeSheet}
            fault={isTried ? sheetFaultOf(judged) : undefined}
          />
          <SheetFile onSheet={changeSheet} />
          <p role="status">{rows.length === 0 ? "" : words.batch.read(rows.length, wrong.length)}</p>
        </CommandForm>
      </Allowed>
      {rows.length === 0 ? null : (
        <Table
          label={words.batch.sheet}
          keyOf={({ line }) => line}
          rows={[...wrong, ...judged.filter((row) => !isWrong(row))].slice(0, rowsShown)}
          columns={[
            { title: words.batch.row, cell: ({ line }) => line, isNumber: true },
            ...sheetColumns
              .filter((column) => rows.some(({ cells }) => cells[column] !== undefined))
              .map((column) => ({
                title: words.batch.columns[column],
                // As it was read: whoever pasted another amount sees it.
                cell: ({ amount, cells }: SheetRow) =>
                  column === "amount" && amount !== null ? words.money(amount) : (cells[column] ?? "–"),
              })),
            {
              title: words.order.status,
              cell: (row) =>
                isWrong(row) ? (
                  <span class="mark bad">{`${words.batch.wrong}: ${whatIsWrong(row)}`}</span>
                ) : (
                  <span class="mark good">{words.batch.right}</span>
                ),
            },
          ]}
          empty={null}
        />
      )}
    </>
  )
}

/**
 * As many requests as it takes, each under a key of its own: sent once more, none makes a link twice.
 *
 * @param onTaken - is called after each, so that what was refused goes on from there
 */
const sent = (
  client: Client,
  company: string,
  whole: Whole,
  all: ReadonlyArray<Customer>,
  before: Begun | null,
  key: string,
  onTaken: (begun: Begun) => void,
) =>
  Effect.gen(function* () {
    const size = customersPerRequest.max
    let begun = before
    for (let from = begun?.taken.length ?? 0; from < all.length; from += size) {
      const customers = all.slice(from, from + size)
      const headers = { "idempotency-key": `${key}-${from}` }
      const { data } =
        begun === null
          ? yield* client.paymentLinkBulk.create({ params: { company }, headers, payload: { ...whole, customers } })
          : yield* client.paymentLinkBulk.addCustomers({
              params: { company, token: begun.token },
              headers,
              payload: { customers },
            })
      begun = { token: data.token, taken: all.slice(0, from + size) }
      onTaken(begun)
    }
    return begun
  })
