/**
 * All companies, for operators: creating one, putting it under moderation, and ending that.
 */
import { type PanelCompanyView, panelOperations } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

export const CompaniesPage = () => {
  const words = useWords()
  const { client, may } = usePanel()
  const { query, url } = useLocation()
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(client.companies.list({ query: { page } }), url)
  const command = useCommand()
  const [chosen, setChosen] = useState<PanelCompanyView | null>(null)
  const mayModerate = may(panelOperations.companies.moderate)
  const deedOf = ({ under_moderation }: PanelCompanyView) =>
    under_moderation ? words.platform.letGo : words.platform.moderate
  return (
    <>
      <PageTitle title={words.pages.companies} />
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={words.pages.companies}
              keyOf={({ id }) => id}
              rows={data}
              columns={[
                {
                  title: words.fields.name,
                  cell: ({ id, name }) => <a href={pathTo(companyPaths.orders, { company: id })}>{name}</a>,
                },
                { title: words.fields.taxvat, cell: ({ document }) => document ?? "–" },
                {
                  title: words.order.status,
                  cell: ({ under_moderation }) =>
                    under_moderation ? <span class="mark bad">{words.platform.isModerated}</span> : "–",
                },
                { title: words.fields.created, cell: ({ created_at }) => words.minute(created_at) },
                ...(mayModerate
                  ? [
                      {
                        title: words.link.change,
                        cell: (company: PanelCompanyView) => (
                          <Allowed to={panelOperations.companies.moderate}>
                            <button
                              type="button"
                              class={company.under_moderation ? "" : "danger"}
                              aria-label={`${deedOf(company).verb}: ${company.name}`}
                              onClick={() => setChosen(company)}
                            >
                              {deedOf(company).verb}
                            </button>
                          </Allowed>
                        ),
                      },
                    ]
                  : []),
              ]}
              empty={<p>{words.platform.noCompanies}</p>}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
      {chosen === null ? null : (
        <Confirm
          title={`${deedOf(chosen).verb}: ${chosen.name}`}
          says={deedOf(chosen).says}
          verb={deedOf(chosen).verb}
          isDangerous={!chosen.under_moderation}
          command={command}
          onConfirm={() =>
            command.run(
              () =>
                client.companies.moderate({
                  params: { company: String(chosen.id) },
                  payload: { under_moderation: !chosen.under_moderation },
                }),
              () => {
                setChosen(null)
                asking.again()
              },
            )
          }
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
