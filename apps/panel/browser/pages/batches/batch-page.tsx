/** One batch: its progress, which updates by itself, and its results. */
import { type BulkWithLinksView, panelOperations } from "@vintem/contract"
import * as Effect from "effect/Effect"
import { useEffect, useState } from "preact/hooks"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { printSheet } from "../../../src/sheet.ts"
import { type BatchWords, batchWords } from "../../../src/text/batches/words.ts"
import { isLive } from "../../ask/changes.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { useLive } from "../../ask/use-live.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Answered } from "../../parts/said.tsx"
import { saveFile } from "../../parts/save-file.ts"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { useShared } from "../../state/shared.ts"
import { LinkTable } from "../links/link-table.tsx"

/** Milliseconds between two reads of a running batch, while changes are not received. */
const lookEvery = 2_000

export const BatchPage = ({ token }: { readonly token: string }) => {
  const words = useWords()
  const { client, company } = usePanel()
  const asking = useAsked(
    Effect.map(client.paymentLinkBulk.get({ params: { company, token } }), ({ data }) => data),
    token,
  )
  useLive(asking, (change) => change.kind === "batch" && change.token === token)
  const isHeard = useShared(isLive)
  const batch = asking.asked._tag === "Answered" ? asking.asked.value : null
  const isRunning = batch !== null && (batch.status === "pending" || batch.status === "processing")
  const isAsking = asking.asked._tag === "Answered" && asking.asked.isOld
  useEffect(() => {
    // One read at a time: a read without an answer, or after the session has ended, waits.
    if (!isRunning || isAsking || isHeard) return
    const timer = setInterval(() => {
      if (!document.hidden) asking.again()
    }, lookEvery)
    return () => clearInterval(timer)
  }, [isRunning, isAsking, isHeard, asking.again])
  return (
    <>
      <PageTitle title={batch?.name ?? words.pages.batches}>
        <a href={pathTo(companyPaths.batches, { company })}>{words.batch.all}</a>
      </PageTitle>
      <Answered {...asking}>{(one) => <Batch batch={one} isRunning={isRunning} onDone={asking.again} />}</Answered>
    </>
  )
}

interface BatchProps {
  readonly batch: BulkWithLinksView
  readonly isRunning: boolean
  readonly onDone: () => void
}

const Batch = ({ batch, isRunning, onDone }: BatchProps) => {
  const words = useWords()
  const own = useWordsOf(batchWords)
  const { client, company } = usePanel()
  const command = useCommand()
  const [isStopping, setStopping] = useState(false)
  const { errors, payment_links: links, processed, status, token, total } = batch
  return (
    <>
      <section class="card">
        <p role="status">
          <span class="mark">{words.batchStatuses[status]}</span> {words.batch.made(processed, total)}
        </p>
        <progress aria-label={words.batch.progress} value={processed} max={Math.max(total, 1)} />
        <div class="actions">
          {links.length + errors.length === 0 ? null : (
            <button type="button" onClick={() => saveFile(`${batch.name}.csv`, "text/csv", sheetOf(batch, words, own))}>
              {words.batch.download}
            </button>
          )}
          {status === "canceled" ? null : (
            <Allowed to={panelOperations.paymentLinkBulk.addCustomers}>
              <a class="button" href={`${pathTo(companyPaths.newBatch, { company })}?batch=${token}`}>
                {words.batch.add}
              </a>
            </Allowed>
          )}
          {isRunning ? (
            <Allowed to={panelOperations.paymentLinkBulk.cancel}>
              <button type="button" class="danger" onClick={() => setStopping(true)}>
                {words.batch.cancel.verb}
              </button>
            </Allowed>
          ) : null}
        </div>
      </section>
      {errors.length === 0 ? null : (
        <section class="card">
          <h2>{words.batch.errors}</h2>
          <Table
            label={words.batch.errors}
            keyOf={({ index }) => index}
            rows={errors}
            columns={[
              { title: words.batch.row, cell: ({ index }) => index + 1, isNumber: true },
              { title: words.link.reference, cell: ({ reference }) => reference ?? "–" },
              { title: words.platform.error, cell: ({ code }) => own.failures[code] },
            ]}
            empty={null}
          />
        </section>
      )}
      <section class="card">
        <h2>{words.batch.links}</h2>
        <LinkTable label={words.batch.links} links={links} empty={<p>{words.batchStatuses[status]}</p>} />
      </section>
      {isStopping ? (
        <Confirm
          title={words.batch.cancel.verb}
          says={words.batch.cancel.says}
          verb={words.batch.cancel.verb}
          isDangerous
          command={command}
          onConfirm={() =>
            command.run(
              (key) =>
                client.paymentLinkBulk.cancel({ params: { company, token }, headers: { "idempotency-key": key } }),
              () => {
                setStopping(false)
                onDone()
              },
            )
          }
          onClose={() => setStopping(false)}
        />
      ) : null}
    </>
  )
}

/** Includes the customers' contacts, so that the links can be sent from the sheet. */
const sheetOf = (
  { errors, payment_links: links }: BulkWithLinksView,
  words: ReturnType<typeof useWords>,
  { failures, fields }: BatchWords,
): string =>
  printSheet([
    [fields.reference, fields.name, fields.email, fields.phone, fields.amount, words.link.address],
    ...links.map(({ amount, customer_email, customer_name, customer_phone, reference, url }) => [
      reference ?? "",
      customer_name ?? "",
      customer_email ?? "",
      customer_phone ?? "",
      { number: amount.toFixed(2) },
      url,
    ]),
    ...errors.map(({ code, reference }) => [reference ?? "", "", "", "", "", failures[code]]),
  ])
