/** One order: its details, its commands, and its whole history. */
import { type OrderHistoryView, type OrderView, panelOperations } from "@vintem/contract"
import { methodRules } from "@vintem/domain/method"
import * as Effect from "effect/Effect"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { shownPerson } from "../../../src/person.ts"
import { orderStatusTitles } from "../../../src/text/order-status-titles.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useLive } from "../../ask/use-live.ts"
import { AcquirerReason } from "../../parts/acquirer-reason.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Answered } from "../../parts/said.tsx"
import { StatusMark } from "../../parts/status-mark.tsx"
import { Table } from "../../parts/table.tsx"
import { Timeline } from "../../parts/timeline.tsx"
import { AcquirerEvents } from "../../sandbox/acquirer-events.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { DeliveryList } from "../webhook/delivery-list.tsx"
import { OrderCommands } from "./order-commands.tsx"

export const OrderPage = ({ order_number: number }: { readonly order_number: string }) => {
  const words = useWords()
  const { client, company } = usePanel()
  const params = { company, order_number: number }
  const question = Effect.all(
    {
      order: Effect.map(client.orders.get({ params }), ({ data }) => data),
      history: Effect.map(client.orders.history({ params }), ({ data }) => data),
    },
    { concurrency: "unbounded" },
  )
  const asking = useAsked(question, number)
  useLive(asking, (change) => "order_number" in change && change.order_number === number)
  return (
    <>
      <PageTitle title={words.order.title(number)}>
        <a href={pathTo(companyPaths.orders, { company })}>{words.order.all}</a>
      </PageTitle>
      <Answered {...asking}>
        {({ history, order }) => (
          <>
            <OrderCommands order={order} history={history} onDone={asking.again} />
            <AcquirerEvents order={order} onDone={asking.again} />
            <div class="columns">
              <Sale order={order} history={history} />
              <Payer order={order} />
            </div>
            <Items order={order} />
            <Timeline
              events={history.events}
              what={(event) => <What event={event} />}
              status={({ status }) => orderStatusTitles[words.language][status]}
            />
            <Webhooks history={history} onDone={asking.again} />
          </>
        )}
      </Answered>
    </>
  )
}

interface OrderProps {
  readonly order: OrderView
}

interface HistoryProps {
  readonly history: OrderHistoryView
}

const Sale = ({ history: { money }, order }: OrderProps & HistoryProps) => {
  const words = useWords()
  const { payment, totals } = order
  return (
    <section class="card">
      <h2>{words.order.sale}</h2>
      <dl>
        <dt>{words.order.status}</dt>
        <dd>
          <StatusMark status={order.status} />
        </dd>
        <dt>{words.order.total}</dt>
        <dd>{words.money(Number(totals.total))}</dd>
        {totals.fee === null ? null : (
          <>
            <dt>{words.order.fee}</dt>
            <dd>{words.money(Number(totals.fee))}</dd>
          </>
        )}
        {totals.net === null || !isWhole(money) ? null : (
          <>
            <dt>{words.order.net}</dt>
            <dd>{words.money(Number(totals.net))}</dd>
          </>
        )}
        {(["captured", "refunded", "reserved", "charged_back"] as const)
          .filter((name) => name === "captured" || money[name] > 0)
          .map((name) => (
            <>
              <dt>{words.order.money[name]}</dt>
              <dd>{words.money(money[name])}</dd>
            </>
          ))}
        <dt>{words.order.method}</dt>
        <dd>
          {payment.method === null ? words.order.noMethod : methodRules[payment.method].title[words.language]}
          {payment.card === null ? "" : `, ${payment.card.brand} ${payment.card.last_digits}`}
        </dd>
        <dt>{words.order.placed}</dt>
        <dd>{words.minute(order.created_at)}</dd>
        {(
          [
            [words.order.reference, order.ref],
            [words.order.source, order.src],
          ] as const
        ).map(([name, text]) =>
          text === null ? null : (
            <>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </>
          ),
        )}
        <dt>{words.order.payersPage}</dt>
        <dd>
          <a href={payment.link_to_pay} target="_blank" rel="noreferrer">
            {words.order.open}
          </a>
        </dd>
      </dl>
    </section>
  )
}

