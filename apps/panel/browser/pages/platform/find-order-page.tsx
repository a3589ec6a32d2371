/**
 * Finds the company of an order. Supports a payer who knows the order's number or address, and not the company's name.
 */
import type { FoundOrderView } from "@vintem/contract"
import * as Effect from "effect/Effect"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { keyIn } from "../../../src/orders-search.ts"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { Field } from "../../parts/field.tsx"
import { FilterForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { addressWith } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { StatusMark } from "../../parts/status-mark.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

export const FindOrderPage = () => {
  const words = useWords()
  const { path, query, route } = useLocation()
  const asked = query["q"] ?? ""
  const [text, setText] = useState(asked)
  const [isWrong, setWrong] = useState(false)
  return (
    <>
      <PageTitle title={words.pages.findOrder} />
      <search>
        <FilterForm
          verb={words.order.find}
          onSubmit={() => {
            const isRight = keyIn(text) !== null
            setWrong(!isRight)
            if (isRight) route(addressWith(path, { q: text }))
          }}
        >
          <Field
            label={words.order.search}
            hint={words.platform.findHint}
            type="search"
            value={text}
            onValue={setText}
            fault={isWrong ? words.platform.findWrong : undefined}
          />
        </FilterForm>
      </search>
      {keyIn(asked) === null ? null : <Found key={asked} name={keyIn(asked) ?? ""} />}
    </>
  )
}

const Found = ({ name }: { readonly name: string }) => {
  const words = useWords()
  const { client } = usePanel()
  const question = client.orders.find({ params: { number_or_key: name } }).pipe(
    Effect.map(({ data }): ReadonlyArray<FoundOrderView> => [data]),
    Effect.catchTag("NotFound", () => Effect.succeed<ReadonlyArray<FoundOrderView>>([])),
  )
  return (
    <Answered {...useAsked(question, name)}>
      {(orders) => (
        <Table
          label={words.pages.orders}
          keyOf={({ order_number }) => order_number}
          rows={orders}
          columns={[
            {
              title: words.order.number,
              cell: ({ company, order_number }) => (
                <a class="whole" href={pathTo(companyPaths.order, { company: company.id, order_number })}>
                  {order_number}
                </a>
              ),
            },
            { title: words.shell.company, cell: ({ company }) => company.name },
            { title: words.order.status, cell: ({ status }) => <StatusMark status={status} /> },
            { title: words.order.placed, cell: ({ created_at }) => words.minute(created_at) },
            { title: words.order.total, cell: ({ total }) => words.money(total), isNumber: true },
          ]}
          empty={<p>{words.platform.noOrder}</p>}
        />
      )}
    </Answered>
  )
}
