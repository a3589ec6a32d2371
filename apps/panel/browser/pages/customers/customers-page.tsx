/** The customers of a company. The search is in the address. */
import { panelOperations } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { soughtBy } from "../../../src/orders-search.ts"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { shownPerson } from "../../../src/person.ts"
import { customerWords } from "../../../src/text/customers/words.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Field } from "../../parts/field.tsx"
import { FilterForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { addressWith, Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

/** The filter for a text; null if it is neither a document nor an e-mail. */
const filterFor = (text: string) => {
  const sought = soughtBy(text)
  switch (sought._tag) {
    case "everything":
      return {}
    case "document":
      return { taxvat: sought.document }
    case "email":
      return { email: sought.email }
    default:
      return null
  }
}

export const CustomersPage = () => {
  const words = useWords()
  const own = useWordsOf(customerWords)
  const { client, company } = usePanel()
  const { query, url } = useLocation()
  const filter = filterFor(query["q"] ?? "") ?? {}
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(client.customers.list({ params: { company }, query: { ...filter, page } }), url)
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <>
      <PageTitle title={words.pages.customers} />
      <Search key={url} text={query["q"] ?? ""} />
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={words.pages.customers}
              keyOf={({ id }) => id}
              rows={data.map((customer) => shownPerson(customer, words))}
              columns={[
                {
                  title: words.fields.fullname,
                  cell: ({ fullname, id }) => (
                    <a href={pathTo(companyPaths.customer, { company, customer: id })}>{fullname}</a>
                  ),
                },
                { title: words.fields.email, cell: ({ email }) => email },
                { title: words.fields.taxvat, cell: ({ taxvat }) => taxvat },
                { title: words.fields.telephone, cell: ({ telephone }) => telephone },
                { title: words.fields.created, cell: ({ created_at }) => words.minute(created_at) },
              ]}
              empty={isNarrowed ? <p>{own.noneFound}</p> : <NoCustomers />}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
    </>
  )
}

const NoCustomers = () => {
  const words = useWords()
  const own = useWordsOf(customerWords)
  const { company } = usePanel()
  return (
    <>
      <p>{own.none}</p>
      <Allowed to={panelOperations.paymentLinks.create}>
        <p>
          <a class="button" href={pathTo(companyPaths.newLink, { company })}>
            {words.link.make}
          </a>
        </p>
      </Allowed>
    </>
  )
}

const Search = ({ text: before }: { readonly text: string }) => {
  const own = useWordsOf(customerWords)
  const { path, route } = useLocation()
  const [text, setText] = useState(before)
  const [isWrong, setWrong] = useState(filterFor(before) === null)
  return (
    <search>
      <FilterForm
        verb={own.search}
        onSubmit={() => {
          const isRight = filterFor(text) !== null
          setWrong(!isRight)
          if (isRight) route(addressWith(path, { q: text.trim() }))
        }}
      >
        <Field
          label={own.search}
          hint={own.searchHint}
          type="search"
          value={text}
          onValue={setText}
          fault={isWrong ? own.searchWrong : undefined}
        />
      </FilterForm>
    </search>
  )
}
