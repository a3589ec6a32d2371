/**
 * All companies, for operators: creating one, putting it under moderation, and ending that.
 */
import { type PanelCompanyView, panelOperations } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { companyWords } from "../../../src/text/company/words.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { NewCompany } from "./new-company.tsx"

export const CompaniesPage = () => {
  const words = useWords()
  const own = useWordsOf(companyWords)
  const { client, may } = usePanel()
  const { query, url } = useLocation()
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(client.companies.list({ query: { page } }), url)
  const command = useCommand()
  const [isMaking, setMaking] = useState(false)
  const [chosen, setChosen] = useState<PanelCompanyView | null>(null)
  const mayModerate = may(panelOperations.companies.moderate)
  const deedOf = ({ under_moderation }: PanelCompanyView) =>
    under_moderation ? words.platform.letGo : words.platform.moderate
  const make = (
    <Allowed to={panelOperations.companies.create}>
      <button type="button" class="main" onClick={() => setMaking(true)}>
        {own.make.verb}
      </button>
    </Allowed>
  )
  return (
    <>
      <PageTitle title={words.pages.companies}>{make}</PageTitle>
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
              empty={
                <>
                  <p>{words.platform.noCompanies}</p>
                  <div class="actions">{make}</div>
                </>
              }
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
      {isMaking ? <NewCompany onClose={() => setMaking(false)} /> : null}
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
