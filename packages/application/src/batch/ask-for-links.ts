/**
 * Leaves the making of a batch's links to the queue.
 */
import { type Batch, type Instant, JobQueue } from "@vintem/domain"
import { Effect } from "effect"
import { jobOf } from "../work/work.ts"

/** Part of the unit that stores the customers: their links are asked for exactly when they are on the list. */
export const askForLinks = Effect.fnUntraced(function* ({ details: { company, token } }: Batch, at: Instant) {
  const queue = yield* JobQueue
  yield* queue.enqueue([jobOf({ _tag: "MakeLinks", company, batch: token }, at)])
})
