/** Background work that the service gave up, and retrying it. */
import { type DeadJobView, panelOperations } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { stateWords } from "../../../src/text/state/words.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered, Failed, Said } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

export const WorkPage = () => {
  const words = useWords()
  const text = useWordsOf(stateWords)
  const { client, may } = usePanel()
  const { query, url } = useLocation()
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(client.deadJobs.list({ query: { page } }), url)
  const command = useCommand()
  const [said, setSaid] = useState("")
  const mayRetry = may(panelOperations.deadJobs.retry)
  return (
    <>
      <PageTitle title={words.pages.work} />
      <Said>{said}</Said>
      <Failed failure={command.failure} />
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={words.pages.work}
              keyOf={({ id }) => id}
              rows={data}
              columns={[
                {
                  title: words.platform.job,
                  cell: ({ kind, name }) => (
                    <>
                      {text.jobs[kind] ?? kind} <code>{name}</code>
                    </>
                  ),
                },
                { title: words.shell.company, cell: ({ company }) => company },
                { title: words.platform.error, cell: ({ reason }) => <code lang="en">{reason}</code> },
                { title: words.fields.created, cell: ({ died_at }) => words.minute(died_at) },
                ...(mayRetry
                  ? [
                      {
                        title: words.platform.retry,
                        cell: ({ id, name }: DeadJobView) => (
                          <Allowed to={panelOperations.deadJobs.retry}>
                            <button
                              type="button"
                              aria-label={`${words.platform.retry}: ${name}`}
                              onClick={() =>
                                command.run(
                                  () => client.deadJobs.retry({ params: { id: String(id) } }),
                                  () => {
                                    setSaid(words.platform.retried)
                                    asking.again()
                                  },
                                )
                              }
                            >
                              {words.platform.retry}
                            </button>
                          </Allowed>
                        ),
                      },
                    ]
                  : []),
              ]}
              empty={<p>{words.platform.noDeadJobs}</p>}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
    </>
  )
}
