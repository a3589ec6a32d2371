/**
 * The batches of a company.
 */
import { panelOperations } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useLive } from "../../ask/use-live.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

export const BatchesPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const { query, url } = useLocation()
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(client.paymentLinkBulk.list({ params: { company }, query: { page } }), url)
  useLive(asking, ({ kind }) => kind === "batch")
  return (
    <>
      <PageTitle title={words.pages.batches}>
        <Allowed to={panelOperations.paymentLinkBulk.create}>
          <a class="button main" href={pathTo(companyPaths.newBatch, { company })}>
            {words.batch.make}
          </a>
        </Allowed>
      </PageTitle>
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={words.pages.batches}
              keyOf={({ token }) => token}
              rows={data}
              columns={[
                {
                  title: words.batch.name,
                  cell: ({ name, token }) => <a href={pathTo(companyPaths.batch, { company, token })}>{name}</a>,
                },
                {
                  title: words.order.status,
                  cell: ({ status }) => <span class="mark">{words.batchStatuses[status]}</span>,
                },
                { title: words.batch.progress, cell: ({ processed, total }) => words.batch.made(processed, total) },
                { title: words.link.created, cell: ({ created_at }) => words.minute(created_at) },
              ]}
              empty={<p>{words.batch.none}</p>}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
    </>
  )
}
