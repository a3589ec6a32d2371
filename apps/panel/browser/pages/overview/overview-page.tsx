/**
 * The state of the shop: received and failed payments, compared with the period before, and the work that waits for a
 * person.
 */
import { type OverviewView, panelOperations } from "@vintem/contract"
import { methodRules, PaymentMethod } from "@vintem/domain/method"
import { useLocation } from "preact-iso"
import { daysAsked, rangeIn } from "../../../src/overview-range.ts"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useLive } from "../../ask/use-live.ts"
import { AcquirerReason } from "../../parts/acquirer-reason.tsx"
import { Allowed } from "../../parts/allowed.tsx"
import { BarPlot } from "../../parts/bar-plot.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { addressWith } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { RangeChoice } from "./range-choice.tsx"

/** Milliseconds between updates of the sums: those of a busy shop would change while somebody reads them. */
const figuresEvery = 10_000

export const OverviewPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const { query, url } = useLocation()
  const range = rangeIn(query)
  const asking = useAsked(client.overview.get({ params: { company }, query: daysAsked(range) }), url)
  useLive(asking, ({ kind }) => kind === "order", figuresEvery)
  return (
    <>
      <PageTitle title={words.pages.overview} />
      <Answered {...asking}>
        {({ data }) =>
          isEmpty(data) ? (
            <FirstSteps />
          ) : (
            <>
              <RangeChoice
                key={`${data.period.from} ${data.period.to}`}
                chosen={range}
                from={data.period.from}
                to={data.period.to}
              />
              <Waiting now={data.now} />
              <Outcome {...data} />
              <Received days={data.days} />
              <Methods {...data} />
              <Refusals refusals={data.refusals} />
            </>
          )
        }
      </Answered>
    </>
  )
}

/** True if there was never anything to show, as far as this period tells. */
const isEmpty = ({ before, now, period }: OverviewView): boolean =>
  [period, before].every(({ expired, received, refused }) => received.count + refused.count + expired.count === 0) &&
  now.open.count + now.disputed.count + now.overdue_subscriptions === 0

const FirstSteps = () => {
  const words = useWords()
  const { company } = usePanel()
  return (
    <div class="empty">
      <p>{words.overview.none}</p>
      <div class="actions">
        <Allowed to={panelOperations.paymentLinks.create}>
          <a class="button" href={pathTo(companyPaths.newLink, { company })}>
            {words.link.make}
          </a>
        </Allowed>
        <Allowed to={panelOperations.apiKeys.create}>
          <a class="button" href={pathTo(companyPaths.keys, { company })}>
            {words.pages.keys}
          </a>
        </Allowed>
      </div>
    </div>
  )
}

/** Work that waits now, for orders of any day, with links to it. */
const Waiting = ({ now }: Pick<OverviewView, "now">) => {
  const words = useWords()
  const { company, may } = usePanel()
  const orders = (status: string) => addressWith(pathTo(companyPaths.orders, { company }), { status })
  return (
    <section class="card">
      <h2>{words.overview.now}</h2>
      <dl class="figures">
        <div>
          <dt>{words.overview.open}</dt>
          <dd>
            <a href={orders("waiting_payment")}>{words.money(now.open.amount)}</a>
            <small>{words.overview.orders(now.open.count)}</small>
          </dd>
        </div>
        <div>
          <dt>{words.overview.overdue}</dt>
          <dd>
            {may(panelOperations.subscribers.list) ? (
              <a href={addressWith(pathTo(companyPaths.subscriptions, { company }), { status: "subscriber_overdue" })}>
                {now.overdue_subscriptions}
              </a>
            ) : (
              now.overdue_subscriptions
            )}
            <small>{words.overview.subscriptions(now.overdue_subscriptions)}</small>
          </dd>
        </div>
        <div>
          <dt>{words.overview.disputed}</dt>
          <dd>
            <a href={orders("dispute")}>{words.money(now.disputed.amount)}</a>
            <small>{words.overview.disputes(now.disputed.count)}</small>
          </dd>
        </div>
      </dl>
    </section>
  )
}

