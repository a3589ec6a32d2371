/**
 * The payment link as a machine under test.
 */
import { PaymentMethod } from "@vintem/domain/method"
import { type LinkTypes, linkMachine } from "@vintem/domain/payment-link"
import type { Step } from "../machine/step.ts"
import type { Move, TestedMachine } from "../machine/tested-machine.ts"
import { exampleMethod } from "../order/example-order.ts"
import { payingOrder } from "./example-link.ts"

/** A command or report to a link. */
export type LinkMove = Move<LinkTypes>

/** A step of a link. */
export type LinkStep = Step<LinkTypes>

/** No history uses it. */
const unusedOrder = payingOrder(999)

/** The payment link, with everything that the common tests of machines need. */
export const testedLink: TestedMachine<LinkTypes> = {
  machine: linkMachine,
  describe: (move) => {
    switch (move._tag) {
      case "StartPayment":
        return `StartPayment of ${move.order} by ${move.method._tag}`
      case "PaymentUpdate":
        return `${move.order} ${move.state._tag}`
      case "Update":
        return `Update, ${move.terms.expireAfterPayment ? "paid once" : "paid often"} until ${move.terms.expiredAt}`
      case "Remove":
        return move._tag
    }
  },
  newCommands: ({ terms }, at) => [
    { _tag: "Update", terms: { ...terms, title: `${terms.title.slice(0, 20)}!` }, at },
    { _tag: "Remove", at },
    ...PaymentMethod.literals.map((method) => ({
      _tag: "StartPayment" as const,
      order: unusedOrder,
      method: exampleMethod(method),
      at,
    })),
  ],
}
