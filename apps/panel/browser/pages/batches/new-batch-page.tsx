/**
 * Making a batch: a sheet is pasted, each row is judged while one looks, and only a sheet without faults is sent.
 */
import { panelOperations } from "@vintem/contract"
import { customersPerRequest } from "@vintem/domain/batch"
import * as Effect from "effect/Effect"
import { useMemo, useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { customerOf, readBatchSheet, type SheetRow, sheetColumns, sheetRowsMax } from "../../../src/batch-sheet.ts"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { readReais, reaisMax } from "../../../src/reais.ts"
import type { Client } from "../../ask/panel-client.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Field, LongField } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { SheetFile } from "./sheet-file.tsx"

/** Rows that are shown: those with faults first. More would make typing slow. */
const rowsShown = 100

export const NewBatchPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const { route } = useLocation()
  const command = useCommand()
  const [name, setName] = useState("")
  const [title, setTitle] = useState("")
  const [amount, setAmount] = useState("")
  const [sheet, setSheet] = useState("")
  const [isTried, setTried] = useState(false)
  const rows = useMemo(() => readBatchSheet(sheet, words.decimalMark), [sheet, words])
  const amountForAll = readReais(amount, words.decimalMark)
  const isAmountGood = amountForAll !== null && amountForAll > 0
  const lacksAmount = ({ cells }: SheetRow): boolean => cells.amount === undefined && !isAmountGood
  const isWrong = (row: SheetRow): boolean => row.faults.length > 0 || lacksAmount(row)
  const wrong = rows.filter(isWrong)
  const amountFault = amount.trim() === "" || isAmountGood ? undefined : words.link.faults.amount(words.money(reaisMax))
  const sheetFault =
    rows.length === 0
      ? words.batch.nothingToSend
      : rows.length > sheetRowsMax
        ? words.batch.tooMany(sheetRowsMax)
        : wrong.length > 0
          ? words.batch.rowsWrong
          : undefined
  const faultOf = (field: string): string | undefined =>
    command.failure?.faults.has(field) === true ? words.link.faults.other : undefined
  const whatIsWrong = (row: SheetRow): string =>
    [
      ...row.faults.map((column) => words.batch.rowFaults[column]),
      ...(lacksAmount(row) ? [words.batch.amountMissing] : []),
    ].join(", ")
  const send = (): void => {
    setTried(true)
    if (amountFault !== undefined || sheetFault !== undefined) {
      command.forget()
      return
    }
    const whole = {
      ...(name.trim() === "" ? {} : { name }),
      ...(title.trim() === "" ? {} : { title }),
      ...(amountForAll === null ? {} : { amount: amountForAll }),
    }
    command.run(
      (key) => sent(client, company, whole, rows, key),
      (token) => route(pathTo(companyPaths.batch, { company, token })),
    )
  }
  return (
    <>
      <PageTitle title={words.batch.make}>
        <a href={pathTo(companyPaths.batches, { company })}>{words.batch.all}</a>
      </PageTitle>
      <Allowed to={panelOperations.paymentLinkBulk.create}>
        <CommandForm class="card" command={command} verb={words.batch.send(rows.length)} onSubmit={send}>
          <Field label={words.batch.name} value={name} onValue={setName} fault={faultOf("name")} />
          <div class="row">
            <Field label={words.batch.titleForAll} value={title} onValue={setTitle} fault={faultOf("title")} />
            <Field
              label={words.batch.amountForAll}
              value={amount}
              onValue={setAmount}
              inputMode="decimal"
              fault={isTried ? amountFault : undefined}
            />
          </div>
          <LongField
            label={words.batch.sheet}
            hint={words.batch.sheetHint}
            rows={8}
            value={sheet}
            onValue={setSheet}
            fault={isTried ? sheetFault : undefined}
          />
          <SheetFile onSheet={setSheet} />
          <p role="status">{rows.length === 0 ? "" : words.batch.read(rows.length, wrong.length)}</p>
        </CommandForm>
      </Allowed>
      {rows.length === 0 ? null : (
        <Table
          label={words.batch.sheet}
          keyOf={({ line }) => line}
          rows={[...wrong, ...rows.filter((row) => !isWrong(row))].slice(0, rowsShown)}
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
 * @returns the token of the batch
 */
const sent = (
  client: Client,
  company: string,
  whole: { readonly name?: string; readonly title?: string; readonly amount?: number },
  rows: ReadonlyArray<SheetRow>,
  key: string,
) =>
  Effect.gen(function* () {
    const customers = rows.map(customerOf)
    const size = customersPerRequest.max
    const { data } = yield* client.paymentLinkBulk.create({
      params: { company },
      headers: { "idempotency-key": key },
      payload: { ...whole, customers: customers.slice(0, size) },
    })
    for (let from = size; from < customers.length; from += size) {
      yield* client.paymentLinkBulk.addCustomers({
        params: { company, token: data.token },
        headers: { "idempotency-key": `${key}-${from}` },
        payload: { customers: customers.slice(from, from + size) },
      })
    }
    return data.token
  })
