/** Webhook deliveries with their attempts, and redelivery. */
import { panelOperations, type WebhookDeliveryView } from "@vintem/contract"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { OrderLink } from "../../parts/order-link.tsx"
import { Said } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

interface DeliveryListProps {
  readonly deliveries: ReadonlyArray<WebhookDeliveryView>
  readonly empty: ComponentChildren
  /** Called when a delivery was queued again. */
  readonly onDone: () => void
}

const moodOf = { pending: "", delivered: "good", failed: "bad" } as const

export const DeliveryList = ({ deliveries, empty, onDone }: DeliveryListProps) => {
  const words = useWords()
  const { client, company, may } = usePanel()
  const command = useCommand()
  const [chosen, setChosen] = useState<string | null>(null)
  const [said, setSaid] = useState("")
  return (
    <>
      <Said>{said}</Said>
      <Table
        label={words.webhook.deliveries}
        keyOf={({ id }) => id}
        rows={deliveries}
        columns={[
          { title: words.webhook.event, cell: ({ event }) => words.webhookKinds[event] },
          {
            title: words.webhook.orderNumber,
            cell: ({ order_number }) => <OrderLink number={order_number} />,
          },
          {
            title: words.webhook.state,
            cell: ({ next_attempt_at, state }) => (
              <>
                <span class={`mark ${moodOf[state]}`}>{words.deliveryStates[state]}</span>
                {next_attempt_at === null ? null : (
                  <p class="soft">{words.webhook.nextAt(words.second(next_attempt_at))}</p>
                )}
              </>
            ),
          },
          { title: words.webhook.attempts, cell: (delivery) => <Attempts delivery={delivery} /> },
          ...(may(panelOperations.webhookDeliveries.redeliver)
            ? [
                {
                  title: words.webhook.again.verb,
                  cell: ({ event, id, order_number }: WebhookDeliveryView) => (
                    <Allowed to={panelOperations.webhookDeliveries.redeliver}>
                      <button
                        type="button"
                        aria-label={`${words.webhook.again.verb}: ${words.webhookKinds[event]}, ${order_number}`}
                        onClick={() => setChosen(id)}
                      >
                        {words.webhook.again.verb}
                      </button>
                    </Allowed>
                  ),
                },
              ]
            : []),
        ]}
        empty={empty}
      />
      {chosen === null ? null : (
        <Confirm
          title={words.webhook.again.verb}
          says={words.webhook.again.says}
          verb={words.webhook.again.verb}
          command={command}
          onConfirm={() =>
            command.run(
              (key) =>
                client.webhookDeliveries.redeliver({
                  params: { company, id: chosen },
                  headers: { "idempotency-key": key },
                }),
              () => {
                setChosen(null)
                setSaid(words.webhook.again.done)
                onDone()
              },
            )
          }
          onClose={() => {
            setChosen(null)
            command.forget()
          }}
        />
      )}
    </>
  )
}

const Attempts = ({ delivery: { attempts, payload } }: { readonly delivery: WebhookDeliveryView }) => {
  const words = useWords()
  return (
    <details>
      <summary>{attempts.length === 0 ? words.webhook.noAttempts : attempts.length}</summary>
      {attempts.map(({ at, duration_ms, status }, index) => (
        <p key={`${at} ${index}`}>
          {words.webhook.attempt(
            words.second(at),
            status === null ? words.webhook.noAnswer : words.webhook.answered(status),
            duration_ms,
          )}
        </p>
      ))}
      <p>{words.webhook.payload}</p>
      <code>{JSON.stringify(payload)}</code>
    </details>
  )
}
