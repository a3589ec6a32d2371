/**
 * The customers of a company.
 */
import { panelOperations } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { PageTitle } from "../../parts/page-title.tsx"
import { addressWith, Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

export const CustomersPage = () => {
  const words = useWords()
  const { client, company, may } = usePanel()
  const { query, url } = useLocation()
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(client.customers.list({ params: { company }, query: { page } }), url)
  const orders = pathTo(companyPaths.orders, { company })
  return (
    <>
      <PageTitle title={words.pages.customers} />
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={words.pages.customers}
              keyOf={({ id }) => id}
              rows={data}
              columns={[
                {
                  title: words.fields.fullname,
                  cell: ({ fullname, taxvat }) =>
                    may(panelOperations.orders.list) ? (
                      <a href={addressWith(orders, { q: taxvat })}>{fullname}</a>
                    ) : (
                      fullname
                    ),
                },
                { title: words.fields.email, cell: ({ email }) => email },
                { title: words.fields.taxvat, cell: ({ taxvat }) => taxvat },
                { title: words.fields.telephone, cell: ({ telephone }) => telephone },
                { title: words.fields.created, cell: ({ created_at }) => words.minute(created_at) },
              ]}
              empty={<p>{words.customers.none}</p>}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
    </>
  )
}