/** True if money came in and all of it stayed. */
const isWhole = ({ captured, charged_back, refunded, reserved }: OrderHistoryView["money"]): boolean =>
  captured > 0 && charged_back + refunded + reserved === 0

const Payer = ({ order: { address, customer: kept } }: OrderProps) => {
  const words = useWords()
  const customer = shownPerson(kept, words)
  const street = [address.street, address.number, address.complement].filter((part) => part !== "").join(", ")
  const place = [address.district, address.city, address.region, address.postcode]
  return (
    <section class="card">
      <h2>{words.order.customer}</h2>
      <dl>
        <dt>{words.fields.fullname}</dt>
        <dd>{customer.fullname}</dd>
        <dt>{words.fields.email}</dt>
        <dd>{customer.email}</dd>
        <dt>{words.fields.taxvat}</dt>
        <dd>{customer.taxvat}</dd>
        <dt>{words.fields.telephone}</dt>
        <dd>{customer.telephone}</dd>
        {street === "" ? null : (
          <>
            <dt>{words.fields.address}</dt>
            <dd>
              {street}
              <br />
              {place.filter((part) => part !== "").join(", ")}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

const Items = ({ order: { items } }: OrderProps) => {
  const words = useWords()
  return (
    <section class="card">
      <h2>{words.order.items}</h2>
      <Table
        label={words.order.items}
        keyOf={({ id }) => id}
        rows={items}
        columns={[
          { title: words.order.item, cell: ({ title }) => title },
          { title: words.order.quantity, cell: ({ quantity }) => quantity, isNumber: true },
          { title: words.order.price, cell: ({ unit_price }) => words.money(unit_price), isNumber: true },
        ]}
        empty={<p>{words.order.noItems}</p>}
      />
    </section>
  )
}

const What = ({ event }: { readonly event: OrderHistoryView["events"][number] }) => {
  const words = useWords()
  return (
    <>
      <strong>{words.order.events[event.type]}</strong>
      {event.fact === null ? "" : `: ${words.facts[event.fact]}`}
      {event.amount === null ? "" : `, ${words.money(event.amount)}`}
      {event.reason === null ? null : (
        <>
          {": "}
          <AcquirerReason reason={event.reason} />
        </>
      )}
    </>
  )
}

const Webhooks = ({ history, onDone }: HistoryProps & { readonly onDone: () => void }) => {
  const words = useWords()
  const { may } = usePanel()
  const explained = history.explanation.flatMap(({ sequence, webhooks }) =>
    webhooks.map((webhook) => ({ sequence, ...webhook })),
  )
  if (!may(panelOperations.webhookDeliveries.list)) return null
  return (
    <section class="card">
      <h2>{words.webhook.ofOrder}</h2>
      <DeliveryList deliveries={history.deliveries} onDone={onDone} empty={<p>{words.webhook.noneOfOrder}</p>} />
      {explained.length === 0 ? null : (
        <details>
          <summary>{words.webhook.why}</summary>
          <Table
            label={words.webhook.why}
            keyOf={({ event, sequence }) => `${sequence} ${event}`}
            rows={explained}
            columns={[
              { title: words.webhook.fact, cell: ({ sequence }) => sequence, isNumber: true },
              { title: words.webhook.event, cell: ({ event }) => words.webhookKinds[event] },
              { title: words.webhook.isSent, cell: ({ is_due }) => (is_due ? words.yes : words.no) },
              {
                title: words.webhook.because,
                cell: ({ delivery, event, is_due }) => {
                  if (!is_due) return words.webhook.notSentBecause[event]
                  const why = words.webhook.sentBecause[event]
                  return delivery === null ? `${why}; ${words.webhook.notKept}` : why
                },
              },
            ]}
            empty={null}
          />
        </details>
      )}
    </section>
  )
}
