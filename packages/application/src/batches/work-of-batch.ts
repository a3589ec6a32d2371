/** The work that makes the links of a batch, if there are any to make. */
import { type Batch, isBatchDone, itemsInFlight } from "@vintem/domain/batch"
import { nameOfWork } from "../queue/work.ts"

/** True if links are still to be made. In a canceled batch, only those that a worker has claimed. */
export const hasLinksToMake = (batch: Batch): boolean =>
  batch.canceledAt === null ? !isBatchDone(batch) : itemsInFlight(batch).count > 0

/** The names of the jobs that a batch needs in its state. Without them its links would never be made. */
export const workNeededByBatch = (batch: Batch): ReadonlyArray<string> => {
  const { company, token } = batch.details
  return hasLinksToMake(batch) ? [nameOfWork({ _tag: "MakeLinks", company, batch: token })] : []
}
