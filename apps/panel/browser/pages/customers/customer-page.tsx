/** One customer: their details, and their orders, links and subscriptions with the company. */
import { type CustomerDetailView, customerDetailMax, panelOperations } from "@vintem/contract"
import { parseDocument } from "@vintem/domain/documents"
import { PageNumber } from "@vintem/domain/ports"
import * as Result from "effect/Result"
import type { ComponentChildren } from "preact"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { shownPerson } from "../../../src/person.ts"
import { customerWords } from "../../../src/text/customers/words.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { OrderLink } from "../../parts/order-link.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { StatusMark } from "../../parts/status-mark.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { LinkTable } from "../links/link-table.tsx"
import { SubscriptionTable } from "../subscriptions/subscription-table.tsx"
import { CustomerData } from "./customer-data.tsx"

export const CustomerPage = ({ customer }: { readonly customer: string }) => {
  const words = useWords()
  const own = useWordsOf(customerWords)
  const { client, company, may } = usePanel()
  const asking = useAsked(client.customers.get({ params: { company, customer } }), customer)
  const title =
    asking.asked._tag === "Answered" ? shownPerson(asking.asked.value.data, words).fullname : words.pages.customers
  return (
    <>
      <PageTitle title={title}>
        <a href={pathTo(companyPaths.customers, { company })}>{own.all}</a>
      </PageTitle>
      <Answered {...asking}>
        {({ data }) => (
          <>
            <Person customer={data} />
            <CustomerData customer={data} onErased={asking.again} />
            {may(panelOperations.orders.list) ? <Orders customer={data} /> : null}
            <Part title={own.subscriptions} shown={data.subscribers.length}>
              <SubscriptionTable
                label={own.subscriptions}
                subscriptions={data.subscribers}
                empty={<p>{own.noSubscriptions}</p>}
              />
            </Part>
            <Part title={own.links} shown={data.payment_links.length}>
              <LinkTable label={own.links} links={data.payment_links} empty={<p>{own.noLinks}</p>} />
            </Part>
            <Part title={own.cards} shown={data.saved_cards.length}>
              <Cards cards={data.saved_cards} />
            </Part>
          </>
        )}
      </Answered>
    </>
  )
}

interface CustomerProps {
  readonly customer: CustomerDetailView
}

const Person = ({ customer }: CustomerProps) => {
  const words = useWords()
  const own = useWordsOf(customerWords)
  const { created_at, email, erased_at, fullname, taxvat, telephone } = shownPerson(customer, words)
  return (
    <section class="card">
      <h2>{own.person}</h2>
      {erased_at === null ? null : <p class="notice">{own.erased(words.minute(erased_at))}</p>}
      <dl>
        <dt>{words.fields.fullname}</dt>
        <dd>{fullname}</dd>
        <dt>{words.fields.taxvat}</dt>
        <dd>{taxvat}</dd>
        <dt>{words.fields.email}</dt>
        <dd>{email}</dd>
        <dt>{words.fields.telephone}</dt>
        <dd>{telephone}</dd>
        <dt>{words.fields.created}</dt>
        <dd>{words.minute(created_at)}</dd>
      </dl>
    </section>
  )
}

interface PartProps {
  readonly title: string
  readonly shown: number
  readonly children: ComponentChildren
}

const Part = ({ children, shown, title }: PartProps) => {
  const own = useWordsOf(customerWords)
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
      {shown < customerDetailMax ? null : <p class="soft">{own.latest(customerDetailMax)}</p>}
    </section>
  )
}

/** Found by document: an erased customer's finds nothing. */
const Orders = ({ customer }: CustomerProps) => {
  const own = useWordsOf(customerWords)
  const document = parseDocument(customer.taxvat)
  return (
    <section class="card">
      <h2>{own.orders}</h2>
      {Result.isSuccess(document) ? <OrderList taxvat={document.success} /> : <p>{own.ordersOfErased}</p>}
    </section>
  )
}

const OrderList = ({ taxvat }: { readonly taxvat: Result.Result.Success<ReturnType<typeof parseDocument>> }) => {
  const words = useWords()
  const own = useWordsOf(customerWords)
  const { client, company } = usePanel()
  const { query } = useLocation()
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(client.orders.list({ params: { company }, query: { page, taxvat } }), `${taxvat} ${page}`)
  return (
    <Answered {...asking}>
      {({ data, meta }) => (
        <>
          <Table
            label={own.orders}
            keyOf={({ order_number }) => order_number}
            rows={data}
            columns={[
              {
                title: words.order.number,
                cell: ({ order_number }) => <OrderLink number={order_number} />,
              },
              { title: words.order.status, cell: ({ status }) => <StatusMark status={status} /> },
              { title: words.order.placed, cell: ({ created_at }) => words.minute(created_at) },
              { title: words.order.total, cell: ({ totals }) => words.money(Number(totals.total)), isNumber: true },
            ]}
            empty={<p>{own.noOrders}</p>}
          />
          <Pager meta={meta} />
        </>
      )}
    </Answered>
  )
}

const Cards = ({ cards }: { readonly cards: CustomerDetailView["saved_cards"] }) => {
  const words = useWords()
  const own = useWordsOf(customerWords)
  return (
    <Table
      label={own.cards}
      keyOf={({ brand, created_at, last_digits }) => `${brand} ${last_digits} ${created_at}`}
      rows={cards}
      columns={[
        { title: own.card, cell: ({ brand, last_digits }) => `${brand} •••• ${last_digits}` },
        { title: own.saved, cell: ({ created_at }) => words.minute(created_at) },
      ]}
      empty={<p>{own.noCards}</p>}
    />
  )
}
