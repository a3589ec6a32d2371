/**
 * Leaves the making of a batch's links to the queue.
 */
import { type Batch, BatchRepository, type BatchToken, type CompanyId, type Instant, JobQueue } from "@vintem/domain"
import { Effect, Option } from "effect"
import { jobOf } from "../work/work.ts"
import { hasLinksToMake } from "../work/work-of-batch.ts"

/** Part of the unit that ends the job before: whoever was added until then is not forgotten. */
export const askForLinksOfAdded = Effect.fnUntraced(function* (company: CompanyId, token: BatchToken, at: Instant) {
  const batches = yield* BatchRepository
  const found = yield* batches.find(company, token)
  if (Option.isSome(found) && hasLinksToMake(found.value)) yield* askForLinks(found.value, at)
})

/** Part of the unit that stores the customers: their links are asked for exactly when they are on the list. */
export const askForLinks = Effect.fnUntraced(function* ({ details: { company, token } }: Batch, at: Instant) {
  const queue = yield* JobQueue
  yield* queue.enqueue([jobOf({ _tag: "MakeLinks", company, batch: token }, at)])
})
