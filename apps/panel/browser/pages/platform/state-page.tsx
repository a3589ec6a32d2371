/**
 * The state of the service: what needs somebody, what is the case, and the charges without an outcome.
 */
import { panelOperations, type ServiceStatusView } from "@vintem/contract"
import { instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import { AttemptFact } from "@vintem/domain/order"
import { PageNumber } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo, platformPaths } from "../../../src/paths.ts"
import { stateWords } from "../../../src/text/state/words.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered, Said } from "../../parts/said.tsx"
import { ForSupport } from "../../parts/support.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

export const StatePage = () => {
  const words = useWords()
  const text = useWordsOf(stateWords)
  const { client } = usePanel()
  const asking = useAsked(
    Effect.map(client.serviceStatus.get(), ({ data }) => data),
    "state",
  )
  return (
    <>
      <PageTitle title={words.pages.state}>
        <button type="button" onClick={asking.again}>
          {text.again}
        </button>
      </PageTitle>
      <Answered {...asking}>
        {(status) => (
          <>
            <Findings findings={status.findings} />
            <Values status={status} />
            <Due kinds={status.due.kinds} />
          </>
        )}
      </Answered>
      <UnknownOutcomes />
    </>
  )
}

const Findings = ({ findings }: Pick<ServiceStatusView, "findings">) => {
  const text = useWordsOf(stateWords)
  if (findings.length === 0) return <p class="notice good">{text.needsNobody}</p>
  return (
    <section class="notice bad">
      <h2>{text.needs}</h2>
      <ul>
        {findings.map(({ finding, message, next }) => (
          <li key={finding}>{text.findings[finding] ?? <ForSupport>{`${message} ${next}`}</ForSupport>}</li>
        ))}
      </ul>
    </section>
  )
}

const isFact = Schema.is(AttemptFact)

/** An instant in ISO 8601, as the panel shows times. */
const useTime = () => {
  const words = useWords()
  return (iso: string): string => words.minute(saoPauloTimestamp(instant(Date.parse(iso))))
}

const Values = ({ status }: { readonly status: ServiceStatusView }) => {
  const words = useWords()
  const text = useWordsOf(stateWords)
  const time = useTime()
  const since = ({ count, oldest_at }: ServiceStatusView["unknown_outcomes"]): string =>
    oldest_at === null ? String(count) : text.oldest(count, time(oldest_at))
  const { charging, database, dead, disabled_webhooks, due, event_loop_delay: delay, last_backup } = status
  const charges = Object.entries(charging.charges).map(
    ([fact, count]) => `${count} ${isFact(fact) ? words.facts[fact] : fact}`,
  )
  return (
    <section class="card">
      <h2>{text.values}</h2>
      <dl>
        <Value name={text.state}>{text.states[status.service.state]}</Value>
        <Value name={text.at}>{time(status.at)}</Value>
        <Value name={text.charged}>
          {charging.latest_charge_at === null ? text.never : time(charging.latest_charge_at)}
        </Value>
        <Value name={text.charges(charging.orders)}>{charges.join(", ") || text.none}</Value>
        <Value name={text.unknown}>{since(status.unknown_outcomes)}</Value>
        <Value name={text.refunds}>{since(status.unsettled_refunds)}</Value>
        <Value name={text.due}>{text.dueIn(due.work, due.webhook)}</Value>
        <Value name={text.inHand}>{status.in_hand}</Value>
        <Value name={text.givenUp}>
          <a href={platformPaths.work}>{dead.reduce((sum, { count }) => sum + count, 0)}</a>
        </Value>
        <Value name={text.disabled}>
          {disabled_webhooks.length === 0
            ? text.none
            : disabled_webhooks.map((company) => (
                <a key={company} href={pathTo(companyPaths.webhook, { company })}>{` ${company}`}</a>
              ))}
        </Value>
        {/* PostgreSQL knows of none of its backups. */}
        {database.engine === "sqlite" && (
          <Value name={text.backup}>{last_backup === null ? text.noBackup : time(last_backup.at)}</Value>
        )}
        <Value name={text.version}>{status.version}</Value>
        <Value name={text.database}>{`${database.engine}, ${database.level}`}</Value>
        <Value name={text.delay}>
          {delay === null ? text.noDelay : text.delayOf(delay.median, delay.p99, delay.max)}
        </Value>
      </dl>
    </section>
  )
}

const Value = ({ children, name }: { readonly name: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

const Due = ({ kinds }: Pick<ServiceStatusView["due"], "kinds">) => {
  const text = useWordsOf(stateWords)
  const time = useTime()
  return (
    <section class="card">
      <h2>{text.kinds}</h2>
      <Table
        label={text.kinds}
        keyOf={({ kind }) => kind}
        rows={kinds}
        columns={[
          { title: text.kind, cell: ({ kind }) => text.jobs[kind] ?? kind },
          { title: text.count, cell: ({ count }) => count },
          { title: text.first, cell: ({ oldest_at }) => time(oldest_at) },
        ]}
        empty={<p>{text.nothingDue}</p>}
      />
    </section>
  )
}

const UnknownOutcomes = () => {
  const words = useWords()
  const text = useWordsOf(stateWords)
  const { client } = usePanel()
  const { query, url } = useLocation()
  const asking = useAsked(
    client.serviceStatus.unknownOutcomes({ query: { page: PageNumber.make(pageIn(query)) } }),
    url,
  )
  return (
    <section class="card">
      <h2>{text.unknown}</h2>
      <p>{text.unknownSays}</p>
      <AskNow />
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={text.unknown}
              keyOf={({ order_number, started_at }) => `${order_number} ${started_at}`}
              rows={data}
              columns={[
                {
                  title: words.order.number,
                  cell: ({ company, order_number }) => (
                    <a href={pathTo(companyPaths.order, { company, order_number })}>{order_number}</a>
                  ),
                },
                { title: words.shell.company, cell: ({ company }) => company },
                { title: text.since, cell: ({ started_at }) => words.minute(started_at) },
              ]}
              empty={<p>{text.noUnknown}</p>}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
    </section>
  )
}

/**
 * Asks the acquirer now about every open outcome. This runs in the background, so the page does not show the outcomes
 * at once.
 */
const AskNow = () => {
  const text = useWordsOf(stateWords)
  const { client } = usePanel()
  const command = useCommand()
  const [said, setSaid] = useState("")
  return (
    <Allowed to={panelOperations.serviceStatus.ask}>
      <Said>{said}</Said>
      <CommandForm
        command={command}
        verb={text.askNow}
        onSubmit={() =>
          command.run(
            () => client.serviceStatus.ask(),
            () => setSaid(text.askedNow),
          )
        }
      />
    </Allowed>
  )
}
