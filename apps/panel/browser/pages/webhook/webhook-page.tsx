/** A company's webhook, and the outcome of each delivery. */
import { type CompanyWebhookView, panelOperations } from "@vintem/contract"
import { defaultWebhookKinds, WebhookKind } from "@vintem/domain/order"
import { PageNumber } from "@vintem/domain/ports"
import { WebhookDeliveryState } from "@vintem/domain/webhook"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { webhookChangeWords } from "../../../src/text/webhook/words.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { useLive } from "../../ask/use-live.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { Copy } from "../../parts/copy.tsx"
import { areInOrder, Days } from "../../parts/days.tsx"
import { Choice, Field, Tick, Ticks } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { addressWith, Pager, pageIn } from "../../parts/pager.tsx"
import { Answered, Said } from "../../parts/said.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { DeliveryList } from "./delivery-list.tsx"
import { SendTestEvent } from "./test-event.tsx"
import { RemoveWebhook, RotateSecret, retiredSecretHours } from "./webhook-change.tsx"

export const WebhookPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const question = client.webhook.get({ params: { company } }).pipe(
    Effect.map(({ data }): CompanyWebhookView | null => data),
    Effect.catchTag("NotFound", () => Effect.succeed(null)),
  )
  const asking = useAsked(question, company)
  return (
    <>
      <PageTitle title={words.pages.webhook} />
      <Answered {...asking}>
        {(webhook) => (
          <>
            <SetUp webhook={webhook} onDone={asking.again} />
            {webhook === null ? null : (
              <Allowed to={panelOperations.webhook.test}>
                <SendTestEvent />
              </Allowed>
            )}
          </>
        )}
      </Answered>
      <Deliveries />
    </>
  )
}

interface SetUpProps {
  /** Null if the company has none. */
  readonly webhook: CompanyWebhookView | null
  readonly onDone: () => void
}

/** A shown secret, and the reason for showing it. */
interface ShownSecret {
  readonly says: string
  readonly label: string
  readonly secret: string
}

const SetUp = ({ onDone, webhook }: SetUpProps) => {
  const words = useWords()
  const own = useWordsOf(webhookChangeWords)
  const { client, company } = usePanel()
  const command = useCommand()
  const [url, setUrl] = useState(webhook?.url ?? "")
  const [events, setEvents] = useState<ReadonlyArray<WebhookKind>>(webhook?.events ?? defaultWebhookKinds)
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const [chosen, setChosen] = useState<"rotate" | "remove" | null>(null)
  const [said, setSaid] = useState("")
  const isWrong = command.failure?.faults.has("url") === true
  const [isNoneChosen, setNoneChosen] = useState(false)
  const close = (): void => setChosen(null)
  const show = (secret: ShownSecret): void => {
    setChosen(null)
    setSaid("")
    setShown(secret)
    onDone()
  }
  const removed = (): void => {
    setChosen(null)
    setShown(null)
    setUrl("")
    setEvents(defaultWebhookKinds)
    setSaid(own.remove.done)
    onDone()
  }
  return (
    <section class="card">
      <h2>{words.webhook.setUp}</h2>
      {webhook === null ? <p>{words.webhook.none}</p> : null}
      {webhook === null || webhook.enabled ? null : (
        <div class="notice bad">
          <p>{words.webhook.isOff[webhook.disabled?.because ?? "byHand"]}</p>
          <Allowed to={panelOperations.webhook.enable}>
            <button
              type="button"
              aria-disabled={command.isRunning}
              onClick={() =>
                command.run(
                  (key) => client.webhook.enable({ params: { company }, headers: { "idempotency-key": key } }),
                  onDone,
                )
              }
            >
              {words.webhook.enabled}
            </button>
          </Allowed>
        </div>
      )}
      <Allowed to={panelOperations.webhook.configure} otherwise={<p>{webhook?.url}</p>}>
        <CommandForm
          command={command}
          verb={words.webhook.save}
          onSubmit={() => {
            setNoneChosen(events.length === 0)
            if (events.length === 0) return
            command.run(
              () => client.webhook.configure({ params: { company }, payload: { url, events } }),
              ({ data: { secret } }) => show({ says: words.webhook.saved, label: words.webhook.secret, secret }),
            )
          }}
          others={
            webhook === null ? null : (
              <>
                <Allowed to={panelOperations.webhook.rotate}>
                  <button type="button" onClick={() => setChosen("rotate")}>
                    {own.rotate.verb}
                  </button>
                </Allowed>
                <Allowed to={panelOperations.webhook.remove}>
                  <button type="button" class="danger" onClick={() => setChosen("remove")}>
                    {own.remove.verb}
                  </button>
                </Allowed>
              </>
            )
          }
        >
          <Field
            label={words.webhook.url}
            hint={words.webhook.urlHint}
            type="url"
            value={url}
            onValue={setUrl}
            fault={isWrong ? words.webhook.urlWrong : undefined}
            isRequired
          />
          <Ticks legend={own.events} fault={isNoneChosen ? own.eventsWrong : undefined}>
            {WebhookKind.literals.map((kind) => (
              <Tick
                key={kind}
                label={words.webhookKinds[kind]}
                isOn={events.includes(kind)}
                onChange={(isOn) => setEvents(isOn ? [...events, kind] : events.filter((one) => one !== kind))}
              />
            ))}
          </Ticks>
        </CommandForm>
      </Allowed>
      <Said>{said}</Said>
      {shown === null ? null : (
        <div class="notice good" role="status">
          <p>{shown.says}</p>
          <p>{shown.label}</p>
          <Copy label={shown.label} text={shown.secret} />
        </div>
      )}
      {chosen === "rotate" ? (
        <RotateSecret
          onDone={(secret) => show({ says: own.rotate.done(retiredSecretHours), label: own.newSecret, secret })}
          onClose={close}
        />
      ) : null}
      {chosen === "remove" ? <RemoveWebhook onDone={removed} onClose={close} /> : null}
    </section>
  )
}

