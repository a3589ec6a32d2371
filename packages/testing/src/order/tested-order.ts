/** The order as a machine under test, and the webhooks of its steps. */

import { RefundKey } from "@vintem/domain/identifiers"
import { PaymentMethod } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import { evolve, type OrderTypes, orderMachine, type WebhookKind, webhooksOf } from "@vintem/domain/order"
import type { Step } from "../machine/step.ts"
import type { Move, TestedMachine } from "../machine/tested-machine.ts"
import { exampleAttemptKey, exampleCharge } from "./example-order.ts"

/** A command or report to an order. */
export type OrderMove = Move<OrderTypes>

/** A step of an order. */
export type OrderStep = Step<OrderTypes>

/** No history uses it. */
const unusedAttempt = exampleAttemptKey(999)
const unusedRefund = RefundKey.make("999")
const anyCharges = PaymentMethod.literals.map((method) => exampleCharge(method))

/** The order, with everything that the common tests of machines need. */
export const testedOrder: TestedMachine<OrderTypes> = {
  machine: orderMachine,
  describe: (move) => {
    switch (move._tag) {
      case "StartAttempt":
        return `StartAttempt ${move.quote.method._tag} of ${move.quote.charged} under ${move.key}`
      case "RequestRefund":
        return `RequestRefund ${move.refund}, ${move.amount} of attempt ${move.attempt}`
      case "AttemptUpdate":
        return `attempt ${move.attempt} ${move.fact}${move.report.captured === undefined ? "" : ` ${move.report.captured}`}`
      case "RefundUpdate":
        return `refund ${move.refund} ${move.fact}, ${move.amount} of attempt ${move.attempt}`
      case "CaseUpdate":
        return `case ${move.case} ${move.fact}, ${move.amount} of attempt ${move.attempt}`
      default:
        return move._tag
    }
  },
  newCommands: ({ attempts }, at) => [
    ...anyCharges.map((charge) => ({ _tag: "StartAttempt" as const, key: unusedAttempt, ...charge, at })),
    { _tag: "Cancel", at },
    { _tag: "Complete", at },
    { _tag: "Contest", at },
    ...attempts.map(({ id }) => ({ _tag: "Resolve" as const, attempt: id, verdict: "paid" as const, at })),
    ...attempts.map(({ id }) => ({
      _tag: "RequestRefund" as const,
      refund: unusedRefund,
      attempt: id,
      amount: centavos(1),
      at,
    })),
  ],
}

/** The webhooks of a step, in order. */
export const webhooksAfter = ({ before, changes }: OrderStep): ReadonlyArray<WebhookKind> => {
  const webhooks: Array<WebhookKind> = []
  let order = before
  for (const change of changes) {
    const next = evolve(order, change)
    webhooks.push(...webhooksOf(order, change, next))
    order = next
  }
  return webhooks
}

/** All webhooks to the company, in order. */
export const webhooksIn = (steps: ReadonlyArray<OrderStep>): ReadonlyArray<WebhookKind> => steps.flatMap(webhooksAfter)
