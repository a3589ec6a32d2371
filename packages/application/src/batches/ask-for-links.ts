/**
 * Queues the job that makes the links of a batch.
 */
import type { Batch } from "@vintem/domain/batch"
import type { Instant } from "@vintem/domain/calendar"
import { JobQueue, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"
import { jobOf } from "../queue/work.ts"

/** Part of the unit that stores the customers: the job is queued if, and only if, they are stored. */
export const askForLinks = Effect.fnUntraced(function* (
  { details: { company, token } }: Batch,
  at: Instant,
): Effect.fn.Return<void, StorageUnavailable, JobQueue> {
  const queue = yield* JobQueue
  yield* queue.enqueue([jobOf({ _tag: "MakeLinks", company, batch: token }, at)])
})
