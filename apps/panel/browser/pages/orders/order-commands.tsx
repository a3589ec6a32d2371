/**
 * What can be done to an order, each said before it is done.
 *
 * A button is shown where the order may allow it and the user has the permission. The service decides whether the order does allow it.
 */
import { type OrderHistoryView, type OrderView, panelOperations } from "@vintem/contract"
import { isOutcomeOwed } from "@vintem/domain/order"
import { useState } from "preact/hooks"
import { readReais, typedReais } from "../../../src/reais.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { Dialog } from "../../parts/dialog.tsx"
import { Choice, Field } from "../../parts/field.tsx"
import { Said } from "../../parts/said.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

interface OrderCommandsProps {
  readonly order: OrderView
  readonly history: OrderHistoryView
  /** Called when the order is another one than before. */
  readonly onDone: () => void
}

type CommandName = "refund" | "cancel" | "complete" | "contest" | "resolve"

const commandNames: ReadonlyArray<CommandName> = ["refund", "complete", "cancel", "contest", "resolve"]

const unpaidStatuses: ReadonlyArray<OrderView["status"]> = [
  "created",
  "pending",
  "risk_analysis",
  "waiting_payment",
  "unpaid",
]

const mayAllow: Readonly<Record<CommandName, (order: OrderView, history: OrderHistoryView) => boolean>> = {
  refund: (_order, { money }) => money.refundable > 0,
  cancel: ({ status }) => unpaidStatuses.includes(status),
  complete: ({ status }) => status === "paid",
  contest: ({ status }) => status === "chargeback",
  resolve: (_order, { attempts }) =>
    attempts.some(({ standing, verdict }) => verdict === null && isOutcomeOwed(standing)),
}

export const OrderCommands = ({ history, onDone, order }: OrderCommandsProps) => {
  const words = useWords()
  const { may } = usePanel()
  const [chosen, setChosen] = useState<CommandName | null>(null)
  const [said, setSaid] = useState("")
  const shown = commandNames.filter((name) => may(panelOperations.orders[name]) && mayAllow[name](order, history))
  const done = (name: CommandName): void => {
    setChosen(null)
    setSaid(words.order.commands[name].done)
    onDone()
  }
  return (
    <>
      <Said>{said}</Said>
      {shown.length === 0 ? null : (
        <div class="actions card">
          {shown.map((name) => (
            <Allowed key={name} to={panelOperations.orders[name]}>
              <button type="button" onClick={() => setChosen(name)}>
                {words.order.commands[name].verb}
              </button>
            </Allowed>
          ))}
        </div>
      )}
      {chosen === "refund" ? (
        <Refund order={order} history={history} onDone={() => done("refund")} onClose={() => setChosen(null)} />
      ) : null}
      {chosen === "resolve" ? (
        <Resolve order={order} onDone={() => done("resolve")} onClose={() => setChosen(null)} />
      ) : null}
      {chosen === null || chosen === "refund" || chosen === "resolve" ? null : (
        <Plain name={chosen} order={order} onDone={() => done(chosen)} onClose={() => setChosen(null)} />
      )}
    </>
  )
}

interface CommandProps {
  readonly order: OrderView
  readonly onDone: () => void
  readonly onClose: () => void
}

const useOrder = ({ order_number }: OrderView) => {
  const { client, company } = usePanel()
  return { client, params: { company, order_number } }
}

const Refund = ({ history, onClose, onDone, order }: CommandProps & { readonly history: OrderHistoryView }) => {
  const words = useWords()
  const command = useCommand()
  const { client, params } = useOrder(order)
  const { refundable } = history.money
  const [text, setText] = useState(typedReais(refundable, words.decimalMark))
  const [isWrong, setWrong] = useState(false)
  const amount = readReais(text, words.decimalMark)
  const isPossible = amount !== null && amount > 0 && amount <= refundable
  const confirm = (): void => {
    setWrong(!isPossible)
    if (!isPossible) return
    command.run(
      (key) => client.orders.refund({ params, headers: { "idempotency-key": key }, payload: { amount } }),
      onDone,
    )
  }
  // Another user may have given it back meanwhile.
  if (refundable <= 0 && !command.isRunning) {
    return (
      <Dialog title={words.order.commands.refund.verb} onClose={onClose}>
        <p role="alert">{words.order.refundNothing}</p>
        <button type="button" data-first onClick={onClose}>
          {words.close}
        </button>
      </Dialog>
    )
  }
  return (
    <Confirm
      title={words.order.commands.refund.verb}
      says={words.order.refundSays(words.money(isPossible ? amount : refundable), order.customer.fullname)}
      verb={words.order.commands.refund.verb}
      isDangerous
      command={command}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Field
        label={words.order.refundAmount}
        hint={words.order.refundMost(words.money(refundable))}
        inputMode="decimal"
        value={text}
        onValue={(value) => {
          setText(value)
          setWrong(false)
        }}
        fault={
          isWrong || command.failure?.faults.has("amount") === true
            ? words.link.faults.amount(words.money(refundable))
            : undefined
        }
      />
    </Confirm>
  )
}

const Resolve = ({ onClose, onDone, order }: CommandProps) => {
  const words = useWords()
  const command = useCommand()
  const { client, params } = useOrder(order)
  const [outcome, setOutcome] = useState<"paid" | "unpaid">("unpaid")
  return (
    <Confirm
      title={words.order.commands.resolve.verb}
      says={words.order.commands.resolve.says}
      verb={words.order.commands.resolve.verb}
      isDangerous
      command={command}
      onConfirm={() =>
        command.run(
          (key) => client.orders.resolve({ params, headers: { "idempotency-key": key }, payload: { outcome } }),
          onDone,
        )
      }
      onClose={onClose}
    >
      <Choice
        label={words.order.outcome}
        value={outcome}
        options={[
          ["unpaid", words.statuses.unpaid],
          ["paid", words.statuses.paid],
        ]}
        onValue={setOutcome}
      />
    </Confirm>
  )
}

const Plain = ({
  name,
  onClose,
  onDone,
  order,
}: CommandProps & { readonly name: "cancel" | "complete" | "contest" }) => {
  const words = useWords()
  const command = useCommand()
  const { client, params } = useOrder(order)
  const { says, verb } = words.order.commands[name]
  const asked = {
    cancel: client.orders.cancel,
    complete: client.orders.complete,
    contest: client.orders.contest,
  }[name]
  return (
    <Confirm
      title={verb}
      says={says}
      verb={verb}
      isDangerous={name === "cancel"}
      command={command}
      onConfirm={() => command.run((key) => asked({ params, headers: { "idempotency-key": key } }), onDone)}
      onClose={onClose}
    />
  )
}
