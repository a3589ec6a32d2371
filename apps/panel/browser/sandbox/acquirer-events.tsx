/** On a sandbox order's page: the reports that the user can make the acquirer send. */
import { OrderEventKind, type OrderView, panelOperations } from "@vintem/contract"
import { useState } from "preact/hooks"
import { sandboxWords } from "../../src/text/sandbox/words.ts"
import { useCommand } from "../ask/use-command.ts"
import { Allowed } from "../parts/allowed.tsx"
import { Choice } from "../parts/field.tsx"
import { CommandForm } from "../parts/form.tsx"
import { usePanel } from "../shell/panel-context.ts"
import { useWordsOf } from "../state/language.ts"
import { isSandbox } from "./sandbox-clock.ts"

interface AcquirerEventsProps {
  readonly order: OrderView
  /** Called when something was reported. */
  readonly onDone: () => void
}

export const AcquirerEvents = ({ onDone, order }: AcquirerEventsProps) => {
  const own = useWordsOf(sandboxWords)
  const { client, company } = usePanel()
  const command = useCommand()
  const [kind, setKind] = useState<OrderEventKind>("paid")
  const [said, setSaid] = useState("")
  if (!isSandbox) return null
  const isImpossible = command.failure?.faults.get("kind")?.code === "report_not_possible"
  return (
    <Allowed to={panelOperations.sandboxOrders.report}>
      <section class="card sandbox">
        <h2>{own.acquirer}</h2>
        <p>{own.acquirerSays}</p>
        <CommandForm
          command={command}
          verb={own.report}
          onSubmit={() => {
            setSaid("")
            command.run(
              () =>
                client.sandboxOrders.report({
                  params: { company, order_number: order.order_number },
                  payload: { kind },
                }),
              () => {
                setSaid(own.reported)
                onDone()
              },
            )
          }}
        >
          <Choice
            label={own.event}
            value={kind}
            options={OrderEventKind.literals.map((one) => [one, own.events[one]])}
            onValue={setKind}
            fault={isImpossible ? own.impossible : undefined}
          />
        </CommandForm>
        <p role="status">{said}</p>
      </section>
    </Allowed>
  )
}
