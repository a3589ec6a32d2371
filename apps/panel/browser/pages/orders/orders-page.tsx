/**
 * The orders of a company: the filters are in the address, so that a link keeps them and Back restores them.
 */
import { type OrderView, panelOperations } from "@vintem/contract"
import { LocalDate } from "@vintem/domain/calendar"
import { OrderStatus } from "@vintem/domain/order"
import { PageNumber } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { soughtBy } from "../../../src/orders-search.ts"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import type { Client } from "../../ask/panel-client.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useLive } from "../../ask/use-live.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { areInOrder, Days } from "../../parts/days.tsx"
import { Choice, Field } from "../../parts/field.tsx"
import { FilterForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { addressWith, Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { StatusMark } from "../../parts/status-mark.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

type Query = Readonly<Record<string, string>>

export const OrdersPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const { query, url } = useLocation()
  const asking = useAsked(ordersOf(client, company, query), url)
  useLive(asking, ({ kind }) => kind === "order")
  return (
    <>
      <PageTitle title={words.pages.orders} />
      <Filters key={url} query={query} />
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={words.pages.orders}
              keyOf={({ order_number }) => order_number}
              rows={data}
              columns={[
                { title: words.order.number, cell: (order) => <OrderLink order={order} /> },
                { title: words.order.status, cell: ({ status }) => <StatusMark status={status} /> },
                { title: words.order.customer, cell: ({ customer }) => customer.fullname },
                { title: words.order.placed, cell: ({ created_at }) => words.minute(created_at) },
                {
                  title: words.order.total,
                  cell: ({ totals }) => words.money(Number(totals.total)),
                  isNumber: true,
                },
              ]}
              empty={isNarrowed(query) ? <p>{words.order.noneFound}</p> : <NoOrders />}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
    </>
  )
}

const OrderLink = ({ order: { order_number: number } }: { readonly order: OrderView }) => {
  const { company } = usePanel()
  return (
    <a class="whole" href={pathTo(companyPaths.order, { company, order_number: number })}>
      {number}
    </a>
  )
}

const NoOrders = () => {
  const words = useWords()
  const { company } = usePanel()
  return (
    <>
      <p>{words.order.none}</p>
      <Allowed to={panelOperations.paymentLinks.create}>
        <p>
          <a href={pathTo(companyPaths.newLink, { company })}>{words.link.make}</a>
        </p>
      </Allowed>
    </>
  )
}

const Filters = ({ query }: { readonly query: Query }) => {
  const words = useWords()
  const { path, route } = useLocation()
  const [asked, setAsked] = useState<Query>(query)
  const [isWrong, setWrong] = useState(false)
  const set = (name: string) => (value: string) => setAsked((before) => ({ ...before, [name]: value }))
  return (
    <search>
      <FilterForm
        verb={words.order.find}
        onSubmit={() => {
          const isRight = areInOrder(asked["from"] ?? "", asked["to"] ?? "")
          setWrong(!isRight)
          if (isRight) route(addressWith(path, { ...asked, page: "1" }))
        }}
      >
        <Field
          label={words.order.search}
          hint={words.order.searchHint}
          type="search"
          value={asked["q"] ?? ""}
          onValue={set("q")}
        />
        <Choice
          label={words.order.status}
          value={statusIn(asked) ?? ""}
          options={[
            ["", words.order.anyStatus],
            ...OrderStatus.literals.map((status) => [status, words.statuses[status]] as const),
          ]}
          onValue={set("status")}
        />
        <Days
          from={asked["from"] ?? ""}
          to={asked["to"] ?? ""}
          onFrom={set("from")}
          onTo={set("to")}
          fault={isWrong ? words.order.daysWrong : undefined}
        />
      </FilterForm>
    </search>
  )
}

const narrowing = ["q", "status", "from", "to"]

const isNarrowed = (query: Query): boolean => narrowing.some((name) => (query[name] ?? "") !== "")

const isStatus = Schema.is(OrderStatus)
const isDate = Schema.is(LocalDate)

const statusIn = ({ status }: Query): OrderStatus | undefined => (isStatus(status) ? status : undefined)

const dateIn = (query: Query, name: "from" | "to"): { readonly [K in "from" | "to"]?: LocalDate } => {
  const date = query[name]
  return isDate(date) ? { [name]: date } : {}
}

/** What an address asks for. What makes no sense in it is left out. */
const ordersOf = (client: Client, company: string, query: Query) => {
  const status = statusIn(query)
  const list = (by: object) =>
    client.orders.list({
      params: { company },
      query: {
        page: PageNumber.make(pageIn(query)),
        ...dateIn(query, "from"),
        ...dateIn(query, "to"),
        ...(status === undefined ? {} : { status: [status] }),
        ...by,
      },
    })
  const sought = soughtBy(query["q"] ?? "")
  switch (sought._tag) {
    case "everything":
      return list({})
    case "document":
      return list({ taxvat: sought.document })
    case "email":
      return list({ email: sought.email })
    case "reference":
      return list({ ref: sought.reference.slice(0, 255) })
    case "number":
      return client.orders.get({ params: { company, order_number: sought.number } }).pipe(
        Effect.map(({ data }) => ({ data: [data], meta: { current_page: 1, last_page: 1, total: 1 } })),
        Effect.catchTag("NotFound", () => list({ ref: sought.reference })),
      )
  }
}
