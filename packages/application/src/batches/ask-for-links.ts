/**
 * Queues the job that makes the links of a batch.
 */
import type { Batch } from "@vintem/domain/batch"
import type { Instant } from "@vintem/domain/calendar"
import type { BatchToken, CompanyId } from "@vintem/domain/identifiers"
import { BatchRepository, JobQueue, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { jobOf } from "../queue/work.ts"
import { hasLinksToMake } from "./work-of-batch.ts"

/** Part of the unit that ends the previous job: queues another one if customers were added while that job ran. */
export const askForLinksOfAdded = Effect.fnUntraced(function* (
  company: CompanyId,
  token: BatchToken,
  at: Instant,
): Effect.fn.Return<void, StorageUnavailable, BatchRepository | JobQueue> {
  const batches = yield* BatchRepository
  const found = yield* batches.find(company, token)
  if (Option.isSome(found) && hasLinksToMake(found.value)) yield* askForLinks(found.value, at)
})

/** Part of the unit that stores the customers: the job is queued if, and only if, they are stored. */
export const askForLinks = Effect.fnUntraced(function* (
  { details: { company, token } }: Batch,
  at: Instant,
): Effect.fn.Return<void, StorageUnavailable, JobQueue> {
  const queue = yield* JobQueue
  yield* queue.enqueue([jobOf({ _tag: "MakeLinks", company, batch: token }, at)])
})
