/**
 * The batch as a machine under test.
 */
import { type BatchTypes, batchMachine, customersPerRequest, itemTotals } from "@vintem/domain/batch"
import type { Step } from "../machine/step.ts"
import type { Move, TestedMachine } from "../machine/tested-machine.ts"

/** A command or report to a batch. */
export type BatchMove = Move<BatchTypes>

/** A step of a batch. */
export type BatchStep = Step<BatchTypes>

/** The batch, with everything that the common tests of machines need. */
export const testedBatch: TestedMachine<BatchTypes> = {
  machine: batchMachine,
  describe: (move) => {
    switch (move._tag) {
      case "ItemsDone":
        return `items ${move.first} to ${move.last} done, ${move.failures.length} failed`
      case "Cancel":
        return move._tag
      default:
        return `${move._tag} ${move.count}`
    }
  },
  newCommands: ({ items }, at) => [
    { _tag: "AddCustomers", count: customersPerRequest.max, at },
    { _tag: "Cancel", at },
    { _tag: "ClaimItems", count: itemTotals(items).total, at },
  ],
  // The worker of the claimed items may have died.
  mayBeIdle: ["ClaimItems"],
  repeatable: ["AddCustomers"],
}
