/** One subscription: its state with the reason, its history, and canceling it. */
import { panelOperations, type SubscriberWithPaymentView } from "@vintem/contract"
import { methodRules } from "@vintem/domain/method"
import * as Effect from "effect/Effect"
import { useState } from "preact/hooks"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { shownPerson } from "../../../src/person.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { useLive } from "../../ask/use-live.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { Copy } from "../../parts/copy.tsx"
import { OrderLink } from "../../parts/order-link.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Answered, Said } from "../../parts/said.tsx"
import { Timeline } from "../../parts/timeline.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { SubscriptionMark } from "./subscription-mark.tsx"

export const SubscriptionPage = ({ token }: { readonly token: string }) => {
  const words = useWords()
  const { client, company } = usePanel()
  const params = { company, token }
  const question = Effect.all(
    {
      subscription: Effect.map(client.subscribers.get({ params }), ({ data }) => data),
      history: Effect.map(client.subscribers.history({ params }), ({ data }) => data),
    },
    { concurrency: "unbounded" },
  )
  const asking = useAsked(question, token)
  useLive(asking, (change) => change.kind === "subscription" && change.token === token)
  const title =
    asking.asked._tag === "Answered"
      ? words.subscription.title(shownPerson(asking.asked.value.subscription.customer, words).email)
      : words.pages.subscriptions
  return (
    <>
      <PageTitle title={title}>
        <a href={pathTo(companyPaths.subscriptions, { company })}>{words.subscription.all}</a>
      </PageTitle>
      <Answered {...asking}>
        {({ history, subscription }) => (
          <>
            <Summary subscription={subscription} onDone={asking.again} />
            <Timeline
              events={history.events}
              what={({ order_number, type }) => (
                <>
                  <strong>{words.subscription.events[type]}</strong>{" "}
                  {order_number === null ? null : <OrderLink number={order_number} />}
                </>
              )}
              status={({ status }) => words.subscription.statuses[status]}
            />
          </>
        )}
      </Answered>
    </>
  )
}

interface SummaryProps {
  readonly subscription: SubscriberWithPaymentView
  readonly onDone: () => void
}

const Summary = ({ onDone, subscription }: SummaryProps) => {
  const words = useWords()
  const { client, company } = usePanel()
  const command = useCommand()
  const [isCanceling, setCanceling] = useState(false)
  const [said, setSaid] = useState("")
  const { checkout, link_to_pay, payment, status, subscription: period, token } = subscription
  const customer = shownPerson(subscription.customer, words)
  return (
    <section class="card">
      <Said>{said}</Said>
      <dl>
        <dt>{words.order.status}</dt>
        <dd>
          <SubscriptionMark status={status} />
        </dd>
        {link_to_pay === null ? null : (
          <>
            <dt>{words.subscription.because}</dt>
            <dd>{words.subscription.isOverdue}</dd>
            <dt>{words.order.payersPage}</dt>
            <dd>
              <Copy label={words.order.payersPage} text={link_to_pay} />
            </dd>
          </>
        )}
        <dt>{words.order.customer}</dt>
        <dd>{`${customer.email}, ${customer.telephone}`}</dd>
        <dt>{words.subscription.sold}</dt>
        <dd>{checkout.title}</dd>
        <dt>{words.subscription.each}</dt>
        <dd>{words.money(Number(checkout.total))}</dd>
        <dt>{words.order.method}</dt>
        <dd>
          {methodRules[payment.method].title[words.language]}
          {payment.card === null ? "" : `, ${payment.card.brand} ${payment.card.last_digits}`}
        </dd>
        <dt>{words.subscription.paidFor}</dt>
        <dd>{words.subscription.period(words.day(period.from), words.day(period.to))}</dd>
        <dt>{words.subscription.nextCharge}</dt>
        <dd>{period.next_charge === null ? words.subscription.nothingNext : words.day(period.next_charge)}</dd>
      </dl>
      {status === "subscriber_canceled" ? null : (
        <Allowed to={panelOperations.subscribers.cancel}>
          <div class="actions">
            <button type="button" class="danger" onClick={() => setCanceling(true)}>
              {words.subscription.cancel.verb}
            </button>
          </div>
        </Allowed>
      )}
      {isCanceling ? (
        <Confirm
          title={words.subscription.cancel.verb}
          says={words.subscription.cancel.says}
          verb={words.subscription.cancel.verb}
          isDangerous
          command={command}
          onConfirm={() =>
            command.run(
              (key) => client.subscribers.cancel({ params: { company, token }, headers: { "idempotency-key": key } }),
              () => {
                setCanceling(false)
                setSaid(words.subscription.cancel.done)
                onDone()
              },
            )
          }
          onClose={() => setCanceling(false)}
        />
      ) : null}
    </section>
  )
}
