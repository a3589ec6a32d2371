/**
 * A batch living through commands and news.
 */
import * as Result from "effect/Result"
import type { Batch } from "../../src/batch/batch.ts"
import { batchStatusOf } from "../../src/batch/batch-status.ts"
import type { BatchCommand, BatchNews } from "../../src/batch/commands.ts"
import { decideBatch, hearBatch } from "../../src/batch/decide.ts"
import type { BatchChange } from "../../src/batch/events.ts"
import { evolveBatch } from "../../src/batch/evolve.ts"
import type { BatchRefused } from "../../src/batch/refusals.ts"
import type { Machine, MachineStep } from "../machine/machine.ts"

/** Whatever a batch can be confronted with. */
export type BatchMove = BatchCommand | BatchNews

/** What a batch made of a move. */
export type BatchStep = MachineStep<Batch, BatchMove, BatchChange, BatchRefused>

/** The machine of the batch, to be walked. */
export const batchMachine: Machine<Batch, BatchMove, BatchChange, BatchRefused> = {
  answer: (batch, move) =>
    move._tag === "ItemsDone" ? Result.succeed(hearBatch(batch, move)) : decideBatch(batch, move),
  evolve: evolveBatch,
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
  shows: batchStatusOf,
}
