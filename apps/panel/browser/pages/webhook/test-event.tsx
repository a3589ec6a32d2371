/** Sends a test event to the webhook, and shows the receiver's answer as plain text. */
import type { SentTestEventView } from "@vintem/contract"
import { useState } from "preact/hooks"
import { useCommand } from "../../ask/use-command.ts"
import { Failed } from "../../parts/said.tsx"
import { ForSupport } from "../../parts/support.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

/** Shown if there is a webhook. */
export const SendTestEvent = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const command = useCommand()
  const [sent, setSent] = useState<SentTestEventView | null>(null)
  return (
    <section class="card">
      <h2>{words.webhook.test.title}</h2>
      <p>{words.webhook.test.says}</p>
      <Failed failure={command.failure} />
      <div class="actions">
        <button
          type="button"
          aria-disabled={command.isRunning}
          onClick={() => {
            setSent(null)
            command.run(
              () => client.webhook.test({ params: { company } }),
              ({ data }) => setSent(data),
            )
          }}
        >
          {command.isRunning ? words.doing : words.webhook.test.verb}
        </button>
      </div>
      <div role="status">{sent === null ? null : <Outcome sent={sent} />}</div>
    </section>
  )
}

const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300

const Outcome = ({
  sent: { answer, at, duration_ms, error, payload, status },
}: {
  readonly sent: SentTestEventView
}) => {
  const words = useWords()
  return (
    <>
      <p class={`notice ${isTaken(status) ? "good" : "bad"}`}>
        {words.webhook.attempt(
          words.second(at),
          status === null ? words.webhook.noAnswer : words.webhook.answered(status),
          duration_ms,
        )}
      </p>
      {error === null ? null : <ForSupport>{error}</ForSupport>}
      {answer === null ? null : (
        <>
          <h3>{words.webhook.test.answer}</h3>
          {answer === "" ? <p>{words.webhook.test.noAnswer}</p> : <pre>{answer}</pre>}
        </>
      )}
      <details>
        <summary>{words.webhook.payload}</summary>
        <code>{JSON.stringify(payload)}</code>
      </details>
    </>
  )
}
