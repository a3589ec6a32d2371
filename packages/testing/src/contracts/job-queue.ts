/**
 * The contract of every job queue.
 *
 * The laws play generated histories on the queue and on a model of it (job-queue-model.ts), and compare the two after
 * every step.
 */

import type { CompanyRepository, JobQueue, UnitOfWork } from "@vintem/domain/ports"
import type * as Layer from "effect/Layer"
import { describe } from "vitest"
import { jobQueueChoice } from "./job-queue-choice.ts"
import { jobQueueClaims } from "./job-queue-claims.ts"
import { jobQueueFates } from "./job-queue-fates.ts"
import { jobQueueUnits } from "./job-queue-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"

/** @param layer - builds a new, empty queue each time; one unit of work covers it and the companies */
export const jobQueueContract = (
  name: string,
  layer: Layer.Layer<JobQueue | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)

  describe(`JobQueue: ${name}`, () => {
    jobQueueClaims(store)
    jobQueueChoice(store)
    jobQueueFates(store)
    jobQueueUnits(store)
  })
}
