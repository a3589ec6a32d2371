/**
 * The batch as a machine under test.
 */
import { type BatchTypes, batchMachine, customersPerRequest, itemTotals } from "@vintem/domain/batch"
import type { Step } from "../machine/step.ts"
import type { Move, TestedMachine } from "../machine/tested-machine.ts"

/** Whatever a batch can be confronted with. */
export type BatchMove = Move<BatchTypes>

/** What a batch made of a move. */
export type BatchStep = Step<BatchTypes>

/** The batch, to be tested as every machine is. */
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
  // A claim of items whose worker died.
  mayBeIdle: ["ClaimItems"],
  repeatable: ["AddCustomers"],
}