const Outcome = ({ before, period }: Pick<OverviewView, "before" | "period">) => {
  const words = useWords()
  const sums = ["received", "refused", "expired", "refunded", "charged_back"] as const
  return (
    <section class="card">
      <h2>{words.overview.days(words.day(period.from), words.day(period.to))}</h2>
      <p class="hint">{words.overview.against(words.day(before.from), words.day(before.to))}</p>
      <dl class="figures">
        {sums.map((name) => (
          <div key={name}>
            <dt>{words.overview.sums[name]}</dt>
            <dd>
              {words.money(period[name].amount)}
              <small>
                {words.overview.times(period[name].count)} · {words.overview.was(words.money(before[name].amount))}
              </small>
            </dd>
          </div>
        ))}
        <div>
          <dt>{words.overview.approval}</dt>
          <dd>
            {percent(words.language, period.approval_rate)}
            <small>{words.overview.was(percent(words.language, before.approval_rate))}</small>
          </dd>
        </div>
      </dl>
    </section>
  )
}

const percent = (language: string, rate: number | null): string =>
  rate === null
    ? "–"
    : new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(rate / 100)

const Received = ({ days }: Pick<OverviewView, "days">) => {
  const words = useWords()
  const short = new Intl.NumberFormat(words.language, { style: "currency", currency: "BRL", notation: "compact" })
  return (
    <section class="card">
      <BarPlot
        title={words.overview.byDay}
        legend={PaymentMethod.literals.map((method) => methodRules[method].title[words.language])}
        printed={(value) => short.format(value)}
        bars={days.map(({ date, received }) => ({
          name: words.day(date),
          parts: PaymentMethod.literals.map((method) => received[method].amount),
        }))}
      >
        <Table
          label={words.overview.byDay}
          keyOf={({ date }) => date}
          rows={days}
          columns={[
            { title: words.overview.day, cell: ({ date }) => words.day(date) },
            ...PaymentMethod.literals.map((method) => ({
              title: methodRules[method].title[words.language],
              cell: ({ received }: OverviewView["days"][number]) => words.money(received[method].amount),
              isNumber: true,
            })),
          ]}
          empty={<p>{words.overview.nothing}</p>}
        />
      </BarPlot>
    </section>
  )
}

const Methods = ({ period }: Pick<OverviewView, "period">) => {
  const words = useWords()
  const money = (name: "received" | "refused" | "expired") => ({
    title: words.overview.sums[name],
    cell: (method: PaymentMethod) => words.money(period.by_method[method][name].amount),
    isNumber: true,
  })
  return (
    <section class="card">
      <h2>{words.overview.byMethod}</h2>
      <Table
        label={words.overview.byMethod}
        keyOf={(method) => method}
        rows={PaymentMethod.literals}
        columns={[
          { title: words.order.method, cell: (method) => methodRules[method].title[words.language] },
          money("received"),
          {
            title: words.overview.approval,
            cell: (method) => percent(words.language, period.by_method[method].approval_rate),
            isNumber: true,
          },
          money("refused"),
          money("expired"),
        ]}
        empty={<p>{words.overview.nothing}</p>}
      />
    </section>
  )
}

const Refusals = ({ refusals }: Pick<OverviewView, "refusals">) => {
  const words = useWords()
  const most = Math.max(1, ...refusals.map(({ count }) => count))
  return (
    <section class="card">
      <h2>{words.overview.refusals}</h2>
      <Table
        label={words.overview.refusals}
        keyOf={({ reason }) => reason ?? ""}
        rows={refusals}
        columns={[
          {
            title: words.overview.reason,
            cell: ({ reason }) => (reason === null ? words.overview.noReason : <AcquirerReason reason={reason} />),
          },
          {
            title: words.overview.attempts,
            cell: ({ count }) => (
              <>
                <svg class="share" aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
                  <rect class="part-0" width={(100 * count) / most} height="8" />
                </svg>
                {count}
              </>
            ),
            isNumber: true,
          },
          { title: words.overview.amount, cell: ({ amount }) => words.money(amount), isNumber: true },
        ]}
        empty={<p>{words.overview.noRefusals}</p>}
      />
    </section>
  )
}
