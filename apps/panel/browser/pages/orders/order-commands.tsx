/**
 * The commands to an order. Each says first what will happen.
 *
 * The service says what the order allows. A command that it would refuse is hidden, or shows the reason if users might
 * look for it.
 */
import { type OrderCommandRefusal, type OrderHistoryView, type OrderView, panelOperations } from "@vintem/contract"
import { useEffect, useId, useState } from "preact/hooks"
import { shownPerson } from "../../../src/person.ts"
import { readReais, typedReais } from "../../../src/reais.ts"
import { orderStatusTitles } from "../../../src/text/order-status-titles.ts"
import { type Commanding, useCommand } from "../../ask/use-command.ts"
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
  /** Called when the order has changed. */
  readonly onDone: () => void
}

type CommandName = keyof OrderHistoryView["refusals"]

const commandNames: ReadonlyArray<CommandName> = ["refund", "complete", "cancel", "contest", "resolve"]

/**
 * True if a refused command is shown with its reason: because the reason is temporary, or because a merchant expects
 * the command.
 */
const isTold: Readonly<Record<OrderCommandRefusal, boolean>> = {
  not_paid: false,
  already_canceled: false,
  already_paid: false,
  outcome_unknown: true,
  under_review: false,
  outcome_known: false,
  instrument_open: false,
  charged_back: true,
  case_open: true,
  no_chargeback: false,
  fully_refunded: false,
  attempt_not_confirmed: false,
  refund_window_closed: true,
  amount_not_positive: false,
  amount_above_refundable: true,
  repetition: false,
  renewal_open: true,
}

export const OrderCommands = ({ history, onDone, order }: OrderCommandsProps) => {
  const words = useWords()
  const { may } = usePanel()
  const id = useId()
  const [chosen, setChosen] = useState<CommandName | null>(null)
  const [said, setSaid] = useState("")
  const shown = commandNames.flatMap((name) => {
    const reason = history.refusals[name]
    return may(panelOperations.orders[name]) && (reason === null || isTold[reason]) ? [{ name, reason }] : []
  })
  const done = (name: CommandName): void => {
    setChosen(null)
    setSaid(words.order.commands[name].done)
    onDone()
  }
  const asked = (name: CommandName): CommandProps => ({
    order,
    history,
    onDone: () => done(name),
    onClose: () => setChosen(null),
    onLook: onDone,
  })
  return (
    <>
      <Said>{said}</Said>
      {shown.length === 0 ? null : (
        <div class="actions card">
          {shown.map(({ name, reason }) => (
            <Allowed key={name} to={panelOperations.orders[name]}>
              <button
                type="button"
                disabled={reason !== null}
                aria-describedby={reason === null ? undefined : `${id}-${name}`}
                onClick={() => setChosen(name)}
              >
                {words.order.commands[name].verb}
              </button>
              {reason === null ? null : (
                <p class="hint" id={`${id}-${name}`}>
                  {words.order.refusals[reason]}
                </p>
              )}
            </Allowed>
          ))}
        </div>
      )}
      {chosen === "refund" ? <Refund {...asked("refund")} /> : null}
      {chosen === "resolve" ? <Resolve {...asked("resolve")} /> : null}
      {chosen === null || chosen === "refund" || chosen === "resolve" ? null : (
        <Plain name={chosen} {...asked(chosen)} />
      )}
    </>
  )
}

interface CommandProps {
  readonly order: OrderView
  readonly history: OrderHistoryView
  readonly onDone: () => void
  readonly onClose: () => void
  /** Reads the order again. */
  readonly onLook: () => void
}

/**
 * The reason why the service refused a command: the order has changed since the dialog was opened, so it is read again.
 * None if the command was not refused, or the order now allows it.
 */
const useRefused = (
  { failure }: Commanding,
  name: CommandName,
  { history, onLook }: Pick<CommandProps, "history" | "onLook">,
): string | undefined => {
  const words = useWords()
  const isRefused = failure?.kind === "invalid"
  useEffect(() => {
    if (isRefused) onLook()
  }, [isRefused])
  if (!isRefused) return undefined
  if (failure.faults.has("refund")) return words.order.refundFailed
  const reason = history.refusals[name]
  return reason === null ? undefined : words.order.refusals[reason]
}

const useOrder = ({ order_number }: OrderView) => {
  const { client, company } = usePanel()
  return { client, params: { company, order_number } }
}

const Refund = ({ history, onClose, onDone, onLook, order }: CommandProps) => {
  const words = useWords()
  const command = useCommand()
  const refused = useRefused(command, "refund", { history, onLook })
  const { client, params } = useOrder(order)
  const { refundable } = history.money
  const [text, setText] = useState(typedReais(refundable, words.decimalMark))
  const [isWrong, setWrong] = useState(false)
  const amount = readReais(text, words.decimalMark)
  const isPossible = amount !== null && amount > 0 && amount <= refundable
  const confirm = (): void => {
    setWrong(!isPossible)
    if (!isPossible) {
      command.forget()
      return
    }
    command.run(
      (key) => client.orders.refund({ params, headers: { "idempotency-key": key }, payload: { amount } }),
      onDone,
    )
  }
  // Another user may have refunded it meanwhile.
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
      says={words.order.refundSays(
        words.money(isPossible ? amount : refundable),
        shownPerson(order.customer, words).fullname,
      )}
      verb={words.order.commands.refund.verb}
      isDangerous
      refused={refused}
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

const Resolve = ({ history, onClose, onDone, onLook, order }: CommandProps) => {
  const words = useWords()
  const command = useCommand()
  const refused = useRefused(command, "resolve", { history, onLook })
  const { client, params } = useOrder(order)
  const [outcome, setOutcome] = useState<"paid" | "unpaid">("unpaid")
  return (
    <Confirm
      title={words.order.commands.resolve.verb}
      says={words.order.commands.resolve.says}
      verb={words.order.commands.resolve.verb}
      isDangerous
      refused={refused}
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
          ["unpaid", orderStatusTitles[words.language].unpaid],
          ["paid", orderStatusTitles[words.language].paid],
        ]}
        onValue={setOutcome}
      />
    </Confirm>
  )
}

const Plain = ({
  history,
  name,
  onClose,
  onDone,
  onLook,
  order,
}: CommandProps & { readonly name: "cancel" | "complete" | "contest" }) => {
  const words = useWords()
  const command = useCommand()
  const refused = useRefused(command, name, { history, onLook })
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
      refused={refused}
      command={command}
      onConfirm={() => command.run((key) => asked({ params, headers: { "idempotency-key": key } }), onDone)}
      onClose={onClose}
    />
  )
}