const isState = Schema.is(WebhookDeliveryState)

const Deliveries = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const { path, query, route, url } = useLocation()
  const [isReplaying, setReplaying] = useState(false)
  const state = isState(query["state"]) ? query["state"] : null
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(
    client.webhookDeliveries.list({
      params: { company },
      query: { page, ...(state === null ? {} : { state }) },
    }),
    url,
  )
  useLive(asking, ({ kind }) => kind === "delivery")
  return (
    <section class="card">
      <div class="page-title">
        <h2>{words.webhook.deliveries}</h2>
        <Allowed to={panelOperations.webhookDeliveries.replay}>
          <button type="button" onClick={() => setReplaying(true)}>
            {words.webhook.replay.verb}
          </button>
        </Allowed>
      </div>
      <Choice
        label={words.webhook.state}
        value={state ?? ""}
        options={[
          ["", words.webhook.anyState],
          ...WebhookDeliveryState.literals.map((one) => [one, words.deliveryStates[one]] as const),
        ]}
        onValue={(value) => route(addressWith(path, { state: value }))}
      />
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <DeliveryList deliveries={data} onDone={asking.again} empty={<p>{words.webhook.noDeliveries}</p>} />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
      {isReplaying ? <Replay onDone={asking.again} onClose={() => setReplaying(false)} /> : null}
    </section>
  )
}

const Replay = ({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) => {
  const words = useWords()
  const { client, company } = usePanel()
  const command = useCommand()
  const [from, setFrom] = useState("")
  const [to, setTo] = useState("")
  const [isWrong, setWrong] = useState(false)
  const [count, setCount] = useState<number | null>(null)
  const confirm = (): void => {
    if (count !== null) {
      onClose()
      return
    }
    const isPossible = from !== "" && to !== "" && areInOrder(from, to)
    setWrong(!isPossible)
    if (!isPossible) return
    command.run(
      (key) =>
        client.webhookDeliveries.replay({
          params: { company },
          headers: { "idempotency-key": key },
          payload: { from, to },
        }),
      ({ data }) => {
        setCount(data.count)
        onDone()
      },
    )
  }
  return (
    <Confirm
      title={words.webhook.replay.verb}
      says={words.webhook.replay.says}
      verb={count === null ? words.webhook.replay.verb : words.close}
      command={command}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div class="row">
        <Days
          from={from}
          to={to}
          onFrom={setFrom}
          onTo={setTo}
          fault={isWrong ? words.webhook.replayWrong : undefined}
          isRequired
        />
      </div>
      <p role="status">{count === null ? "" : words.webhook.replayed(count)}</p>
    </Confirm>
  )
}
