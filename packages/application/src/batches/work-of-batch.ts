/**
 * Whether a batch has links to be made, and the work that makes them.
 */
import { type Batch, isBatchDone, itemsInFlight } from "@vintem/domain/batch"
import { nameOfWork } from "../queue/work.ts"

/** Whether links are still to be made: once the batch is stopped, only those of customers whom a worker was given. */
export const hasLinksToMake = (batch: Batch): boolean =>
  batch.canceledAt === null ? !isBatchDone(batch) : itemsInFlight(batch).count > 0

/** The names of the jobs that a batch needs in its state: without them its links would never be made. */
export const workNeededByBatch = (batch: Batch): ReadonlyArray<string> => {
  const { company, token } = batch.details
  return hasLinksToMake(batch) ? [nameOfWork({ _tag: "MakeLinks", company, batch: token })] : []
}
