/**
 * The orders of a company: the filters are in the address, so that a link keeps them and Back restores them.
 */
import { panelOperations } from "@vintem/contract"
import { LocalDate } from "@vintem/domain/calendar"
import { OrderStatus } from "@vintem/domain/order"
import { PageNumber } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { useLocation } from "preact-iso"
import { isWithin, soughtBy } from "../../../src/orders-search.ts"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { shownPerson } from "../../../src/person.ts"
import { orderStatusTitles } from "../../../src/text/order-status-titles.ts"
import type { Client } from "../../ask/panel-client.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useLive } from "../../ask/use-live.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Choice, Field } from "../../parts/field.tsx"
import { Filters, type Query } from "../../parts/filters.tsx"
import { OrderLink } from "../../parts/order-link.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { StatusMark } from "../../parts/status-mark.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

export const OrdersPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const { query, url } = useLocation()
  const asking = useAsked(ordersOf(client, company, query), url)
  useLive(asking, ({ kind }) => kind === "order")
  return (
    <>
      <PageTitle title={words.pages.orders} />
      <OrderFilters key={url} query={query} />
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={words.pages.orders}
              keyOf={({ order_number }) => order_number}
              rows={data}
              columns={[
                { title: words.order.number, cell: ({ order_number }) => <OrderLink number={order_number} /> },
                { title: words.order.status, cell: ({ status }) => <StatusMark status={status} /> },
                { title: words.order.customer, cell: ({ customer }) => shownPerson(customer, words).fullname },
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

const OrderFilters = ({ query }: { readonly query: Query }) => {
  const words = useWords()
  return (
    <Filters query={query}>
      {({ set, typed }) => (
        <>
          <Field
            label={words.order.search}
            hint={words.order.searchHint}
            type="search"
            value={typed["q"] ?? ""}
            onValue={set("q")}
          />
          <Choice
            label={words.order.status}
            value={statusIn(typed) ?? ""}
            options={[
              ["", words.order.anyStatus],
              ...OrderStatus.literals.map((status) => [status, orderStatusTitles[words.language][status]] as const),
            ]}
            onValue={set("status")}
          />
        </>
      )}
    </Filters>
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

/** The orders that an address selects. Invalid filters are left out. */
const ordersOf = (client: Client, company: string, query: Query) => {
  const status = statusIn(query)
  const range = {
    ...dateIn(query, "from"),
    ...dateIn(query, "to"),
    ...(status === undefined ? {} : { status: [status] }),
  }
  const list = (by: object) =>
    client.orders.list({ params: { company }, query: { page: PageNumber.make(pageIn(query)), ...range, ...by } })
  const named = (name: string) =>
    Effect.filterOrElse(
      list({ ref: name }),
      ({ meta }) => meta.total > 0,
      () => list({ src: name }),
    )
  const sought = soughtBy(query["q"] ?? "")
  switch (sought._tag) {
    case "everything":
      return list({})
    case "document":
      return list({ taxvat: sought.document })
    case "email":
      return list({ email: sought.email })
    case "reference":
      return named(sought.reference.slice(0, 255))
    case "number":
      return client.orders.get({ params: { company, order_number: sought.number } }).pipe(
        Effect.map(({ data }) => (isWithin(data, range) ? [data] : [])),
        Effect.map((data) => ({ data, meta: { current_page: 1, last_page: 1, total: data.length } })),
        Effect.catchTag("NotFound", () => named(sought.reference)),
      )
  }
}
