/**
 * Gives back at once what a process had claimed when it died, instead of when its leases run out.
 *
 * Only for a service that knows that it is the only one on its store: what another one is working on would be done twice.
 */
import { instant } from "@vintem/domain/calendar"
import { IdempotencyStore, JobQueue, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { ChargePolicy } from "../charging/charge-policy.ts"
import { workMarginMillis } from "../idempotency/claim-key.ts"
import { queueUnanswered } from "./queue-unanswered.ts"

/**
 * Jobs and webhooks are done by the next worker, and idempotency keys without an answer are resumed by the next request under them.
 * Charges that were asked for get the job that asks about them. That is what happens to them anyway when their time is over. A charge that is still on its way to the acquirer is safe: whoever
 * resumes it asks for it, and voids its key where the acquirer knows none of it yet.
 */
export const releaseAbandoned = Effect.fn("releaseAbandoned")(function* () {
  const { commit } = yield* UnitOfWork
  const queue = yield* JobQueue
  const keys = yield* IdempotencyStore
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const now = yield* Clock.currentTimeMillis
  // A claim that is older has run out.
  const since = instant(Math.max(0, now - acquirerTimeoutMillis - workMarginMillis))
  const [jobs, requests] = yield* commit(Effect.all([queue.endLeases, keys.releaseAll(since)]))
  const charges = yield* queueUnanswered(instant(now + 1))
  if (jobs + requests + charges > 0)
    yield* Effect.logInfo("what the process before had claimed was given back", { jobs, requests, charges })
})
